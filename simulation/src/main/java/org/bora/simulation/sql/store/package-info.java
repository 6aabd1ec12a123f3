/** Tables in memory: columns, indexes, and rows with their committed and current versions. */
package org.bora.simulation.sql.store;
