package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.service.NotifySocket;
import org.bora.server.wire.AllInOne;
import org.bora.server.wire.BackendProcess;
import org.bora.server.wire.DoorProcess;
import org.bora.server.wire.FrontendProcess;
import org.bora.server.wire.Role;
import org.bora.server.wire.StartFailure;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A port that is in use is told with its key and the way out, whichever of the ports of a process
 * it is; what was started before it stops.
 */
@Timeout(180)
class TakenPortsIT {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String ADMIN =
      "admin: {port: %d, ca: host.pem, certificate: host.pem, key: host.key, readers: [CN=r]}\n";

  @TempDir private static Path directory;
  private static WrongSite site;

  /** The ports of one process by their keys, in the order in which they open; all are free. */
  private final Map<String, Integer> ports = new LinkedHashMap<>();

  @BeforeAll
  static void make() throws Exception {
    site = WrongSite.make(directory);
  }

  private void choose(String... keys) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    for (String key : keys) {
      ServerSocket any = new ServerSocket(0, 1, LOOPBACK);
      held.add(any);
      ports.put(key, any.getLocalPort());
    }
    for (ServerSocket any : held) {
      any.close();
    }
  }

  private String frontend() {
    return site.frontend().replace("18444", "" + ports.get("endpoint.port"))
        + "health: {port: %d}\n".formatted(ports.get("health.port"))
        + ADMIN.formatted(ports.get("admin.port"));
  }

  private String door() {
    String areas = site.base().substring(site.base().indexOf("areas:"));
    return site.frontend()
            .replace(
                "port: 18444",
                "http-port: %d, s3-port: %d"
                    .formatted(ports.get("endpoint.http-port"), ports.get("endpoint.s3-port")))
        + areas
        + "health: {port: %d}\n".formatted(ports.get("health.port"))
        + ADMIN.formatted(ports.get("admin.port"));
  }

  @Test
  void eachPortOfAFrontendIsTold() throws Exception {
    choose("endpoint.port", "health.port", "admin.port");
    eachIsTold(Half.FRONTEND, frontend());
  }

  @Test
  void eachPortOfADoorIsTold() throws Exception {
    choose("endpoint.http-port", "health.port", "endpoint.s3-port", "admin.port");
    eachIsTold(Half.DOOR, door());
  }

  @Test
  void aLaterPortOfAllInOneIsToldAndDatabaseAndPortsGo() throws Exception {
    choose("endpoint.port", "health.port", "endpoint.http-port", "endpoint.s3-port", "admin.port");
    String text =
        site.base()
                .replace(
                    "port: 18444",
                    "port: %d, http-port: %d, s3-port: %d"
                        .formatted(
                            ports.get("endpoint.port"),
                            ports.get("endpoint.http-port"),
                            ports.get("endpoint.s3-port")))
            + "health: {port: %d}\n".formatted(ports.get("health.port"))
            + ADMIN.formatted(ports.get("admin.port"));
    Home home = new Home(directory);
    home.create();
    isTold(Half.ALL, configuration(text), "health.port");
    assertTrue(home.boraPid().running().isEmpty());
    assertTrue(home.databasePid().running().isEmpty());
    for (String key : List.of("endpoint.port", "endpoint.s3-port", "admin.port")) {
      isTold(Half.ALL, configuration(text), key);
    }
  }

  /** Its engine would take up work before the port opens: it is not begun. */
  @Test
  void eachPortOfABackendIsToldBeforeItWaitsForTheDatabase() throws Exception {
    choose("link.port", "admin.port", "no database");
    String text =
        site.backend("jdbc:mysql://127.0.0.1:" + ports.remove("no database") + "/bora")
                .replace(
                    "link: {",
                    "link: {address: 127.0.0.1, port: %d, ".formatted(ports.get("link.port")))
            + ADMIN.formatted(ports.get("admin.port"));
    for (String key : ports.keySet()) {
      isTold(Half.BACKEND, configuration(text), key);
    }
  }

  private void eachIsTold(Half half, String text) throws Exception {
    Configuration configuration = configuration(text);
    for (String key : ports.keySet()) {
      isTold(half, configuration, key);
    }
    try (Role role = role(half, configuration)) {
      role.start(); // nothing of those before is in its way
      for (Map.Entry<String, Integer> port : ports.entrySet()) {
        assertTrue(isAnswered(port.getValue()), port.getKey());
      }
    }
  }

  private void isTold(Half half, Configuration configuration, String key) throws Exception {
    int port = ports.get(key);
    try (ServerSocket taken = new ServerSocket(port, 1, LOOPBACK)) {
      try (Role role = role(half, configuration)) {
        String told = assertThrows(StartFailure.class, role::start, key).getMessage();
        assertTrue(told.startsWith(key + ": port " + port + " on 127.0.0.1 is in use; "), told);
        assertTrue(told.contains("`ss -ltnp 'sport = :" + port + "'`"), told);
      }
      assertEquals(port, taken.getLocalPort());
      for (Map.Entry<String, Integer> other : ports.entrySet()) {
        assertEquals(
            other.getKey().equals(key), isAnswered(other.getValue()), key + ": " + other.getKey());
      }
    }
  }

  private static boolean isAnswered(int port) {
    try (Socket _ = new Socket(LOOPBACK, port)) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static Configuration configuration(String text) {
    ConfigurationFile.Outcome read = ConfigurationFile.read(site.write(text));
    if (read instanceof ConfigurationFile.Outcome.Invalid invalid) {
      throw new AssertionError(invalid.mistakes().toString());
    }
    return ((ConfigurationFile.Outcome.Valid) read).configuration();
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static Role role(Half half, Configuration configuration) {
    NotifySocket manager = NotifySocket.nobody();
    return switch (half) {
      case FRONTEND -> new FrontendProcess(configuration, directory, manager);
      case DOOR -> new DoorProcess(configuration, directory, manager);
      case ALL -> new AllInOne(new Home(directory), configuration, isRoot(), _ -> {}, manager);
      case BACKEND -> new BackendProcess(configuration, directory, _ -> {}, manager);
    };
  }
}
