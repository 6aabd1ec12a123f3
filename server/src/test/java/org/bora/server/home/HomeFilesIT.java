package org.bora.server.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.bora.server.home.FirstConfiguration.Kind;
import org.bora.server.home.StartProgress.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeFilesIT {
  @TempDir private Path directory;

  private final InetAddress loopback = InetAddress.getLoopbackAddress();

  @Test
  void theEndpointFileHoldsHostPortAndRootInOneLine() throws Exception {
    Path file = directory.resolve("endpoint");
    Endpoint endpoint = new Endpoint("se.example.org", 8444, "/testvo");
    endpoint.write(file);
    assertEquals("se.example.org:8444 /testvo\n", Files.readString(file));
    assertEquals(Optional.of(endpoint), Endpoint.read(file));
    assertEquals("srm://se.example.org:8444/testvo/a", endpoint.surl("/a"));
  }

  @Test
  void aMissingOrDamagedEndpointFileIsNoEndpoint() throws Exception {
    Path file = directory.resolve("endpoint");
    assertEquals(Optional.empty(), Endpoint.read(file));
    for (String damage :
        new String[] {"", "host", "host:x /a", "host:70000 /a", ":1 /a", "h:1 a"}) {
      Files.writeString(file, damage);
      assertEquals(Optional.empty(), Endpoint.read(file), damage);
    }
  }

  @Test
  void aChosenPortIsKept() throws Exception {
    Path file = directory.resolve("ports");
    int usual = freePort();
    try (Ports ports = Ports.read(file)) {
      assertEquals(usual, ports.choose("srm", loopback, usual));
    }
    try (Ports later = Ports.read(file)) {
      assertEquals(usual, later.choose("srm", loopback, freePort()), "in a later start");
      assertEquals(usual, later.of("srm"));
      assertEquals(0, later.of("gridftp"));
    }
  }

  @Test
  void aTakenPortGivesWayToAFreeOne() throws Exception {
    Path file = directory.resolve("ports");
    try (ServerSocket taken = new ServerSocket(0, 1, loopback);
        Ports ports = Ports.read(file)) {
      int port = ports.choose("srm", loopback, taken.getLocalPort());
      assertNotEquals(taken.getLocalPort(), port);
      assertTrue(isFree(port));
      assertFalse(isFree(taken.getLocalPort()));
      assertFalse(ports.hold(loopback, taken.getLocalPort()));
      assertEquals(port, Ports.read(file).of("srm"));
    }
  }

  /** It is not listened on yet, and the service that it is named for would not get it. */
  @Test
  void aPortThatTheConfigurationNamesForAnotherServiceIsNotChosen() throws Exception {
    Path file = directory.resolve("ports");
    int admin = freePort();
    try (Ports ports = Ports.read(file, Set.of(admin))) {
      assertNotEquals(admin, ports.choose("s3", loopback, admin), "the usual one");
    }
    int had;
    try (Ports ports = Ports.read(file)) {
      had = ports.choose("srm", loopback, freePort());
    }
    try (Ports later = Ports.read(file, Set.of(had))) {
      assertNotEquals(had, later.choose("srm", loopback, freePort()), "the one that it had");
      assertTrue(later.hold(loopback, had), "the service itself gets it");
    }
  }

  @Test
  void twoHomesThatStartAtTheSameTimeGetDifferentPortsBeforeEitherListens() throws Exception {
    int usual = freePort();
    try (Ports one = Ports.read(directory.resolve("one"));
        Ports other = Ports.read(directory.resolve("other"))) {
      assertEquals(usual, one.choose("srm", loopback, usual));
      int second = other.choose("srm", loopback, usual);
      assertNotEquals(usual, second);
      assertNotEquals(second, one.choose("gridftp", loopback, second));
    }
  }

  @Test
  void aHomeThatComesBackLeavesItsPortToTheOneThatHoldsItByNow() throws Exception {
    int usual = freePort();
    try (Ports one = Ports.read(directory.resolve("one"))) {
      assertEquals(usual, one.choose("srm", loopback, usual));
    }
    try (Ports other = Ports.read(directory.resolve("other"));
        Ports again = Ports.read(directory.resolve("one"))) {
      assertEquals(usual, other.choose("srm", loopback, usual));
      assertNotEquals(usual, again.choose("srm", loopback, usual), "neither listens yet");
    }
  }

  @Test
  void aHeldPortIsFreeForTheServiceItIsHeldFor() throws Exception {
    try (Ports ports = Ports.read(directory.resolve("ports"))) {
      int port = ports.choose("srm", loopback, freePort());
      for (int start = 0; start < 2; start++) {
        try (ServerSocketChannel service = ServerSocketChannel.open()) {
          service.bind(new InetSocketAddress(loopback, port));
          try (Socket client = new Socket(loopback, port);
              SocketChannel accepted = service.accept()) {
            assertEquals(client.getLocalPort(), accepted.socket().getPort());
          }
        }
      }
    }
  }

  @Test
  void aPortTakenOnAllAddressesIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertFalse(isFree(taken.getLocalPort()));
    }
  }

  @Test
  void aPortThatWasJustGivenBackIsFree() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0, 1, loopback);
        Socket client = new Socket(loopback, server.getLocalPort());
        Socket accepted = server.accept()) {
      // the accepted side closes first: TIME_WAIT stays here
      port = server.getLocalPort();
      assertEquals(client.getLocalPort(), accepted.getPort());
    }
    assertTrue(isFree(port));
  }

  @Test
  void aServiceThatMovesTakesItsLineAlong() throws Exception {
    Path file = directory.resolve("ports");
    Ports.read(file).keep("srm", 8444);
    Ports.read(file).keep("gridftp", 2811);
    Ports.read(file).keep("srm", 8445);
    assertEquals("srm 8445\ngridftp 2811\n", Files.readString(file));
  }

  @Test
  void anEndpointAnswersAsLongAsSomebodyListens() throws Exception {
    Endpoint endpoint;
    try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
      endpoint = new Endpoint("127.0.0.1", server.getLocalPort(), "/a");
      assertTrue(endpoint.answers());
    }
    assertFalse(endpoint.answers());
  }

  @Test
  void linesThatMakeNoSenseAreForgotten() throws Exception {
    Path file = directory.resolve("ports");
    Files.writeString(file, "srm\nsrm x\n\ngridftp 0\ndatabase 13306\n");
    Ports ports = Ports.read(file);
    assertEquals(0, ports.of("srm"));
    assertEquals(0, ports.of("gridftp"));
    assertEquals(13306, ports.of("database"));
  }

  @Test
  void progressIsOneLine() throws Exception {
    Path file = directory.resolve("progress");
    assertEquals(Phase.ABSENT, StartProgress.read(file).phase());
    new StartProgress(Phase.FAILED, "two\nlines").write(file);
    assertEquals(new StartProgress(Phase.FAILED, "two lines"), StartProgress.read(file));
    Files.writeString(file, "NONSENSE");
    assertEquals(Phase.ABSENT, StartProgress.read(file).phase());
  }

  @Test
  void onlyOneMayRunInAHome() throws Exception {
    Path file = directory.resolve("lock");
    InstanceLock held = InstanceLock.take(file).orElseThrow();
    assertTrue(InstanceLock.take(file).isEmpty());
    held.close();
    InstanceLock.take(file).orElseThrow().close();
  }

  @Test
  void aHomeThatCannotBeIsSaidWithAWayOut() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    IOException refusal = assertThrows(IOException.class, () -> new Home(file).create());
    assertEquals(
        file + " cannot be written by this user: choose a directory with --home",
        refusal.getMessage());
  }

  @Test
  void theDatabaseIsTheOwnersAlone() throws Exception {
    Home home = new Home(directory.resolve("new"));
    home.create();
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.database())));
    assertTrue(Files.isDirectory(home.log()));
  }

  @Test
  void theConfigurationIsWrittenOnceAndThenTheAdministrators() throws Exception {
    Home home = new Home(directory);
    assertTrue(FirstConfiguration.provide(home, Kind.DISK));
    Files.writeString(home.configuration(), "edited");
    assertFalse(FirstConfiguration.provide(home, Kind.DISK));
    assertFalse(FirstConfiguration.provide(home, Kind.TAPE));
    assertEquals("edited", Files.readString(home.configuration()));
  }

  @Test
  void tapeIsAddedToAConfigurationThatNobodyEdited() throws Exception {
    Home home = new Home(directory);
    FirstConfiguration.provide(home, Kind.DISK);
    assertTrue(FirstConfiguration.provide(home, Kind.TAPE));
    assertEquals(FirstConfiguration.text(Kind.TAPE), Files.readString(home.configuration()));
    assertFalse(FirstConfiguration.provide(home, Kind.TAPE));
    assertFalse(FirstConfiguration.provide(home, Kind.DISK), "what has tape keeps it");
  }

  @Test
  void impossibleEndpointsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Endpoint("h", 0, "/a"));
    assertThrows(IllegalArgumentException.class, () -> new Endpoint("h", 1, "a"));
  }

  private boolean isFree(int port) throws Exception {
    try (Ports ports = Ports.read(directory.resolve("nobody"))) {
      return ports.hold(loopback, port);
    }
  }

  private int freePort() throws Exception {
    try (ServerSocket any = new ServerSocket(0, 1, loopback)) {
      return any.getLocalPort();
    }
  }
}
