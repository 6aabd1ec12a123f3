package org.bora.simulation.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bora.backend.database.Rows;
import org.bora.simulation.sql.SimulatedDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Compares files, books and the clients' knowledge when all work has ended. */
final class Checks {
  private final JdbcClient sql;
  private final Map<String, String> files;
  private final Journal journal;
  private final Report report;
  private final long area;

  Checks(Disk disk, SimulatedDatabase database, Journal journal, Report report, long area) {
    this.sql = JdbcClient.create(database.connect("checks"));
    this.files = disk.files();
    this.journal = journal;
    this.report = report;
    this.area = area;
  }

  void run() {
    names();
    hidden();
    rows();
    counters();
    left();
  }

  /** I1, I2: names contain what their clients know. */
  private void names() {
    Set<String> known = new TreeSet<>();
    for (Name name : journal.names()) {
      known.add(name.path());
      String found = files.getOrDefault(name.path(), Name.ABSENT);
      if (!name.mayHold(found)) {
        report.wrong("I1", name + ", and the disk has " + Name.brief(found));
      }
    }
    for (Journal.Shared name : journal.sharedNames()) {
      known.add(name.path());
      String found = files.getOrDefault(name.path(), Name.ABSENT);
      if (!journal.mayBeShared(found)) {
        report.wrong("I2", name.path() + " holds " + Name.brief(found) + ", which nobody wrote");
      }
    }
    for (Journal.Move move : journal.openMoves()) {
      String from = files.getOrDefault(move.from().path(), Name.ABSENT);
      String to = files.getOrDefault(move.to().path(), Name.ABSENT);
      boolean both = !from.equals(Name.ABSENT) && !to.equals(Name.ABSENT);
      boolean none = move.sure() && from.equals(Name.ABSENT) && to.equals(Name.ABSENT);
      if (both || none) {
        report.wrong("I1", "a move left " + move.from() + " and " + move.to());
      }
    }
    files.keySet().stream()
        .filter(name -> !Disk.isHidden(name) && !known.contains(name))
        .forEach(name -> report.wrong("I2", name + " is on the disk, and nobody wrote it"));
  }

  /** I5: hidden files. */
  private void hidden() {
    files.keySet().stream()
        .filter(Disk::isHidden)
        .forEach(name -> report.wrong("I5", name + " is left"));
  }

  /** I7: each file has a row. */
  private void rows() {
    Map<String, Long> rows = new TreeMap<>();
    sql.sql("SELECT path, size FROM stored_file WHERE area = ?")
        .params(List.of(Areas.DISK))
        .query((row, number) -> Map.entry(Rows.text(row.getBytes(1)), row.getLong(2)))
        .list()
        .forEach(
            row -> {
              if (rows.put(row.getKey(), row.getValue()) != null) {
                report.wrong("I7", row.getKey() + " is in the books twice");
              }
            });
    Map<String, Long> sizes = new TreeMap<>();
    files.forEach(
        (name, content) -> {
          if (!Disk.isHidden(name)) {
            sizes.put(name, (long) content.length());
          }
        });
    Set<String> all = new TreeSet<>(rows.keySet());
    all.addAll(sizes.keySet());
    for (String name : all) {
      if (!sizes.getOrDefault(name, -1L).equals(rows.getOrDefault(name, -1L))) {
        report.wrong(
            "I7",
            "%s has %s bytes on the disk and %s in the books"
                .formatted(name, sizes.get(name), rows.get(name)));
      }
    }
  }

  /**
   * I7, I8: counters equal their sums, and no part of the area's size is lost. This holds at each
   * commit.
   */
  void counters() {
    List<Long> counted =
        numbers(
            "SELECT SUM(c.free), SUM(c.promised), SUM(c.used), SUM(c.files) FROM space_share c"
                + " JOIN space s ON s.id = c.space_id WHERE s.area = 'vo'",
            4);
    List<Long> files =
        numbers("SELECT COALESCE(SUM(size), 0), COUNT(*) FROM stored_file WHERE area = 'vo'", 2);
    List<Long> puts =
        numbers(
            "SELECT COALESCE(SUM(promised), 0) FROM put_file WHERE area = 'vo'"
                + " AND state = 'SPACE_AVAILABLE'",
            1);
    boolean whole = counted.get(0) + counted.get(1) + counted.get(2) == area;
    boolean sums = counted.subList(2, 4).equals(files) && counted.get(1).equals(puts.getFirst());
    if (!whole || !sums) {
      report.wrong(
          "I7",
          "free, promised, used, files are counted as %s; there are %s, promised %s"
              .formatted(counted, files, puts));
    }
  }

  private List<Long> numbers(String question, int columns) {
    return sql.sql(question)
        .query(
            (row, number) -> {
              List<Long> all = new ArrayList<>();
              for (int column = 1; column <= columns; column++) {
                all.add(row.getLong(column));
              }
              return all;
            })
        .single();
  }

  /** I4, I12: nothing waits for a process that is gone. */
  private void left() {
    texts("SELECT path FROM put_file WHERE active_key IS NOT NULL")
        .forEach(path -> report.wrong("I4", path + " is busy for ever"));
    texts("SELECT from_path FROM name_move")
        .forEach(path -> report.wrong("I7", "the move of " + path + " is not settled"));
  }

  private List<String> texts(String question) {
    return sql.sql(question).query((row, number) -> Rows.text(row.getBytes(1))).list();
  }
}
