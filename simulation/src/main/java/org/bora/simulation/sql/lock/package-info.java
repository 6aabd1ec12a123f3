/** Transactions and their row locks. */
package org.bora.simulation.sql.lock;
