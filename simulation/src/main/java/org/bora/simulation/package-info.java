/** Runs of several processes with everything around them, replayed from a seed. */
package org.bora.simulation;
