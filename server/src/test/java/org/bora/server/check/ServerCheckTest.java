package org.bora.server.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerCheckTest {

  @Test
  void aServerThatIsTooOldIsNamed() throws SQLException {
    List<MachineFinding> found = ServerCheck.look(server("10.6.1-MariaDB", Map.of()), false);
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.getFirst().grave());
    assertTrue(
        found.getFirst().text().startsWith("the database at db2:3306 is MariaDB 10.6; Bora needs "),
        found::toString);
  }

  @Test
  void aServerOfAnotherKindIsNamed() throws SQLException {
    List<MachineFinding> found = ServerCheck.look(server("PostgreSQL", Map.of()), false);
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.getFirst().text().contains("db2:3306 is 'PostgreSQL'"), found::toString);
  }

  @Test
  void aNodeIsAskedForItsSettings() throws SQLException {
    Map<String, String> variables =
        Map.of("wsrep_on", "ON", "wsrep_sync_wait", "1", "innodb_autoinc_lock_mode", "2");
    List<MachineFinding> found = ServerCheck.look(server("10.11.6-MariaDB", variables), true);
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.getFirst().grave());
    assertTrue(
        found.getFirst().text().startsWith("wsrep_sync_wait of the Galera node db2:3306 is '1'"),
        found::toString);
  }

  @Test
  void whatFitsIsWell() throws SQLException {
    assertEquals(List.of(), ServerCheck.look(server("8.4.2", Map.of()), true));
  }

  /** What a driver tells of a server with these variables. */
  private static Connection server(String version, Map<String, String> variables) {
    DatabaseMetaData told =
        answering(
            DatabaseMetaData.class,
            (_, method, _) ->
                method.getName().equals("getURL")
                    ? "jdbc:mysql://db2:3306/bora?password=secret"
                    : version);
    return answering(
        Connection.class,
        (_, method, _) ->
            method.getName().equals("getMetaData") ? told : statement(variables, method.getName()));
  }

  private static Statement statement(Map<String, String> variables, String asked) {
    assertEquals("createStatement", asked);
    return answering(
        Statement.class,
        (_, method, _) -> method.getName().equals("executeQuery") ? rows(variables) : null);
  }

  private static ResultSet rows(Map<String, String> variables) {
    Iterator<Map.Entry<String, String>> left = variables.entrySet().iterator();
    List<Map.Entry<String, String>> row = new ArrayList<>();
    return answering(
        ResultSet.class,
        (_, method, arguments) ->
            switch (method.getName()) {
              case "next" -> {
                boolean more = left.hasNext();
                row.clear();
                if (more) {
                  row.add(left.next());
                }
                yield more;
              }
              case "getString" ->
                  arguments[0].equals(1) ? row.getFirst().getKey() : row.getFirst().getValue();
              default -> null;
            });
  }

  private static <T> T answering(Class<T> type, InvocationHandler answers) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }
}
