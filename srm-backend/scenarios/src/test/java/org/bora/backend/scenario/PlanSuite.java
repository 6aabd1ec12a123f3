package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.StatementCatalogue;
import org.bora.backend.testing.StatementCatalogue.Entry;
import org.bora.backend.testing.StatementTap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No statement without an index, on whatever database a subclass names: every statement that Bora
 * sends is explained, about one thing and about a thousand, and run against tables that are full.
 * What it reads may not grow with the tables. {@code -Dbora.plan.rows=1000000} makes them as full
 * as docs/adr/0026 tells; a fault of kind shows at any size.
 */
abstract class PlanSuite {
  private static final int ROWS = Integer.getInteger("bora.plan.rows", 20_000);

  /** So many that a walk is never the cheaper way, however small the tables are. */
  private static final int MANY = Math.min(1000, ROWS / 100);

  /** Rows that a statement about one thing, or a batch of 100, may look at. */
  private static final long MOST_READ = 2000;

  /** Who may read more, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("accesskey.AccessKeyTable.all", "begins an index and ends after its limit"),
          Map.entry("accesskey.AccessKeyTable.deleteAll", "for an administrator: every key goes"),
          Map.entry("allowance.CreditTable.held", "the open puts of one holder, seldom: a setting"),
          Map.entry("allowance.CreditTable.spend", "seldom: the holders of one area"),
          Map.entry("allowance.QuotaTable.ofUser", "parts that a sweep has not settled"),
          Map.entry("allowance.QuotaTable.ofVo", "parts that a sweep has not settled"),
          Map.entry("desk.BanTable.count", "at most 2,000 rows"),
          Map.entry("desk.CallerTable.open", "for an administrator: what is open"),
          Map.entry("desk.RequestListTable.open", "for an administrator: what is open"),
          Map.entry("fleet.FleetTable.heardSince", "a row for each process of the site"),
          Map.entry("fleet.FileCountTable.copies", "once a minute: an index of what is under way"),
          Map.entry("fleet.FileCountTable.pins", "once a minute: an index of what is under way"),
          Map.entry("fleet.FileCountTable.puts", "once a minute: an index of what is under way"),
          Map.entry("fleet.FileCountTable.waiting", "once a minute: an index of what waits"),
          Map.entry("listing.ListingTable.deleteResults", "as many as listings are kept"),
          Map.entry("operation.copy.CopyTable.openAt", "the copies of one backend, a setting"),
          Map.entry("operation.copy.CopyTable.renew", "the copies of one backend, a setting"),
          Map.entry("operation.space.SpaceRequestTable.unfinished", "files of changes that go on"),
          Map.entry("pin.PinTable.keptBy", "adds up the pins of one caller's live requests"),
          Map.entry("space.ShareTable.spokenFor", "eight rows for each reservation"),
          Map.entry("space.StoredFileTable.residentNotOnTape", "adds up what waits for tape"),
          Map.entry("space.StoredFileTable.onTape", "for an administrator: what is on tape"),
          Map.entry("space.SpaceTable.deleteEnded", "every few hours: a row for each reservation"),
          Map.entry("space.SpaceTable.ended", "a row for each reservation"),
          Map.entry("space.SpaceTable.ids", "a row for each reservation"),
          Map.entry("space.SpaceTable.living", "a row for each reservation"),
          Map.entry("space.SpaceTable.reserved", "a row for each reservation"),
          Map.entry("stage.alarm.AlarmTable.count", "for an administrator: an index of alarms"),
          Map.entry("ledger.MigrationTable.backlog", "for an administrator: what waits"),
          Map.entry("ledger.RemovalTable.backlog", "for an administrator: what waits"),
          Map.entry("stage.alarm.AlarmTable.first", "begins an index and ends after its limit"),
          Map.entry("stage.board.BatchTable.batches", "what the tape systems have in hand"),
          Map.entry("stage.board.TaskTable.count", "what the tape systems have in hand"),
          Map.entry("stage.board.TaskTable.idle", "what the tape systems have in hand"),
          Map.entry("stage.recall.RecallLineTable.batches", "what the tape systems have in hand"),
          Map.entry("stage.recall.RecallLineTable.demands", "adds up an index of what waits"),
          Map.entry("stage.recall.RecallLineTable.loads", "adds up an index of what waits"),
          Map.entry("stage.recall.RecallQueueTable.queues", "for an administrator: what waits"),
          Map.entry("stage.recall.RecallLineTable.turns", "a row for each caller of a day"));

  @Test
  void everyMethodThatSendsAStatementIsInTheCatalogue() throws IOException {
    assertEquals(
        String.join("\n", sendersInCode()),
        String.join("\n", new TreeSet<>(StatementCatalogue.read().senders())));
  }

  /** The methods of *Table classes that give a JdbcClient or a Dialogue a statement. */
  private static Set<String> sendersInCode() throws IOException {
    Set<String> senders = new TreeSet<>();
    for (String module : List.of("core", "tape", "copy")) {
      for (Path file : tables(Path.of("..", module, "target", "classes"))) {
        ClassModel model = ClassFile.of().parse(file);
        for (MethodModel method : model.methods()) {
          if (sends(method)) {
            senders.add(
                StatementTap.sender(
                    model.thisClass().asInternalName().replace('/', '.'),
                    method.methodName().stringValue()));
          }
        }
      }
    }
    return senders;
  }

