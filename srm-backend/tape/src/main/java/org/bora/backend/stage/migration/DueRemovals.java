package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Chooses the copies that may be removed from tape now: none that a file has, or is about to get.
 */
final class DueRemovals {
  private static final int MOST_TOGETHER = 1000;

  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final RemovalTable removals = new RemovalTable();
  private final MigrationTable migrations = new MigrationTable();

  DueRemovals(MigrationGround ground, MigrationSettings settings) {
    this.ground = ground;
    this.settings = settings;
  }

  /** Copies that are in the hands of a batch from now on, by the files whose they are. */
  Map<UUID, RemovalRow> claim(String library, UUID batch) {
    Map<UUID, RemovalRow> claimed = new HashMap<>();
    ground
        .transactions()
        .run(
            sql -> {
              Instant now = ground.tokens().now();
              claimed.clear();
              List<RemovalRow> due = removals.lockDue(sql, library, now, MOST_TOGETHER);
              List<String> objects = due.stream().map(row -> row.location().object()).toList();
              Set<String> used = new HashSet<>(removals.inUse(sql, library, objects));
              // a tape system may offer the spare copy of a file when it is to write it again
              Set<UUID> waiting = migrations.open(sql, due.stream().map(RemovalRow::file).toList());
              Set<Named> written = written(sql, due);
              List<RemovalRow> kept = new ArrayList<>();
              List<RemovalRow> later = new ArrayList<>();
              for (RemovalRow row : due) {
                if (used.contains(row.location().object())) {
                  kept.add(row);
                } else if (waiting.contains(row.file())
                    || written.contains(new Named(row.area(), row.path()))
                    || claimed.putIfAbsent(row.file(), row) != null) {
                  later.add(row); // of several copies of a file one at a time
                }
              }
              removals.delete(sql, kept);
              removals.claim(sql, later, RemovalTable.NOBODY, now.plus(settings.retryFirst()));
              removals.claim(sql, List.copyOf(claimed.values()), batch, now.plus(settings.lease()));
              return claimed;
            });
    return claimed;
  }

  private record Named(String area, String path) {}

  /**
   * Names of copies that files have which wait for tape: a tape system that goes by names may have
   * written, or write at any moment, the new file's copy where the old one's was.
   */
  private Set<Named> written(JdbcClient sql, List<RemovalRow> due) {
    Map<String, List<String>> paths = new HashMap<>();
    for (RemovalRow row : due) {
      paths.computeIfAbsent(row.area(), none -> new ArrayList<>()).add(row.path());
    }
    Set<Named> written = new HashSet<>();
    paths.forEach(
        (area, those) ->
            migrations
                .openAt(sql, area, those)
                .forEach(path -> written.add(new Named(area, path))));
    return written;
  }
}
