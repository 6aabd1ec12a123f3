package org.bora.backend.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Bora's tables, filled: as many rows of everything that grows with requests, files or callers, as
 * if all of them were live at once. Row {@code n} of one table and row {@code n} of another speak
 * of the same request and the same file.
 */
final class FilledSchema {
  /** Instants of the rows lie a second apart, in the order of their numbers, around this one. */
  static final long NOW_MS = 1_800_000_000_000L;

  /** Tables as long as the configuration, or what it bounds: a walk through them costs nothing. */
  static final Map<String, String> BOUNDED =
      Map.ofEntries(
          Map.entry("sweep_turn", "a row for each task"),
          Map.entry("area_claim", "a row for each area"),
          Map.entry("area_holder", "a row for each area and backend"),
          Map.entry("buffer_turn", "a row for each area"),
          Map.entry("tape_scrub", "a row for each area"),
          Map.entry("tape_drive", "a row for each drive of a library"),
          Map.entry("tape_drive_wish", "three rows for each library"),
          Map.entry("process_figures", "a row for each process of the site"),
          Map.entry("site_history", "a row for each stretch of a day and of a month"),
          Map.entry("name_move", "a row for each rename of the last ten minutes"),
          Map.entry("backend_presence", "a row for each backend"),
          Map.entry("backend_session", "a row for each connection of a backend"),
          Map.entry("bearer_secret", "the row of the present generation"),
          Map.entry("seal_key", "a row for each key of the site"),
          Map.entry("vault_key", "a row for each key of the site"));

  private static final int FEW = 8;

  /** Rows of each table that the server has room for as it is. */
  private static final int ROOM = 100_000;

  /** Parents before their children. */
  private static final List<String> ORDER =
      List.of("request", "space", "space_share", "ls_listing", "ls_result");

  /** What most rows of a table are, for columns named state. */
  private static final Map<String, String> STATES =
      Map.of(
          "put_file", "IF(n % 4 = 0, 'STORED', 'SPACE_AVAILABLE')",
          "pin", "ELT(1 + n % 4, 'RELEASED', 'PINNED', 'PINNED', 'WAITING')",
          "copy_file", "ELT(1 + n % 3, 'DONE', 'QUEUED', 'RUNNING')",
          "ls_listing", "IF(n % 2 = 0, 'LISTED', 'LISTING')",
          "tape_recall",
              "ELT(1 + n % 8, 'UNLOCATED', 'RUNNING', 'WAITING', 'WAITING', 'WAITING',"
                  + " 'WAITING', 'WAITING', 'WAITING')",
          "name_move", "ELT(1 + n % 3, 'RUNNING', 'LOOSE', 'DONE')",
          "tape_task", "ELT(1 + n % 3, 'WAITING', 'TAKEN', 'REPORTED')");

  private static final Map<String, String> BY_TABLE =
      Map.ofEntries(
          Map.entry("space.id", "UNHEX(LEFT(SHA2(n, 256), 32))"),
          Map.entry("sweep_turn.task", "CONCAT('task', n)"),
          Map.entry("area_claim.area", "CONCAT('area', n)"),
          Map.entry("area_holder.area", "CONCAT('area', n DIV 10)"),
          Map.entry("process_figures.process", "CONCAT('process', n)"),
          Map.entry("site_history.span", "IF(n % 2 = 0, 'DAY', 'MONTH')"),
          Map.entry("backend_presence.backend", "UNHEX(LEFT(SHA2(n, 256), 32))"),
          Map.entry("backend_session.session_id", "n"),
          Map.entry("seal_key.number", "n"),
          Map.entry("bearer_secret.generation", "n"),
          Map.entry("tape_task_batch.batch", "UNHEX(LEFT(SHA2(n, 256), 32))"),
          Map.entry("access_key.id", "CONCAT('BORA', n)"),
          Map.entry("vault_key.number", "n"));

