package org.bora.http.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a collector hears. */
class FirefliesIT {
  private static final Flow FLOW =
      new Flow(
          new InetSocketAddress("192.0.2.1", 8443), new InetSocketAddress("198.51.100.7", 40000));

  private Instant now = Instant.parse("2026-11-24T12:00:00.123456Z");
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };
  private final List<Flow> open = new ArrayList<>();
  private DatagramSocket collector;
  private Fireflies fireflies;

  @BeforeEach
  void listen() throws Exception {
    collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    collector.setSoTimeout(10_000);
    InetSocketAddress there = (InetSocketAddress) collector.getLocalSocketAddress();
    fireflies = Fireflies.open(List.of(there), "se.example.org", "bora/1", clock);
  }

  @AfterEach
  void close() throws Exception {
    fireflies.close();
    collector.close();
  }

  private String heard() throws Exception {
    DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
    collector.receive(packet);
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }

  @Test
  void aFlowIsToldAtItsStartEachMinuteAndAtItsEnd() throws Exception {
    MarkedFlows flows =
        new MarkedFlows(fireflies, Optional.of(new SciTag(2, 10)), () -> open, true);
    flows.look();
    open.add(FLOW);
    flows.look();
    flows.look();
    assertEquals(
        "<134>1 2026-11-24T12:00:00.123456+00:00 se.example.org bora - firefly-json - "
            + "{\"version\":1,\"flow-lifecycle\":{\"state\":\"start\","
            + "\"current-time\":\"2026-11-24T12:00:00.123456+00:00\","
            + "\"start-time\":\"2026-11-24T12:00:00.123456+00:00\"},"
            + "\"flow-id\":{\"afi\":\"ipv4\",\"src-ip\":\"192.0.2.1\",\"dst-ip\":\"198.51.100.7\","
            + "\"protocol\":\"tcp\",\"src-port\":8443,\"dst-port\":40000},"
            + "\"context\":{\"experiment-id\":2,\"activity-id\":10,\"application\":\"bora/1\"}}",
        heard());

    now = now.plusSeconds(60);
    flows.look();
    assertTrue(heard().contains("\"state\":\"ongoing\""));

    now = now.plusSeconds(10);
    flows.end(12345);
    String end = heard();
    assertTrue(end.contains("\"state\":\"end\""), end);
    assertTrue(end.contains("\"start-time\":\"2026-11-24T12:00:00.123456+00:00\""), end);
    assertTrue(end.contains("\"end-time\":\"2026-11-24T12:01:10.123456+00:00\""), end);
    assertTrue(end.contains("\"usage\":{\"received\":12345,\"sent\":0}"), end);
    nothingMore();
  }

  private void nothingMore() throws Exception {
    collector.setSoTimeout(200);
    assertThrows(SocketTimeoutException.class, this::heard);
  }

  @Test
  void aCopyWithoutTagIsNotTold() throws Exception {
    open.add(FLOW);
    MarkedFlows flows = new MarkedFlows(fireflies, Optional.empty(), () -> open, false);
    flows.look();
    flows.end(1);
    nothingMore();
  }

  @Test
  void aCollectorThatIsNotThereHindersNothing() throws Exception {
    int port = collector.getLocalPort();
    collector.close();
    try (Fireflies others =
        Fireflies.open(
            List.of(
                InetSocketAddress.createUnresolved("no-such-host.invalid", 10514),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port)),
            "h",
            "bora",
            clock)) {
      open.add(FLOW);
      MarkedFlows flows = new MarkedFlows(others, Optional.of(new SciTag(1, 1)), () -> open, true);
      flows.look();
      flows.end(1);
    }
  }
}
