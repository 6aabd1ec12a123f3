/**
 * The counters of a process, and its report to others. Every call counts, so counting takes no
 * shared lock, allocates nothing and never blocks.
 */
package org.bora.api.figures;
