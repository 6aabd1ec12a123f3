/** Statements as trees, and their execution. */
package org.bora.simulation.sql.query;
