/**
 * What tape systems outside are told of files, and what they say of them, in JSON: the same words
 * for site scripts (docs/operate/tape-scripts.md) and for pullers (docs/operate/recall-table.md).
 * What comes from outside is believed in nothing: it is bounded, checked, and counts once.
 */
package org.bora.storage.tape.wire;
