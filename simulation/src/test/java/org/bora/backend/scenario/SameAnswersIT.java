package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.StatementCatalogue;
import org.bora.backend.testing.StatementCatalogue.Entry;
import org.bora.simulation.sql.SimulatedSchemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs every statement of the catalogue, for one object and for three, on tables with the same
 * rows. The simulated database must give the same answers as MariaDB and leave the same rows in the
 * tables.
 */
@ExtendWith(MariaDb.class)
class SameAnswersIT {
  /** Less than the samples' LIMIT; otherwise the server would choose which rows to omit. */
  private static final int ROWS = 60;

  /** At least this many answers are rows or changes of rows; the others are empty. */
  private static final int TELLING = 500;

  /** Differs between the servers. */
  private static final String CLOCK = "database.TimeTable.now";

  private static final List<String> PARENTS = List.of("request", "space", "ls_listing");

  /** Functions of the samples that Bora does not use: MariaDB evaluates them. */
  private static final Pattern OF_SAMPLES =
      Pattern.compile("ELT\\([^()]*\\)|LPAD\\(HEX\\([^()]*\\), 16, '0'\\)");

  private static final Pattern CHANGE = Pattern.compile("INSERT |REPLACE |UPDATE |DELETE ");

  private final List<String> tables = new ArrayList<>();

  /** The columns of each table, separated by commas. */
  private final Map<String, String> columns = new HashMap<>();

  @Test
  void everyStatementIsAnsweredAsByMariaDb(Schemas schemas) throws SQLException {
    DatabaseSettings settings = schemas.migrated();
    try (SimulatedSchemas simulated = new SimulatedSchemas();
        Connection real = DriverManager.getConnection(settings.url(), settings.user(), "");
        Connection ours = DriverManager.getConnection(simulated.migrated().url(), "root", "")) {
      FilledSchema filled = new FilledSchema(real, ROWS);
      filled.fill();
      copy(real, ours);
      real.setAutoCommit(false);
      real.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      ours.setAutoCommit(false);
      List<String> wrongs = new ArrayList<>();
      int telling = 0;
      for (Entry entry : StatementCatalogue.read().entries()) {
        for (int count : new int[] {1, 3}) {
          String sql = known(real, SampleValues.in(filled, entry.about(count)));
          String expected = answer(real, sql);
          String told = answer(ours, sql);
          telling += expected.matches("(?s)rows \\[.+|[1-9].*") ? 1 : 0;
          if (!expected.equals(told) && !entry.sender().equals(CLOCK)) {
            wrongs.add(
                String.join("\n  ", entry.sender() + ": " + sql, "MariaDB " + expected, told));
          }
        }
      }
      assertEquals("", String.join("\n\n", wrongs));
      assertTrue(telling >= TELLING, telling + " were about a row that is there");
    }
  }

  private static String known(Connection real, String sql) throws SQLException {
    Matcher foreign = OF_SAMPLES.matcher(sql);
    StringBuilder known = new StringBuilder();
    while (foreign.find()) {
      String value = rows(real, "SELECT HEX(" + foreign.group() + ")").getFirst();
      String text = value.equals("NULL") ? value : "x'" + text(value) + "'";
      foreign.appendReplacement(known, Matcher.quoteReplacement(text));
    }
    return foreign.appendTail(known).toString();
  }

  /** The text behind its form in {@link #rows}. */
  private static String text(String shown) {
    return new String(HexFormat.of().parseHex(shown), StandardCharsets.US_ASCII);
  }

  private void copy(Connection real, Connection ours) throws SQLException {
    tables.addAll(PARENTS);
    for (String shown : rows(real, "SHOW TABLES")) {
      String table = text(shown);
      if (!tables.contains(table) && !table.startsWith("flyway") && !table.equals("schema_guard")) {
        tables.add(table);
      }
    }
    for (String table : tables) {
      copy(real, ours, table);
    }
  }

  private void copy(Connection real, Connection ours, String table) throws SQLException {
    try (Statement statement = real.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
      ResultSetMetaData meta = rows.getMetaData();
      List<Integer> places =
          IntStream.rangeClosed(1, meta.getColumnCount())
              .filter(column -> !name(meta, column).equals("active_key"))
              .boxed()
              .toList();
      String names =
          String.join(", ", places.stream().map(column -> "`" + name(meta, column) + "`").toList());
      columns.put(table, names);
      String values = String.join(", ", Collections.nCopies(places.size(), "?"));
      try (PreparedStatement insert =
          ours.prepareStatement(
              "INSERT INTO " + table + " (" + names + ") VALUES (" + values + ")")) {
        while (rows.next()) {
          for (int i = 0; i < places.size(); i++) {
            insert.setBytes(i + 1, rows.getBytes(places.get(i)));
          }
          insert.executeUpdate();
        }
      }
    }
  }

  private static String name(ResultSetMetaData meta, int column) {
    try {
      return meta.getColumnName(column);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The tables that a change names, and those whose rows are deleted with requests. */
  private List<String> touched(String sql) {
    return tables.stream()
        .filter(
            table ->
                sql.contains(table + " ") || (sql.startsWith("DELETE") && table.endsWith("_file")))
        .toList();
  }

  /** Rows; or the number of changed rows and the table's new content; or the error number. */
  private String answer(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!CHANGE.matcher(sql).lookingAt()) {
        List<String> rows = rows(connection, sql);
        return sql.endsWith("LIMIT 1") ? rows.size() + " rows" : "rows " + rows;
      }
      int count = statement.executeUpdate(sql);
      List<String> now = new ArrayList<>();
      for (String table : touched(sql)) {
        now.add(table + " " + rows(connection, "SELECT " + columns.get(table) + " FROM " + table));
      }
      return count + " changed, " + now;
    } catch (SQLException e) {
      return "error " + e.getErrorCode() + (e.getErrorCode() == 1064 ? e.getMessage() : "");
    } finally {
      connection.rollback();
    }
  }

  /** All rows, in an order defined here. */
  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          byte[] bytes = rows.getBytes(column);
          row.add(bytes == null ? "NULL" : HexFormat.of().formatHex(bytes));
        }
        all.add(String.join(" ", row));
      }
    }
    Collections.sort(all);
    return all;
  }
}
