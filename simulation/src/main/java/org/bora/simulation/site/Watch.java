package org.bora.simulation.site;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.simulation.sql.SimulatedDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks the site between two steps while faults happen. It looks for contradictions of promises
 * that hold at each moment, and for states that an audit would repair before the end. Each file
 * that Bora has published is in the books, or belongs to an open put.
 */
final class Watch {
  /**
   * The statements of this process are not scheduling points, so nothing happens during a check.
   */
  static final String PROCESS = "watch";

  private final JdbcClient sql;
  private final Disk disk;
  private final Report report;
  private final TapeSite tape;
  private final AtRest rest;
  private final Set<UUID> told = new HashSet<>();

  Watch(Disk disk, TapeSite tape, SimulatedDatabase database, Report report, AtRest rest) {
    this.sql = JdbcClient.create(database.connect(PROCESS));
    this.disk = disk;
    this.tape = tape;
    this.report = report;
    this.rest = rest;
  }

  void look() {
    Map<UUID, String> published = disk.published();
    rest.named(names(), published);
    if (tape.isPresent()) {
      rest.resident(onDisk(), stubs());
    }
    rest.passed();
    writers();
    if (!published.isEmpty()) {
      known(published);
    }
  }

  private Map<UUID, String> names() {
    Map<UUID, String> names = new HashMap<>();
    sql.sql("SELECT id, path FROM stored_file WHERE area = ?")
        .params(List.of(Areas.DISK))
        .query(
            row -> {
              names.put(uuid(row.getBytes(1)), Rows.text(row.getBytes(2)));
            });
    return names;
  }

  /**
   * Names that are on disk according to the books, except files in recall. A recall reserves its
   * room, and books the file as on disk, before it brings the bytes.
   */
  private Set<String> onDisk() {
    Set<String> names = new HashSet<>();
    sql.sql("SELECT path FROM stored_file WHERE area = ? AND on_disk")
        .params(List.of(TapeSite.NEARLINE))
        .query(
            row -> {
              names.add(Rows.text(row.getBytes(1)));
            });
    sql.sql("SELECT path FROM tape_recall")
        .query(
            row -> {
              names.remove(Rows.text(row.getBytes(1)));
            });
    return names;
  }

  private Set<String> stubs() {
    Set<String> names = new TreeSet<>();
    tape.disk(TapeSite.NEARLINE)
        .files()
        .forEach(
            (name, content) -> {
              if (TapeChecks.isStub(content)) {
                names.add(name);
              }
            });
    return names;
  }

  /** I3: a name has one writer. */
  private void writers() {
    Set<String> names = new HashSet<>();
    sql.sql("SELECT area, path FROM put_file WHERE state = 'SPACE_AVAILABLE'")
        .query(
            row -> {
              String name = row.getString(1) + "/" + Rows.text(row.getBytes(2));
              if (!names.add(name)) {
                report.wrong("I3", name + " is being written by two puts");
              }
            });
  }

  private void known(Map<UUID, String> published) {
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

  /** Number of puts and pins that were seen in each state. */
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