  private static List<Path> tables(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(path -> path.getFileName().toString().matches(".*Table(\\$.*)?\\.class"))
          .toList();
    }
  }

  private static boolean sends(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .anyMatch(
            element ->
                element instanceof InvokeInstruction call
                    && (isCall(call, "/JdbcClient", "sql") || isCall(call, "/Dialogue", "tell")));
  }

  private static boolean isCall(InvokeInstruction call, String owner, String name) {
    return call.owner().asInternalName().endsWith(owner) && call.name().equalsString(name);
  }

  /** A million rows of each of thirty tables take longer than a test may. */
  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void noStatementReadsMoreWhenTablesGrow(Schemas schemas) throws SQLException {
    DatabaseSettings settings = schemas.migrated();
    List<String> wrongs = new ArrayList<>();
    try (Connection connection =
        DriverManager.getConnection(settings.url(), settings.user(), settings.password())) {
      FilledSchema filled = new FilledSchema(connection, ROWS);
      filled.fill();
      connection.setAutoCommit(false);
      Plans plans = new Plans(connection);
      for (Entry entry : StatementCatalogue.read().entries()) {
        if (!EXCEPTIONS.containsKey(entry.sender())) {
          check(plans, filled, entry, wrongs);
        }
      }
      takesABatchOfManyOverduePuts(plans, wrongs);
      passesOverRequestsThatHaveEnded(plans, wrongs);
      walksThroughNoRequestsOfOtherVos(plans, wrongs);
      readsNothingWhereNothingIsOpen(connection, plans, wrongs);
    }
    assertEquals("", String.join("\n\n", wrongs));
  }

  /** All puts being overdue, which no sample value says. */
  private static void takesABatchOfManyOverduePuts(Plans plans, List<String> wrongs)
      throws SQLException {
    String none = "UNHEX('" + "0".repeat(32) + "')";
    String end = Long.toString(Long.MAX_VALUE);
    readsFew(
        "request.PutTable.takeOverdue",
        List.of(end, "0", "0", none, none, "0", "200"),
        plans,
        wrongs);
  }

  /** Half of all rows are alice's; her live pins may be read, those of days ago may not. */
  private static void passesOverRequestsThatHaveEnded(Plans plans, List<String> wrongs)
      throws SQLException {
    String end = Long.toString(Long.MAX_VALUE);
    readsFew("pin.PinTable.keptBy", List.of("'alice'", end, "'vo'", "0"), plans, wrongs);
  }

  /** Of a VO with few requests, and of none, a page of many is wanted. */
  private static void walksThroughNoRequestsOfOtherVos(Plans plans, List<String> wrongs)
      throws SQLException {
    String end = "UNHEX('" + "f".repeat(32) + "')";
    for (String vo : List.of("'vo57'", "'none'")) {
      readsFew("desk.RequestListTable.ofVo", List.of(vo, end, "1000"), plans, wrongs);
    }
  }

  /** Who adds up or lists what is open goes through indexes of states, however full the tables. */
  private static void readsNothingWhereNothingIsOpen(
      Connection connection, Plans plans, List<String> wrongs) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UPDATE put_file SET state = 'STORED'");
      statement.execute("UPDATE pin SET state = 'RELEASED'");
      statement.execute("UPDATE copy_file SET state = 'DONE'");
      connection.commit();
      // anew, with what is there now: entries that were marked as gone a moment ago would be
      // reckoned with
      statement.execute("OPTIMIZE TABLE put_file, pin, copy_file");
    }
    String end = "UNHEX('" + "f".repeat(32) + "')";
    List<String> open = List.of(end, "0", end, "0", end, end, "1000");
    readsFew("desk.RequestListTable.open", open, plans, wrongs);
    readsFew("fleet.FileCountTable.puts", List.of(), plans, wrongs);
    readsFew("fleet.FileCountTable.pins", List.of("0"), plans, wrongs);
    readsFew("fleet.FileCountTable.waiting", List.of(), plans, wrongs);
    readsFew("fleet.FileCountTable.copies", List.of(), plans, wrongs);
  }

  private static void readsFew(String sender, List<String> values, Plans plans, List<String> wrongs)
      throws SQLException {
    String statement =
        StatementCatalogue.read().entries().stream()
            .filter(candidate -> candidate.sender().equals(sender))
            .findFirst()
            .orElseThrow()
            .shape();
    for (String value : values) {
      statement = statement.replaceFirst("\\?", value);
    }
    long read = plans.read(statement);
    if (read > MOST_READ) {
      wrongs.add(sender + " reads " + read + " rows: " + statement);
    }
  }

  private static void check(Plans plans, FilledSchema filled, Entry entry, List<String> wrongs)
      throws SQLException {
    String one = SampleValues.in(filled, entry.shape());
    String many = SampleValues.in(filled, entry.about(MANY));
    List<String> found = new ArrayList<>();
    found.addAll(plans.walks(one));
    if (!many.equals(one)) {
      plans.walks(many).forEach(walk -> found.add("about " + MANY + ": " + walk));
    }
    long read = plans.read(one);
    if (read > MOST_READ) {
      found.add("reads " + read + " rows");
    }
    if (!found.isEmpty()) {
      wrongs.add(
          String.join("\n  ", entry.sender() + ": " + entry.shape(), String.join("\n  ", found)));
    }
  }
}
