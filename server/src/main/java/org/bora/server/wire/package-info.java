/**
 * Puts the parts together, by plain constructors in the phases of a start, for each way to run
 * Bora.
 */
package org.bora.server.wire;
