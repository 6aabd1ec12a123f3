package org.bora.simulation.site;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.simulation.sql.SimulatedDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Looks at the site while it is disturbed, between two steps, for what holds at each moment and
 * what an audit would have mended by the end: each file that Bora has published is in the books, or
 * belongs to a put that is not over.
 */
final class Watch {
  /** Its statements are no points: nothing happens while it looks. */
  static final String PROCESS = "watch";

  private final JdbcClient sql;
  private final Disk disk;
  private final Report report;
  private final Set<UUID> told = new HashSet<>();

  Watch(Disk disk, SimulatedDatabase database, Report report) {
    this.sql = JdbcClient.create(database.connect(PROCESS));
    this.disk = disk;
    this.report = report;
  }

  void look() {
    Map<UUID, String> published = disk.published();
    if (published.isEmpty()) {
      return;
    }
    Set<UUID> known = new HashSet<>();
    sql.sql("SELECT id FROM stored_file WHERE area = ?")
        .param(Areas.DISK)
        .query(
            row -> {
              known.add(uuid(row.getBytes(1)));
            });
    sql.sql("SELECT upload_id FROM put_file WHERE state = 'SPACE_AVAILABLE'")
        .query(
            row -> {
              known.add(uuid(row.getBytes(1)));
            });
    published.forEach(
        (id, name) -> {
          if (!known.contains(id) && told.add(id)) {
            report.wrong("I7", name + " was published, and is in no book and of no put");
          }
        });
  }

  /** How many puts and pins there have been in which state. */
  Map<String, Integer> states() {
    Map<String, Integer> states = new TreeMap<>();
    for (String table : List.of("put_file", "pin")) {
      sql.sql("SELECT state FROM " + table)
          .query(
              row -> {
                states.merge(table + " " + row.getString(1), 1, Integer::sum);
              });
    }
    return states;
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }
}
