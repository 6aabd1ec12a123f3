/** The MariaDB server that an all-in-one Bora brings along. */
package org.bora.server.database;
