package org.bora.backend.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.db.Schema;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What tests get as migrated is what the migrations make. */
abstract class SchemasSuite {

  @Test
  void aCopyHasTheTablesAndRowsOfTheMigrations(Schemas schemas) {
    DatabaseSettings migrated = schemas.empty();
    assertTrue(migrate(migrated) > 0);
    DatabaseSettings copied = schemas.migrated();
    assertEquals(tables(migrated), tables(copied));
    assertEquals(0, migrate(copied), "no migration is missing in a copy");
  }

  private static int migrate(DatabaseSettings settings) {
    try (Database database = new Database(settings)) {
      return new Schema(database.reads()).migrate();
    }
  }

  /** Definition and number of rows by name. */
  private static Map<String, String> tables(DatabaseSettings settings) {
    try (Database database = new Database(settings)) {
      JdbcClient sql = JdbcClient.create(database.reads());
      List<String> names = sql.sql("SHOW TABLES").query(String.class).list();
      return names.stream().collect(Collectors.toMap(name -> name, name -> facts(sql, name)));
    }
  }

  private static String facts(JdbcClient sql, String table) {
    String made =
        sql.sql("SHOW CREATE TABLE " + table).query((row, n) -> row.getString(2)).single();
    long rows = sql.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    return made + " " + rows;
  }
}
