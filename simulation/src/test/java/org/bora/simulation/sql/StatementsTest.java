package org.bora.simulation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.testing.StatementCatalogue;
import org.bora.backend.testing.StatementCatalogue.Entry;
import org.junit.jupiter.api.Test;

/** The simulated SQL is the SQL that Bora sends. */
class StatementsTest {
  private final Sample sample = new Sample(1);

  @Test
  void everyStatementOfTheCatalogueRuns() throws SQLException {
    List<String> refused = new ArrayList<>();
    for (Entry entry : StatementCatalogue.read().entries()) {
      try (Connection connection = sample.transactions("one")) {
        run(connection, entry.about(2));
      } catch (SQLSyntaxErrorException e) {
        refused.add(entry.sender() + ": " + e.getMessage());
      } catch (SQLException valueRefused) {
        // the statement is supported: the numbers used for all parameters only break a constraint
      }
    }
    assertEquals("", String.join("\n", refused));
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int parameters = sql.length() - sql.replace("?", "").length();
      for (int position = 1; position <= parameters; position++) {
        statement.setLong(position, position);
      }
      statement.execute();
    }
  }

  @Test
  void anUnknownStatementFailsAndIsShown() throws SQLException {
    String unknown = "SELECT AVG(size) FROM stored_file";
    try (Connection connection = sample.transactions("one")) {
      SQLException refused =
          assertThrows(SQLSyntaxErrorException.class, () -> run(connection, unknown));
      assertTrue(refused.getMessage().contains(unknown), refused.getMessage());
    }
  }

  @Test
  void aCallOfTheDriverThatIsNotSimulatedFailsAndIsNamed() throws SQLException {
    try (Connection connection = sample.transactions("one")) {
      SQLException refused = assertThrows(SQLException.class, connection::setSavepoint);
      assertTrue(refused.getMessage().contains("setSavepoint"), refused.getMessage());
    }
  }
}
