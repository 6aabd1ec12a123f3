package org.bora.backend.testing;

import java.util.List;
import org.junit.jupiter.api.extension.Extension;

/** Where the two databases of {@link OnBothDatabases} come from. */
public enum DatabaseKind {
  /** Embedded, and shared by all test classes of the process. */
  SHARED,
  /** Embedded, for this class alone: for tests that count everything that the server does. */
  ALONE,
  /** In containers; the tests are skipped where there is no Docker engine. */
  IMAGE;

  /** What gives the tests their {@link Schemas} on MariaDB. */
  Extension mariaDb() {
    return switch (this) {
      case SHARED -> new MariaDb();
      case ALONE -> new MariaDb.Alone();
      case IMAGE -> new MariaDbImage();
    };
  }

  /** The same on MySQL. */
  Extension mySql() {
    return switch (this) {
      case SHARED -> new MySql();
      case ALONE -> new MySql.Alone();
      case IMAGE -> new MySqlImage();
    };
  }

  List<BothDatabases.Run> runs() {
    return List.of(
        new BothDatabases.Run("MariaDB", mariaDb()), new BothDatabases.Run("MySQL", mySql()));
  }
}
