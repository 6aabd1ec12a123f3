package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told where a port cannot be had. */
class ListeningIT {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static Listening link(String address, int port) {
    return Listening.at("link.port", "link.address", address, port);
  }

  @Test
  void aPortThatIsInUseIsTold() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
      int port = taken.getLocalPort();
      // as Netty says it, which has the kernel's reason from a library of its own
      IOException netty =
          new IOException("bind(..) failed with error(-98): Address already in use");
      StartFailure failure =
          assertThrows(
              StartFailure.class,
              () ->
                  link("127.0.0.1", port)
                      .start(
                          () -> {
                            throw netty;
                          },
                          new Running()));
      assertEquals(
          "link.port: port %1$d on 127.0.0.1 is in use; `ss -ltnp 'sport = :%1$d'` tells root by which process: stop that, or name another port"
              .formatted(port),
          failure.getMessage());
      assertTrue(link("0.0.0.0", port).why(refused()).contains("is in use"), "of all addresses");
      String chosen = link("127.0.0.1", port).chosen().why(refused());
      assertTrue(chosen.endsWith("name another port or auto"), chosen);
    }
  }

  /** The configuration may write one address in two ways, or have a port chosen. */
  @Test
  void aPortThatThisProcessHasForAnotherKeyIsToldWithThatKey() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
      int port = taken.getLocalPort();
      List<Listening> ports = new ArrayList<>();
      Listening.at("endpoint.http-port", "endpoint.address", "0.0.0.0", port)
          .start(() -> {}, new Running(ports));
      StartFailure failure =
          assertThrows(
              StartFailure.class,
              () ->
                  Listening.at("admin.port", "admin.address", "localhost", port)
                      .start(
                          () -> {
                            throw refused();
                          },
                          new Running(ports)));
      assertEquals(
          "admin.port: port %d on localhost is in use by this process, for endpoint.http-port: name another port for one of the two"
              .formatted(port),
          failure.getMessage());
    }
  }

  @Test
  void whoTakesUpWorkFirstIsToldBefore() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
      port = taken.getLocalPort();
      Listening link = link("127.0.0.1", port);
      String told = assertThrows(StartFailure.class, link::requireFree).getMessage();
      assertEquals(link.taken(), told);
    }
    link("127.0.0.1", port).requireFree();
    link("no.such.invalid", port).requireFree(); // the start will tell
  }

  @Test
  void anAddressThatIsNotHereIsTold() {
    String told = link("192.0.2.1", 18445).why(refused());
    assertTrue(told.startsWith("link.address: '192.0.2.1' cannot be listened on"), told);
    assertEquals("refused", link("no.such.invalid", 18445).why(refused()));
  }

  @Test
  void whatHasAnotherReasonKeepsIt() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
      port = free.getLocalPort();
    }
    assertEquals("refused", link("127.0.0.1", port).why(refused()));
  }

  @Test
  void aPortThatNeedsARightIsTold() {
    boolean may = true;
    try (ServerSocket _ = new ServerSocket(1, 1, LOOPBACK)) {
      // this user may
    } catch (IOException forbidden) {
      may = false;
    }
    assumeTrue(!may, "everybody here may listen on port 1");
    String told = link("127.0.0.1", 1).why(refused());
    assertTrue(told.contains("CAP_NET_BIND_SERVICE"), told);
    assertFalse(told.contains("is in use"), told);
  }

  private static IOException refused() {
    return new IOException("refused");
  }
}
