package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.bora.door.gsi.tls.TlsSettings.EngineChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who may say by the PROXY protocol whom a connection is for, and what follows from it. */
@ExtendWith(TryGrid.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BalancerIT {

  private static final byte[] NO_HEADER = {};

  /** Version 2, TCP over IPv4, 198.51.100.8:4000 to 127.0.0.1:8444 (PROXY protocol 2.2). */
  private static final String VERSION_2 =
      "0d0a0d0a000d0a515549540a" + "21" + "11" + "000c" + "c6336408" + "7f000001" + "0fa0" + "20fc";

  /** Version 2, LOCAL: the balancer's own connection. */
  private static final String LOCAL = "0d0a0d0a000d0a515549540a" + "20" + "00" + "0000";

  private static final int PER_ADDRESS = 3;

  private GsiClient.Credential alice;
  private OpenDoor behind;
  private OpenDoor elsewhere;

  @BeforeAll
  void open(TryGrid grid) throws Exception {
    alice = GsiClient.Credential.read(grid.proxy("alice-voms"));
    behind = door(grid, "127.0.0.0/8");
    elsewhere = door(grid, "192.0.2.0/24");
  }

  private static OpenDoor door(TryGrid grid, String balancer) throws IOException {
    var bounds =
        new ConnectionBounds(
            100,
            100,
            PER_ADDRESS,
            100,
            Duration.ofSeconds(15),
            List.of(AddressRange.parse(balancer)));
    return OpenDoor.open(
        OpenDoor.settings(Duration.ofSeconds(20), bounds),
        grid.tls(EngineChoice.AUTOMATIC),
        grid.trust());
  }

  @AfterAll
  void close() {
    behind.close();
    elsewhere.close();
  }

  private static byte[] version1(String address) {
    return ("PROXY TCP4 " + address + " 127.0.0.1 4000 8444\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private String callerThrough(byte[] header) throws Exception {
    try (GsiClient client = GsiClient.connect(behind.port(), alice, header)) {
      return client.send("0").post().body();
    }
  }

  @Test
  void theAddressInTheHeaderOfABalancerIsTheCallers() throws Exception {
    String first = callerThrough(version1("198.51.100.7"));
    String second = callerThrough(HexFormat.of().parseHex(VERSION_2));

    assertTrue(first.contains("host=198.51.100.7"), first);
    assertTrue(second.contains("host=198.51.100.8"), second);
  }

  @Test
  void aBalancerMaySpeakForItselfOrSayNothing() throws Exception {
    for (byte[] header : List.of(HexFormat.of().parseHex(LOCAL), NO_HEADER)) {
      String answer = callerThrough(header);
      assertTrue(answer.contains("host=127.0.0.1"), answer);
    }
  }

  @Test
  void nobodyElseIsBelieved() {
    for (byte[] header : List.of(version1("198.51.100.7"), HexFormat.of().parseHex(VERSION_2))) {
      assertThrows(
          IOException.class, () -> GsiClient.connect(elsewhere.port(), alice, header).close());
    }
  }

  /** Such a client would be bound by no address, and the log would name nobody. */
  @Test
  void whatIsNoAddressOfAClientIsRefused() {
    for (String nonsense : List.of("nonsense", "localhost", "0.0.0.0", "224.0.0.1", "::1%lo")) {
      assertThrows(IOException.class, () -> callerThrough(version1(nonsense)), nonsense);
    }
  }

  @Test
  void theBoundOfAnAddressIsThatOfTheClientNotOfTheBalancer() throws Exception {
    try (GsiClient other = served(version1("198.51.100.9"));
        GsiClient first = served(version1("198.51.100.10"));
        GsiClient second = served(version1("198.51.100.10"));
        GsiClient third = served(version1("198.51.100.10"));
        GsiClient fourth = served(version1("198.51.100.10"))) {
      assertThrows(IOException.class, first::post, "idle for longest of its address");
      for (GsiClient client : List.of(other, second, third, fourth)) {
        assertEquals(200, client.post().status());
      }
    }
  }

  @Test
  void aBalancerWithoutAHeaderIsNotBoundByItsAddress() throws Exception {
    try (GsiClient first = served(NO_HEADER);
        GsiClient second = served(NO_HEADER);
        GsiClient third = served(NO_HEADER);
        GsiClient fourth = served(NO_HEADER)) {
      for (GsiClient client : List.of(first, second, third, fourth)) {
        assertEquals(200, client.post().status());
      }
    }
  }

  private GsiClient served(byte[] header) throws Exception {
    GsiClient client = GsiClient.connect(behind.port(), alice, header);
    assertEquals(200, client.send("0").post().status());
    return client;
  }
}
