/** The schema and how a database gets it. */
package org.bora.db;
