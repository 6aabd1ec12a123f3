/** Virtual threads, one clock and all waits of a simulated run, replayed from a seed. */
package org.bora.simulation.schedule;
