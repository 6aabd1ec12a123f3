package org.bora.db;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings a database to the schema this release needs. Forward only. Any number of backends may do
 * so at once: they wait for each other on a lock in the database.
 */
public final class Schema {
  private final DataSource database;

  /**
   * @param database a MySQL 8.4+ or MariaDB 10.11+ schema in which the account may create tables
   */
  public Schema(DataSource database) {
    this.database = database;
  }

  /**
   * Applies what is missing; nothing happens where nothing is.
   *
   * @return how many migrations were applied
   * @throws org.flywaydb.core.api.FlywayException when the database is newer than this release, was
   *     changed by hand, or cannot be reached
   */
  public int migrate() {
    return Flyway.configure(Schema.class.getClassLoader())
        .dataSource(database)
        .locations("classpath:db/migration")
        .load()
        .migrate()
        .migrationsExecuted;
  }
}
