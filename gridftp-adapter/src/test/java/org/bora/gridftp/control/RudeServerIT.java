package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.RudeServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.junit.jupiter.api.Test;

/** Servers that do not keep to the protocol hold nothing longer than the time allowed. */
class RudeServerIT {

  private static final Duration TIME = Duration.ofMillis(300);
  private static final Duration SLACK = Duration.ofSeconds(3);

  private final ControlClient client = new ControlClient(new HostAddresses());

  @Test
  void aSilentServerIsGivenUp() throws IOException {
    try (RudeServer server = RudeServer.silent()) {
      assertEquals("connecting: no answer within 0.3 s", greetingFails(server, TIME));
    }
  }

  @Test
  void aNameServiceThatHangsHoldsNobodyLonger() {
    CountDownLatch awake = new CountDownLatch(1);
    HostAddresses silent =
        new HostAddresses(
            host -> {
              try {
                awake.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              throw new UnknownHostException(host);
            });
    ControlClient asking = new ControlClient(silent);
    long start = System.nanoTime();
    var failure =
        assertThrows(IOException.class, () -> asking.greeting("door.example.org", 2811, TIME));
    assertInTime(start, TIME);
    awake.countDown();
    assertTrue(
        failure
            .getMessage()
            .startsWith("connecting: the name service did not tell the address of door"),
        failure.getMessage());
  }

  @Test
  void aServerThatDribblesIsGivenUpToo() throws IOException {
    try (RudeServer server = RudeServer.dribbling()) {
      assertEquals("connecting: no answer within 0.3 s", greetingFails(server, TIME));
    }
  }

  @Test
  void aServerThatFloodsFillsNoMemory() throws IOException {
    try (RudeServer server = RudeServer.flooding()) {
      assertEquals(
          "connecting: the server sends more than an answer can be",
          greetingFails(server, Duration.ofMinutes(1)));
    }
  }

  @Test
  void aServerThatFallsSilentInTheLoginIsGivenUp() throws IOException, InterruptedException {
    ThrowawayGrid grid = ThrowawayGrid.open();
    ServerTrustSettings settings =
        new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1));
    try (RudeServer server = RudeServer.silentAfterGreeting();
        PeerTrust trust = new PeerTrust(settings)) {
      GsiCredential alice =
          new GsiCredential(
              grid.proxy("alice").read(), trust, DelegationMode.NONE, Clock.systemUTC());
      long start = System.nanoTime();
      var failure =
          assertThrows(
              IOException.class, () -> client.login("localhost", server.port(), alice, TIME));
      assertEquals("logging in: no answer within 0.3 s", failure.getMessage());
      assertInTime(start, TIME);
    }
  }

  private String greetingFails(RudeServer server, Duration time) {
    long start = System.nanoTime();
    var failure =
        assertThrows(IOException.class, () -> client.greeting("localhost", server.port(), time));
    assertInTime(start, time);
    return failure.getMessage();
  }

  private static void assertInTime(long start, Duration time) {
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(time.plus(SLACK)) < 0, "took " + took);
  }
}