  private static final Map<String, String> BY_COLUMN =
      Map.ofEntries(
          Map.entry("area", "'vo'"),
          Map.entry("buffer", "'vo'"),
          Map.entry("library", "'lib'"),
          Map.entry("library_name", "'lib'"),
          Map.entry("path", "CONCAT('d', n % 1000, '/f', n)"),
          Map.entry("caller", "LPAD(HEX(n), 16, '0')"),
          Map.entry("volume", "CONCAT('V', n % 1000)"),
          Map.entry("position", "0"),
          Map.entry("part", "0"),
          Map.entry("owner_dn", "IF(n % 2 = 0, 'alice', CONCAT('dn', n % 1000))"),
          Map.entry("owner", "IF(n % 2 = 0, 'alice', CONCAT('dn', n % 1000))"),
          Map.entry("owner_role", "NULL"),
          Map.entry("owner_vo", "IF(n % 2 = 0, 'vo', CONCAT('vo', n % 100))"),
          Map.entry("kind", "IF(n % 2 = 0, 'PUT', 'GET')"),
          Map.entry("token", "CONCAT('token', n)"),
          Map.entry("object", "CONCAT('object', n)"),
          Map.entry("alarm_key", "CONCAT('alarm', n)"),
          Map.entry("task", "UNHEX(LEFT(SHA2(n, 256), 32))"),
          Map.entry("space_id", "UNHEX(LEFT(SHA2(n % 1000, 256), 32))"),
          Map.entry("backend", "UNHEX(LEFT(SHA2(n % 10, 256), 32))"),
          Map.entry("batch", "UNHEX(LEFT(SHA2(n % 1000, 256), 32))"),
          Map.entry("slot", "n"),
          Map.entry("tries", "IF(n % 1000 = 1, 3, 0)"),
          Map.entry("operation", "'MIGRATE'"),
          Map.entry("taken_for", "ELT(1 + n % 3, 'RECALL', 'MIGRATE', 'REMOVE')"),
          Map.entry("waits_for", "IF(n % 4 = 3, ELT(1 + n % 8 DIV 4, 'START', 'TAPE'), NULL)"),
          Map.entry("code", "IF(n % 2 = 0, 'SUCCESS', 'REQUEST_INPROGRESS')"),
          Map.entry("storage_type", "'VOLATILE'"),
          Map.entry("released_ms", "NULL"),
          Map.entry("share", "n DIV 1000 % 8"),
          Map.entry("on_disk", "n % 8 < 6"),
          Map.entry("on_tape", "n % 2"),
          Map.entry("held", "n % 2"),
          Map.entry("ended_told", "0"),
          Map.entry("unwanted", "0"),
          Map.entry("lifetime_s", "86400"));

  private final Connection connection;
  private final String schema;
  private final int rows;

  /** The expressions of the columns of each table, over {@code n}. */
  private final Map<String, Map<String, String>> tables = new LinkedHashMap<>();

  FilledSchema(Connection connection, int rows) throws SQLException {
    this.connection = connection;
    this.schema = connection.getCatalog();
    this.rows = rows;
    readColumns();
  }

