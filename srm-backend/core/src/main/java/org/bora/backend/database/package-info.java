/**
 * The way to the database: settings, connections, transactions that are repeated after its errors.
 */
package org.bora.backend.database;
