package org.bora.backend.testing;

import org.bora.backend.database.DatabaseSettings;

/** Hands out fresh schemas: of a server, or of whatever stands for one. */
public interface Schemas extends AutoCloseable {

  /** The settings of a new schema with Bora's tables in it, and nothing else. */
  DatabaseSettings migrated();

  /** The settings of a new schema without tables. */
  DatabaseSettings empty();

  @Override
  void close();
}
