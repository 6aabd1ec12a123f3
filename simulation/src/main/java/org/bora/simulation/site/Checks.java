package org.bora.simulation.site;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.Sums;

/** Compares files, books and what clients know, when everything has come to rest. */
final class Checks {
  private final SimulatedBackend backend;
  private final Transactions transactions;
  private final Map<String, String> files;
  private final Journal journal;
  private final Report report;

  Checks(SimulatedBackend backend, Disk disk, Journal journal, Report report) {
    this.backend = backend;
    this.transactions = backend.transactions();
    this.files = disk.files();
    this.journal = journal;
    this.report = report;
  }

  void run() {
    names();
    hidden();
    rows();
    counters();
    left();
  }

  /** I1, I2: what clients know. */
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
      if (!name.mayHold(found)) {
        report.wrong("I2", name.path() + " holds " + Name.brief(found) + ", which nobody wrote");
      }
    }
    for (Journal.Move move : journal.openMoves()) {
      String from = files.getOrDefault(move.from().path(), Name.ABSENT);
      String to = files.getOrDefault(move.to().path(), Name.ABSENT);
      boolean both = !from.equals(Name.ABSENT) && !to.equals(Name.ABSENT);
      boolean none = from.equals(to) && !move.from().mayHold(Name.ABSENT);
      if (both || none) {
        report.wrong("I1", "a move left " + move.from() + " and " + move.to());
      }
    }
    files.keySet().stream()
        .filter(name -> !Disk.isHidden(name) && !known.contains(name))
        .forEach(name -> report.wrong("I2", name + " is on the disk, and nobody wrote it"));
  }

  /** I5. */
  private void hidden() {
    files.keySet().stream()
        .filter(Disk::isHidden)
        .forEach(name -> report.wrong("I5", name + " is left"));
  }

  /** I7: a row for each file. */
  private void rows() {
    Map<String, Long> rows = new TreeMap<>();
    transactions
        .read(
            sql ->
                sql.sql("SELECT path, size FROM stored_file WHERE area = ?")
                    .params(List.of(SimulatedBackend.AREA_NAME))
                    .query((row, number) -> Map.entry(Rows.text(row.getBytes(1)), row.getLong(2)))
                    .list())
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

  /** I7, I8: counters are sums, and nothing is promised any more. */
  private void counters() {
    UUID space = SpaceBooks.ownSpace(backend.area());
    Sums counted = transactions.read(sql -> backend.books().sums(sql, space));
    Sums real = transactions.read(sql -> backend.books().filesOf(sql, space));
    boolean whole = counted.free() + counted.promised() + counted.used() == SimulatedBackend.AREA;
    if (counted.used() != real.used()
        || counted.files() != real.files()
        || counted.promised() != 0
        || !whole) {
      report.wrong("I7", "counted " + counted + ", but there are " + real);
    }
  }

  /** I4, I12: nothing waits for a process that is gone. */
  private void left() {
    texts("SELECT path FROM put_file WHERE active_key IS NOT NULL")
        .forEach(path -> report.wrong("I4", path + " is busy for ever"));
    texts("SELECT from_path FROM name_move")
        .forEach(path -> report.wrong("I7", "the move of " + path + " is not settled"));
  }

  private List<String> texts(String question) {
    return transactions.read(
        sql -> sql.sql(question).query((row, number) -> Rows.text(row.getBytes(1))).list());
  }
}
