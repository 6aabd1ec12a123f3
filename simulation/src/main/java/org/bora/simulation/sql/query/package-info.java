/** Statements as trees, and how they run. */
package org.bora.simulation.sql.query;
