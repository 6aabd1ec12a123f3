/** Parses SQL: exactly the part that Bora uses. Refuses everything else. */
package org.bora.simulation.sql.parse;
