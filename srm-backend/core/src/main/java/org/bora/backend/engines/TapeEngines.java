package org.bora.backend.engines;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.space.FilesAtWork;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Migrations and recalls, waiting or running: their rows say what they have to do with files. */
public final class TapeEngines implements FilesAtWork {
  private final MigrationTable migrations = new MigrationTable();
  private final OpenRecallTable recalls = new OpenRecallTable();

  @Override
  public Set<UUID> among(JdbcClient sql, Collection<UUID> files) {
    Set<UUID> found = new HashSet<>(migrations.open(sql, files));
    found.addAll(recalls.among(sql, files));
    return found;
  }
}
