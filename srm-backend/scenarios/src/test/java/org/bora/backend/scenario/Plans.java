package org.bora.backend.scenario;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a server does for a statement. */
final class Plans {
  private final Connection connection;

  Plans(Connection connection) {
    this.connection = connection;
  }

  /** The tables that it would walk through, and why that matters; none is as it should be. */
  List<String> walks(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    if (sql.matches("(INSERT|REPLACE) .*") && !sql.contains("SELECT")) {
      return found;
    }
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN FORMAT=TRADITIONAL " + sql)) {
      while (plan.next()) {
        String type = plan.getString("type");
        String table = plan.getString("table");
        if (("ALL".equals(type) || "index".equals(type))
            && table != null
            && plan.getString("rows") != null // NULL: the table that is inserted into
            && !table.startsWith("<")
            && !isBounded(sql, table)) {
          found.add(
              "walks through "
                  + table
                  + " ("
                  + type
                  + ", "
                  + plan.getString("key")
                  + "): "
                  + plan.getString("rows")
                  + " rows, "
                  + plan.getString("Extra"));
        }
      }
    } catch (SQLException e) {
      throw new SQLException(sql.substring(0, Math.min(2000, sql.length())), e);
    }
    return found;
  }

  /** Plans speak of aliases. */
  private static boolean isBounded(String sql, String alias) {
    return FilledSchema.BOUNDED.keySet().stream()
        .anyMatch(table -> alias.equals(table) || sql.contains(table + " " + alias + " "));
  }

  /** How many rows and index entries it looks at; what it changes is undone. */
  long read(String sql) throws SQLException {
    long before = handled();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {}
        }
      }
    } catch (SQLIntegrityConstraintViolationException e) {
      // a row that is there already, which is as much of an answer
    } catch (SQLException e) {
      throw new SQLException(sql.substring(0, Math.min(2000, sql.length())), e);
    } finally {
      connection.rollback();
    }
    return handled() - before;
  }

  private long handled() throws SQLException {
    long sum = 0;
    try (Statement statement = connection.createStatement();
        ResultSet values = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
      while (values.next()) {
        sum += values.getLong(2);
      }
    }
    return sum;
  }
}
