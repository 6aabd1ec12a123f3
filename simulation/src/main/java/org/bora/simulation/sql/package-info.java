/**
 * The simulation's database: the part of MySQL and MariaDB that Bora's statements use, in memory,
 * on the caller's thread, behind JDBC.
 */
package org.bora.simulation.sql;
