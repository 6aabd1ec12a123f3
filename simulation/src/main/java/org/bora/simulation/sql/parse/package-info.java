/** Reads SQL: exactly the part of it that Bora uses; refuses everything else. */
package org.bora.simulation.sql.parse;
