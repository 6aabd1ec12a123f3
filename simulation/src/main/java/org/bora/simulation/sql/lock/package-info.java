/** Transactions and the locks they hold on rows. */
package org.bora.simulation.sql.lock;