  private void readColumns() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT table_name, column_name, column_type, is_nullable, extra FROM"
                    + " information_schema.columns WHERE table_schema = '"
                    + schema
                    + "' AND table_name NOT LIKE 'flyway%' ORDER BY table_name, ordinal_position")) {
      while (found.next()) {
        if (!found.getString(5).toUpperCase(java.util.Locale.ROOT).contains("GENERATED")) {
          tables
              .computeIfAbsent(found.getString(1), none -> new LinkedHashMap<>())
              .put(found.getString(2), expression(found));
        }
      }
    }
  }

  private static String expression(ResultSet found) throws SQLException {
    String table = found.getString(1);
    String column = found.getString(2);
    String type = found.getString(3);
    if (column.equals("state")) {
      return STATES.get(table);
    }
    if (BY_TABLE.containsKey(table + "." + column)) {
      return BY_TABLE.get(table + "." + column);
    }
    if (BY_COLUMN.containsKey(column)) {
      return BY_COLUMN.get(column);
    }
    if (column.endsWith("_ms")) {
      return "(" + NOW_MS + " + (n - " + "MIDDLE" + ") * 1000)";
    }
    return switch (type) {
      case "binary(16)" -> "UNHEX(LEFT(SHA2(n, 256), 32))";
      case "binary(32)" -> "UNHEX(SHA2(n, 256))";
      default -> byKind(type, found.getString(4).equals("YES"));
    };
  }

  private static String byKind(String type, boolean nullable) {
    if (type.contains("int")) {
      return "1";
    }
    if (type.contains("blob")) {
      return "'srm://se.example.org:8444/srm/managerv2?SFN=/vo/f'";
    }
    return nullable ? "NULL" : "''";
  }

  /** Fills all tables; {@link #sample} speaks of a row in the middle. */
  void fill() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (rows > ROOM) {
        // keys are random: with the pool of a test each row would cost a page from the disk
        statement.execute("SET GLOBAL innodb_buffer_pool_size = 4294967296");
        boolean maria = connection.getMetaData().getDatabaseProductVersion().contains("MariaDB");
        statement.execute(
            "SET GLOBAL "
                + (maria ? "innodb_log_file_size" : "innodb_redo_log_capacity")
                + " = 2147483648");
      }
      statement.execute("SET SESSION unique_checks = 0, foreign_key_checks = 0");
      statement.execute("CREATE TABLE counted (n INT PRIMARY KEY)");
      statement.execute("INSERT INTO counted VALUES (0)");
      for (int have = 1; have < rows; have *= 2) {
        statement.execute(
            "INSERT INTO counted SELECT n + "
                + have
                + " FROM counted WHERE n + "
                + have
                + " < "
                + rows);
      }
      List<String> order = new ArrayList<>(ORDER);
      tables.keySet().stream().filter(table -> !ORDER.contains(table)).forEach(order::add);
      for (String table : order) {
        fill(statement, table);
      }
      statement.execute("DROP TABLE counted");
      statement.execute("SET SESSION unique_checks = 1, foreign_key_checks = 1");
    }
  }

  private void fill(Statement statement, String table) throws SQLException {
    if (rows > ROOM && count(table) > ROOM) {
      // keys are random: sorted once each, indexes are made in a tenth of the time
      List<String> indexes = definitions(statement, table, "(UNIQUE )?KEY .*");
      String key = definitions(statement, table, "PRIMARY KEY .*").getFirst();
      alter(statement, table, indexes.stream().map(index -> "DROP KEY " + name(index)).toList());
      insert(statement, table, " ORDER BY " + expressions(table, key));
      alter(statement, table, indexes.stream().map(index -> "ADD " + index).toList());
    } else {
      insert(statement, table, "");
    }
    statement.execute("ANALYZE TABLE " + table);
  }

  /** The expressions of the columns that an index is of. */
  private String expressions(String table, String index) {
    return Arrays.stream(index.split("`", -1))
        .filter(tables.get(table)::containsKey)
        .map(tables.get(table)::get)
        .filter(expression -> expression.matches(".*\\bn\\b.*")) // a number would be a column's
        .collect(Collectors.joining(", "));
  }

  /** Lines of SHOW CREATE TABLE. */
  private static List<String> definitions(Statement statement, String table, String pattern)
      throws SQLException {
    try (ResultSet shown = statement.executeQuery("SHOW CREATE TABLE " + table)) {
      shown.next();
      return shown
          .getString(2)
          .lines()
          .map(String::trim)
          .filter(line -> line.matches(pattern))
          .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
          .toList();
    }
  }

  private static String name(String index) {
    return '`' + index.split("`", -1)[1] + '`';
  }

  private static void alter(Statement statement, String table, List<String> changes)
      throws SQLException {
    if (!changes.isEmpty()) {
      statement.execute("ALTER TABLE " + table + " " + String.join(", ", changes));
    }
  }

  private void insert(Statement statement, String table, String order) throws SQLException {
    Map<String, String> columns = tables.get(table);
    String names =
        columns.keySet().stream().map(name -> '`' + name + '`').collect(Collectors.joining(", "));
    statement.execute(
        "INSERT INTO "
            + table
            + " ("
            + names
            + ") SELECT "
            + String.join(", ", columns.values()).replace("MIDDLE", Integer.toString(middle()))
            + " FROM counted WHERE n < "
            + count(table)
            + order.replace("MIDDLE", Integer.toString(middle())));
  }

  private int count(String table) {
    return switch (table) {
      case "space" -> Math.min(rows, 1000);
      case "space_share" -> Math.min(rows, 8000);
      case "buffer_turn", "tape_scrub" -> 1;
      case "tape_drive_wish" -> 3;
      default -> BOUNDED.containsKey(table) ? FEW : rows;
    };
  }

  private int middle() {
    return rows / 2;
  }

  boolean hasColumn(String table, String column) {
    return tables.containsKey(table)
        && (tables.get(table).containsKey(column) || column.equals("active_key"));
  }

  /** The value of a column in some row from the middle on, as SQL. */
  String sample(String table, String column, int offset) {
    String expression =
        column.equals("active_key") ? "UNHEX(SHA2(n, 256))" : tables.get(table).get(column);
    int row = BOUNDED.containsKey(table) ? offset % FEW : middle() + 1 + offset;
    return expression
        .replace("MIDDLE", Integer.toString(middle()))
        .replaceAll("\\bn\\b", Integer.toString(row));
  }
}
