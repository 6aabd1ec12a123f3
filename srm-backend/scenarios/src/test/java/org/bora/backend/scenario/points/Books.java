package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.database.Rows;
import org.bora.backend.operation.quota.QuotaQuestions;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.SmallSite;

/** What the database says, against the files. */
final class Books {
  private final Stage stage;
  private final SmallSite site;

  Books(Stage stage) {
    this.stage = stage;
    this.site = stage.world.b.site;
  }

  /** Counters that are not the sums of what they count, or promise what is not there. */
  List<String> wrongCounters() {
    List<String> wrong = new ArrayList<>();
    List<UUID> spaces =
        site.transactions.read(
            sql ->
                sql.sql("SELECT id FROM space")
                    .query((row, number) -> Rows.uuid(row.getBytes(1)))
                    .list());
    for (UUID space : spaces) {
      Sums counted = site.transactions.read(sql -> site.books.sums(sql, space));
      Sums real = site.transactions.read(sql -> site.books.filesOf(sql, space));
      long promised =
          site.transactions.read(
              sql ->
                  sql.sql(
                          "SELECT COALESCE(SUM(promised), 0) FROM put_file"
                              + " WHERE space_id = ? AND state = 'SPACE_AVAILABLE'")
                      .params(List.of(Rows.bytes(space)))
                      .query(Long.class)
                      .single());
      if (counted.used() != real.used()
          || counted.files() != real.files()
          || counted.promised() != promised
          || counted.used() < 0
          || counted.free() < 0
          || !stage.world.isTotal(space, counted)) {
        wrong.add("counted " + counted + ", but there are " + real + ", promised " + promised);
      }
    }
    return wrong;
  }

  /** A row of the books, and whether it is on tape or on its way there. */
  private record Row(String path, long size, boolean safe) {}

  /**
   * Files without rows, rows without files, and in areas on tape files that would never get there.
   */
  List<String> wrongRows() {
    List<String> wrong = new ArrayList<>();
    Map<String, Long> rows = new TreeMap<>();
    for (Row row : rows()) {
      String name = row.path().substring(stage.path("").length() + 1);
      if (stage.world.onTape && !row.safe()) {
        wrong.add(name + " will never get to tape");
      }
      if (rows.put(name, row.size()) != null) {
        wrong.add(name + " is in the books twice");
      }
    }
    Map<String, Long> files = new TreeMap<>();
    stage.files().forEach((name, content) -> files.put(name, (long) content.length()));
    if (!rows.equals(files)) {
      wrong.add("the books have " + rows + ", the disk has " + files);
    }
    return wrong;
  }

  private List<Row> rows() {
    return site.transactions.read(
        sql ->
            sql.sql(
                    "SELECT f.path, f.size, f.on_tape OR m.file_id IS NOT NULL AS safe"
                        + " FROM stored_file f LEFT JOIN tape_migration m ON m.file_id = f.id"
                        + " WHERE f.area = 'vo' AND f.path LIKE ?")
                .params(List.of(stage.path("") + "/%"))
                .query(
                    (row, number) ->
                        new Row(
                            Rows.text(row.getBytes("path")),
                            row.getLong("size"),
                            row.getBoolean("safe")))
                .list());
  }

  /**
   * What counts of quotas but is not there, and the reverse; and whether all that is left is given.
   */
  List<String> wrongQuotas() {
    if (!stage.world.quotas) {
      return List.of();
    }
    List<String> wrong = new ArrayList<>();
    Map<String, String> files = stage.files();
    long bytes = files.values().stream().mapToLong(String::length).sum();
    long most = World.QUOTA.bytes().orElseThrow();
    QuotaQuestions questions =
        new QuotaQuestions(
            site.entrance, site.transactions, new Quotas(site.books, site.time::millis));
    questions
        .functions()
        .call(
            Catalogue.QUOTAS,
            Stage.call(stage.world.b),
            new SurlsRequest(List.of(stage.surl("any"))))
        .quotas()
        .stream()
        .filter(one -> one.usedFiles() != files.size() || one.usedBytes() != bytes)
        .forEach(one -> wrong.add(one + ", but there are " + files));
    if (isGiven(most - bytes + 1)) {
      wrong.add("more than the quota is given beside " + files);
    }
    if (!isGiven(most - bytes)) {
      wrong.add("less than the quota is given beside " + files);
    }
    return wrong;
  }

  private boolean isGiven(long bytes) {
    DoorCalls door = new DoorCalls(stage, stage.world.b);
    Optional<DoorCalls.Begun> begun =
        door.begin("last", bytes, Optional.empty(), new ArrayList<>());
    begun.ifPresent(door::giveUp);
    return begun.isPresent();
  }

  /** Names that no one can write to, though their deadlines have passed. */
  List<String> busyNames() {
    return site.transactions.read(
        sql ->
            sql.sql(
                    "SELECT path FROM put_file WHERE active_key IS NOT NULL AND area = 'vo'"
                        + " AND path LIKE ?")
                .params(List.of(stage.path("") + "/%"))
                .query((row, number) -> Rows.text(row.getBytes(1)) + " is busy for ever")
                .list());
  }
}
