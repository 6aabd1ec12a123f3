package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broken balancer may send in place of the PROXY protocol. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BalancerHeaderIT {

  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  private static final byte[] VERSION_2 =
      HexFormat.of().parseHex(SIGNATURE + "2111000cc63364087f0000010fa020fc");
  private static final byte[] VERSION_1 =
      "PROXY TCP4 198.51.100.7 127.0.0.1 4000 8444\r\n".getBytes(StandardCharsets.US_ASCII);

  private BalancerFuzz target;

  @BeforeAll
  void open(@TempDir Path directory) throws Exception {
    target = new BalancerFuzz(directory);
  }

  @AfterAll
  void close() {
    target.close();
  }

  @AfterEach
  void theNextHonestClientIsServedAndNothingIsLeft() throws Exception {
    target.theNextHonestClientIsServed();
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (target.left() > 0) {
      assertTrue(System.nanoTime() < deadline, target.left() + " are left");
      LockSupport.parkNanos(1_000_000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROXY",
        "PROXY \r\n",
        "PROXY UNKNOWN\r\n",
        "PROXY UNKNOWN and anything else behind it\r\n",
        "PROXY TCP4\r\n",
        "PROXY TCP4 a b c d\r\n",
        "PROXY TCP4 198.51.100.7 127.0.0.1 -1 65536\r\n",
        "PROXY TCP4 198.51.100.7 127.0.0.1 99999999999 8444\r\n",
        "PROXY TCP6 ::1%eth0 :: 1 1\r\n",
        "PROXY TCP4 198.51.100.7 127.0.0.1 4000 8444\n",
        "PROXY TCP4 198.51.100.7 127.0.0.1 4000 8444\rX",
        "PROXY TCP4 198.51.100.7 127.0.0.1 4000 8444 more fields\r\n",
        "PROXY TCP4 198.51.100.7\u0000 127.0.0.1 4000 8444\r\n",
        "GET / HTTP/1.1\r\n\r\n"
      })
  void brokenTextEnds(String text) throws Exception {
    target.take(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // cut off
        "2111ffff", // a length that never comes
        "2111000b" + "c63364087f0000010fa020", // one byte short of its addresses
        "21110000", // none at all
        "2131000c" + "c63364087f0000010fa020fc", // a UNIX socket of 12 bytes
        "21ff000c" + "c63364087f0000010fa020fc", // no such family
        "3111000c" + "c63364087f0000010fa020fc", // version 3
        "2f11000c" + "c63364087f0000010fa020fc", // no such command
        "2111000f" + "c63364087f0000010fa020fc" + "20ffff", // more, of a length beyond its own
        "21110012" + "c63364087f0000010fa020fc" + "200003ffffff" // about TLS, too short
      })
  void brokenBinaryEnds(String hex) throws Exception {
    target.take(HexFormat.of().parseHex(SIGNATURE + hex));
  }

  /** To ask the name service takes seconds, and the selector's thread serves many connections. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "PROXY TCP4 source.invalid 127.0.0.1 4000 8444\r\n",
        "PROXY TCP4 198.51.100.7 target.invalid 4000 8444\r\n",
        "PROXY TCP6 source.invalid target.invalid 4000 8444\r\n"
      })
  void aNameInPlaceOfAnAddressIsNotLookedUp(String text) throws Exception {
    target.take(text.getBytes(StandardCharsets.ISO_8859_1));
    assertFalse(AskedNames.contain("source.invalid") || AskedNames.contain("target.invalid"));
    assertThrows(UnknownHostException.class, () -> InetAddress.getAllByName("looked-up.invalid"));
    assertTrue(AskedNames.contain("looked-up.invalid"), "look-ups are seen");
  }

  @Test
  void alineWithoutEndEnds() throws Exception {
    target.take(("PROXY TCP4 " + "1".repeat(1 << 20)).getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void headersWithAFewBytesChangedEnd() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    for (int time = 0; time < 300; time++) {
      var input = new ByteArrayOutputStream();
      input.writeBytes(time % 2 == 0 ? VERSION_1 : VERSION_2);
      input.writeBytes(HexFormat.of().parseHex("16030100300100002c0303"));
      byte[] bytes = input.toByteArray();
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      target.take(bytes);
    }
  }
}
