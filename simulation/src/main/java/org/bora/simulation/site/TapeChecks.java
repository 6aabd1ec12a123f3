package org.bora.simulation.site;

import java.util.ArrayList;
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
 * Compares books, disk, tape and the clients' knowledge of files on tape when all work has ended.
 */
final class TapeChecks {
  /**
   * Prefix of alarms about copies whose files vanished: a backend died between the removal of a
   * file and its commit, and no client repeated the call. Bora cannot tell such a file from one
   * that was removed by others.
   */
  private static final String HELD = "tape-held ";

  private final TapeSite site;
  private final JdbcClient sql;
  private final Report report;

  TapeChecks(TapeSite site, SimulatedDatabase database, Report report) {
    this.site = site;
    this.sql = JdbcClient.create(database.connect("checks"));
    this.report = report;
  }

  /** A file in the books. */
  private record Booked(UUID id, String path, long size, boolean onDisk, boolean onTape) {}

  /** A tape copy in the books. */
  private record Copy(UUID file, String object, long size, String adler32) {}

  void run(long now) {
    Map<UUID, Copy> copies = copies();
    Set<UUID> files = new TreeSet<>();
    for (String area : List.of(TapeSite.NEARLINE, TapeSite.ONLINE)) {
      Map<String, Booked> booked = booked(area);
      booked.values().forEach(one -> files.add(one.id()));
      booked.values().forEach(one -> copied(area, one, copies.get(one.id())));
      disk(area, booked);
      names(area, booked, copies);
      counters(area);
    }
    copies.values().stream()
        .filter(copy -> !files.contains(copy.file()))
        .forEach(copy -> report.wrong("I7", copy.object() + " is the copy of no file"));
    objects(copies);
    left(now);
  }

  private Map<String, Booked> booked(String area) {
    Map<String, Booked> booked = new TreeMap<>();
    sql.sql("SELECT id, path, size, on_disk, on_tape FROM stored_file WHERE area = ?")
        .params(List.of(area))
        .query(
            (row, number) ->
                new Booked(
                    Rows.uuid(row.getBytes(1)),
                    Rows.text(row.getBytes(2)),
                    row.getLong(3),
                    row.getBoolean(4),
                    row.getBoolean(5)))
        .list()
        .forEach(
            one -> {
              if (booked.put(one.path(), one) != null) {
                report.wrong("I7", area + "/" + one.path() + " is in the books twice");
              }
            });
    return booked;
  }

  private Map<UUID, Copy> copies() {
    Map<UUID, Copy> copies = new TreeMap<>();
    sql.sql("SELECT file_id, object, size, adler32 FROM tape_copy")
        .query(
            (row, number) ->
                new Copy(
                    Rows.uuid(row.getBytes(1)),
                    Rows.text(row.getBytes(2)),
                    row.getLong(3),
                    row.getString(4)))
        .list()
        .forEach(copy -> copies.put(copy.file(), copy));
    return copies;
  }

  /** I13: each file has a complete copy in the library. */
  private void copied(String area, Booked file, Copy copy) {
    String name = area + "/" + file.path();
    if (copy == null || !file.onTape()) {
      report.wrong("I13", name + " has no copy on tape");
      return;
    }
    Tape.Written written = site.tape().objects().get(copy.object());
    if (written == null) {
      report.wrong("I13", "the copy of " + name + ", " + copy.object() + ", is not on tape");
    } else if (!written.file().equals(file.id())
        || written.content().length() != file.size()
        || !Tape.adler32(written.content()).equals(copy.adler32())) {
      report.wrong("I13", name + " and its copy " + copy.object() + " are not the same");
    }
  }

