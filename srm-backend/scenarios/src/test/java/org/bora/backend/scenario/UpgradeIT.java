package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.db.Schema;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A schema of two releases before, with live requests in it, is migrated while an old backend goes
 * on writing its statements; then this release finishes what the old one began.
 */
@ExtendWith(MariaDb.class)
@Timeout(120)
class UpgradeIT {

  /** Before columns were added to tables that every put and every pin has rows in. */
  private static final String OLD = "10";

  private static final int WRITERS = 2;
  private static final int SOME = 20;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  @TempDir private Path root;

  @Test
  void liveRequestsOutliveAMigrationUnderWriters(Schemas schemas) throws Exception {
    DatabaseSettings donor = schemas.migrated();
    PutReply begun;
    GetReply pinned;
    try (SmallSite before = new SmallSite(donor, root, time)) {
      begun = prepared(before, "begun");
      PutReply stored = prepared(before, "stored");
      assertEquals(SrmStatus.SUCCESS, done(before, stored, "stored"));
      pinned = before.gets.call(Catalogue.PREPARE_TO_GET, before.call(ALICE), get("stored"));
    }
    DatabaseSettings old = schemas.empty();
    try (Database database = new Database(old)) {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(database.reads())
          .locations("classpath:db/migration")
          .target(OLD)
          .load()
          .migrate();
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      copyRows(transactions, donor, old);
      migrateUnderWriters(database, transactions);
    }
    try (SmallSite after = new SmallSite(old, root, time)) {
      assertEquals(SrmStatus.SUCCESS, done(after, begun, "begun"));
      assertEquals("bytes", Files.readString(root.resolve("begun")));
      StatusRequest question = new StatusRequest(pinned.token().orElseThrow(), List.of());
      assertEquals(
          SrmStatus.FILE_PINNED,
          after
              .gets
              .call(Catalogue.STATUS_OF_GET, after.call(ALICE), question)
              .files()
              .getFirst()
              .status()
              .code());
      assertEquals(2, one(after, "SELECT SUM(files) FROM space_share"));
      assertEquals(0, one(after, "SELECT SUM(promised) FROM space_share"));
      assertEquals(SrmStatus.SUCCESS, done(after, prepared(after, "new"), "new"));
      String ofVo = "SELECT COUNT(*) FROM request WHERE owner_vo ";
      assertTrue(one(after, ofVo + "IS NULL") > 2 * SOME, "the old release knows no VO");
      assertEquals(1, one(after, ofVo + "= 'vo'"), "this one does");
    }
  }

  private static void migrateUnderWriters(Database database, Transactions transactions)
      throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<AtomicInteger> rounds =
        IntStream.range(0, WRITERS).mapToObj(_ -> new AtomicInteger()).toList();
    List<CompletableFuture<Void>> writers =
        rounds.stream()
            .map(
                count ->
                    CompletableFuture.runAsync(
                        () -> writeAsBefore(transactions, over, count), Thread::startVirtualThread))
            .toList();
    try {
      some(rounds, writers, SOME);
      assertTrue(new Schema(database.reads()).migrate() > 0);
      some(rounds, writers, rounds.stream().mapToInt(AtomicInteger::get).max().orElse(0) + SOME);
    } finally {
      over.set(true);
    }
    for (CompletableFuture<Void> writer : writers) {
      writer.get(1, TimeUnit.MINUTES);
    }
    int written =
        transactions.read(
            sql ->
                sql.sql(
                        "SELECT COUNT(*) FROM put_file WHERE path LIKE 'old/%'"
                            + " AND state = 'ABORTED'")
                    .query(Integer.class)
                    .single());
    assertEquals(
        rounds.stream().mapToInt(AtomicInteger::get).sum(), written, "what was committed is there");
  }

  private static void some(
      List<AtomicInteger> rounds, List<CompletableFuture<Void>> writers, int count) {
    long end = System.nanoTime() + 60_000_000_000L;
    while (rounds.stream().anyMatch(round -> round.get() < count)) {
      assertTrue(System.nanoTime() < end, "the old release writes no more");
      writers.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(w -> w.join());
      LockSupport.parkNanos(2_000_000);
    }
  }

  /** A put that is given up, with the columns that the old release knows. */
  private static void writeAsBefore(
      Transactions transactions, AtomicBoolean over, AtomicInteger rounds) {
    while (!over.get()) {
      byte[] request = Rows.bytes(UUID.randomUUID());
      byte[] upload = Rows.bytes(UUID.randomUUID());
      transactions.run(
          sql -> {
            sql.sql(
                    "INSERT INTO request (id, kind, owner_dn, description, created_ms, deadline_ms,"
                        + " ends_ms) VALUES (?, 'PUT', 'old', '', 0, 0, 0)")
                .param(request)
                .update();
            return sql.sql(
                    "INSERT INTO put_file (request_id, position, surl, area, path, name_key, state,"
                        + " explanation, replace_old, upload_id, created_ms, pin_until_ms)"
                        + " VALUES (?, 0, '', 'vo', CONCAT('old/', HEX(?)), CONCAT(?, ?),"
                        + " 'SPACE_AVAILABLE', '', FALSE, ?, 0, 0)")
                .params(request, upload, upload, upload, upload)
                .update();
          });
      transactions.run(
          sql ->
              sql.sql("UPDATE put_file SET state = 'ABORTED' WHERE upload_id = ?")
                  .param(upload)
                  .update());
      rounds.incrementAndGet();
    }
  }

  /** All that the old release has a place for. */
  private static void copyRows(
      Transactions transactions, DatabaseSettings from, DatabaseSettings to) {
    transactions.run(
        sql -> {
          sql.sql("SET SESSION foreign_key_checks = 0").update(); // their order is that of names
          columns(sql, schema(to))
              .forEach(
                  (table, columns) ->
                      sql.sql(
                              "INSERT INTO %1$s (%2$s) SELECT %2$s FROM %3$s.%1$s"
                                  .formatted(table, String.join(", ", columns), schema(from)))
                          .update());
          return sql.sql("SET SESSION foreign_key_checks = 1").update();
        });
  }

  /** The columns of each table but those that the server computes. */
  private static Map<String, List<String>> columns(JdbcClient sql, String schema) {
    Map<String, List<String>> columns = new TreeMap<>();
    sql.sql(
            "SELECT table_name AS t, column_name AS c FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name <> 'flyway_schema_history'"
                + " AND extra NOT LIKE '%GENERATED%'")
        .param(schema)
        .query(
            row -> {
              columns
                  .computeIfAbsent(row.getString("t"), _ -> new ArrayList<>())
                  .add("`" + row.getString("c") + "`");
            });
    return columns;
  }

  private static String schema(DatabaseSettings settings) {
    return URI.create(settings.url().substring("jdbc:".length())).getPath().substring(1);
  }

  private static long one(SmallSite site, String query) {
    return site.transactions.read(sql -> sql.sql(query).query(Long.class).single());
  }

  private static PutReply prepared(SmallSite site, String name) {
    PutReply reply =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE, "/vo"), put(OverwriteMode.NEVER, 5, name));
    write(reply.files().getFirst().turl().orElseThrow(), "bytes");
    return reply;
  }

  private static SrmStatus done(SmallSite site, PutReply reply, String name) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }
}
