/**
 * {@code bora bench buffer}: puts, recalls and pins through the disk before the tape, in simulated
 * time, with the server's own policy of what leaves and when.
 */
package org.bora.devtools.bench.buffer;
