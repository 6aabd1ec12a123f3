/** Tables in memory: columns, rows with their committed and their current version, indexes. */
package org.bora.simulation.sql.store;
