/** Runs every schedule of a few threads, up to a bound, instead of the schedules of a seed. */
package org.bora.simulation.explore;
