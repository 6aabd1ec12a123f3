/** Simulated runs of several processes and their environment, replayed from a seed. */
package org.bora.simulation;
