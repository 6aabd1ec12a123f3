package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which server a connection goes to when others leave it while it is made. */
class ServingConnectionsTest {
  private final List<String> events = new ArrayList<>();

  /** What happens while a server is connected to, once each. */
  private final Map<String, Runnable> meanwhile = new HashMap<>();

  private final List<String> silent = new ArrayList<>();
  private final ServerInUse server =
      new ServerInUse(List.of("zero", "one", "two"), () -> this.connections.breakOff());
  private final ServingConnections connections =
      new ServingConnections(server, this::open, Duration.ZERO);

  @Test
  void aConnectionToAServerThatWasLeftMeanwhileIsNotHandedOut() throws SQLException {
    meanwhile.put("zero", () -> server.change(0, 1));
    assertEquals(1, connections.serving().place());
    assertEquals(List.of("open zero", "abort zero", "open one"), events);
  }

  @Test
  void whoFindsAnotherServerThanTheOthersTakesTheirs() throws SQLException {
    silent.add("zero");
    meanwhile.put("one", () -> server.change(0, 2));
    assertEquals(2, connections.serving().place());
    assertEquals(List.of("open zero", "open one", "abort one", "open two"), events);
    assertEquals(2, server.index());
  }

  @Test
  void whoIsHandedOutBeforeTheChangeIsBrokenOff() throws SQLException {
    assertEquals(0, connections.serving().place());
    server.change(0, 1);
    assertEquals(List.of("open zero", "abort zero"), events);
  }

  @Test
  void serversThatComeAndGoWithoutEndAreNoServer() {
    meanwhile.put("zero", () -> server.change(0, 1));
    meanwhile.put("one", () -> server.change(1, 2));
    meanwhile.put("two", () -> server.change(2, 0));
    Map<String, Runnable> always = Map.copyOf(meanwhile);
    meanwhile.replaceAll((name, change) -> () -> again(always, name));
    assertThrows(SQLException.class, connections::serving);
    assertEquals(4, events.stream().filter(event -> event.startsWith("abort")).count());
  }

  private void again(Map<String, Runnable> always, String name) {
    always.get(name).run();
    meanwhile.put(name, () -> again(always, name));
  }

  private Connection open(String url) throws SQLException {
    events.add("open " + url);
    Runnable now = meanwhile.remove(url);
    if (now != null) {
      now.run();
    }
    if (silent.contains(url)) {
      throw new SQLException("silent", "08001");
    }
    return connection(url);
  }

  private Connection connection(String url) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "abort" -> {
                    events.add("abort " + url);
                    yield null;
                  }
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy.hashCode() == arguments[0].hashCode();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
