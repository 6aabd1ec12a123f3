/**
 * Several real backends on one simulated database and one directory, with their clients and the
 * faults of all of them: docs/reference/simulation.md.
 */
package org.bora.simulation.site;
