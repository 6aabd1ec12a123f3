/** The way to the database: settings, connections, transactions that survive its accidents. */
package org.bora.backend.database;
