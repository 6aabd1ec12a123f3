/**
 * How the callers of a door share its line (docs/adr/0075).
 *
 * <p>Callers share a line, not connections: a caller with a hundred connections gets as much as a
 * caller with one. A caller that needs less than its share leaves the rest to the others. {@link
 * org.bora.files.bandwidth.BandwidthShares} decides whose turn it is, by start-time fair queueing
 * (Goyal, Vin and Cheng, 1996); {@link org.bora.files.bandwidth.SharedLine} makes the threads wait.
 * Nothing is kept when the process ends.
 */
package org.bora.files.bandwidth;
