/**
 * The JSON messages to and from external tape systems, the same for site scripts
 * (docs/operate/tape-scripts.md) and for pullers (docs/operate/recall-table.md). Messages from
 * outside are limited and checked, and each counts once.
 */
package org.bora.storage.tape.wire;
