package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bora.backend.database.Database;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MariaDb.class)
class PutTableIT {
  @Test
  void theSchemaIsThere(Schemas schemas) {
    try (Database database = new Database(schemas.migrated())) {
      assertEquals(0, new org.bora.db.Schema(database.reads()).migrate());
    }
  }
}
