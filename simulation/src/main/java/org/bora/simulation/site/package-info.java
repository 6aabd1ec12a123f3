/**
 * Several real backends on one simulated database and one directory, their clients, and what
 * happens to all of them: docs/reference/simulation.md.
 */
package org.bora.simulation.site;