  /** Books and disk agree. */
  private void disk(String area, Map<String, Booked> booked) {
    Map<String, String> files = site.disk(area).files();
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (Disk.isHidden(file.getKey())) {
        continue;
      }
      Booked book = booked.get(file.getKey());
      boolean isStub = isStub(file.getValue());
      if (book == null) {
        report.wrong("I7", area + "/" + file.getKey() + " is on disk and not in the books");
      } else if (book.size() != file.getValue().length() || book.onDisk() == isStub) {
        report.wrong("I7", file.getKey() + (isStub ? " (a stub)" : "") + " is booked as " + book);
      }
      if (isStub && area.equals(TapeSite.ONLINE)) {
        report.wrong("I13", file.getKey() + " has left the disk of an area that keeps its files");
      }
    }
    booked.keySet().stream()
        .filter(path -> !files.containsKey(path))
        .forEach(
            path -> report.wrong("I7", area + "/" + path + " is in the books and not on disk"));
  }

  /** Whether the disk holds no bytes of a file. */
  static boolean isStub(String content) {
    return !content.isEmpty() && content.charAt(0) == 0;
  }

  /** I1: files on disk or tape have contents that their clients know. */
  private void names(String area, Map<String, Booked> booked, Map<UUID, Copy> copies) {
    for (Name name : site.journal(area).names()) {
      String content = site.disk(area).file(name.path()).orElse(Name.ABSENT);
      if (isStub(content) && booked.containsKey(name.path())) {
        Copy copy = copies.get(booked.get(name.path()).id());
        Tape.Written written = copy == null ? null : site.tape().objects().get(copy.object());
        content = written == null ? "lost:" : written.content();
      }
      if (!name.mayHold(content)) {
        report.wrong("I1", area + "/" + name + ", and there is " + Name.brief(content));
      }
    }
  }

  /** I7, I8: the counters include the files on disk. */
  private void counters(String area) {
    List<Long> counted =
        numbers(
            "SELECT SUM(c.free), SUM(c.promised), SUM(c.used), SUM(c.files) FROM space_share c"
                + " JOIN space s ON s.id = c.space_id WHERE s.area = ?",
            area,
            4);
    List<Long> files =
        numbers(
            "SELECT COALESCE(SUM(CASE WHEN on_disk THEN size ELSE 0 END), 0), COUNT(*)"
                + " FROM stored_file WHERE area = ?",
            area,
            2);
    boolean whole = counted.get(0) + counted.get(1) + counted.get(2) == site.size(area);
    if (!whole || counted.get(1) != 0 || !counted.subList(2, 4).equals(files)) {
      report.wrong(
          "I7",
          "free, promised, used, files of %s are counted as %s; there are %s"
              .formatted(area, counted, files));
    }
  }

  private List<Long> numbers(String question, String area, int columns) {
    return sql.sql(question)
        .params(List.of(area))
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

  /**
   * An object that is neither a copy nor to be removed was written by a batch that could not report
   * it.
   */
  private void objects(Map<UUID, Copy> copies) {
    Set<String> known = new TreeSet<>();
    copies.values().forEach(copy -> known.add(copy.object()));
    texts("SELECT object FROM tape_removal").forEach(known::add);
    site.tape().objects().keySet().stream()
        .filter(object -> !known.contains(object))
        .forEach(object -> report.moved("left on tape unknown"));
  }

  /** I12: no work waits for a dead process, nothing is held, and there is no alarm. */
  private void left(long now) {
    sql
        .sql("SELECT COUNT(*) FROM tape_drive WHERE holder IS NOT NULL AND lease_ms > ?")
        .params(List.of(now))
        .query(Long.class)
        .list()
        .stream()
        .filter(count -> count > 0)
        .forEach(count -> report.wrong("I12", count + " drives are held"));
    texts("SELECT path FROM tape_recall")
        .forEach(path -> report.wrong("I12", "the recall of " + path + " is left"));
    texts("SELECT alarm_key FROM tape_alarm").stream()
        .filter(key -> !key.startsWith(HELD))
        .forEach(key -> report.wrong("alarms", "[" + key + "] is raised, and all is well"));
  }

  private List<String> texts(String question) {
    return sql.sql(question).query((row, number) -> Rows.text(row.getBytes(1))).list();
  }
}
