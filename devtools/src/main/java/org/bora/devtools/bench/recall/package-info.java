/**
 * {@code bora bench recall}: the order of recalls, as the server decides it, against others and
 * against what no order can do better, in simulated time on the cost model of the virtual library.
 */
package org.bora.devtools.bench.recall;
