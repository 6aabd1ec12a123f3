package org.bora.door.gsi.door;

import static org.bora.door.gsi.door.GsiBytesFuzz.DELEGATION;
import static org.bora.door.gsi.door.GsiBytesFuzz.FIRST_HALF;
import static org.bora.door.gsi.door.GsiBytesFuzz.NO_DELEGATION;
import static org.bora.door.gsi.door.GsiBytesFuzz.PROXY;
import static org.bora.door.gsi.door.GsiBytesFuzz.REQUEST;
import static org.bora.door.gsi.door.GsiBytesFuzz.SECOND_HALF;
import static org.bora.door.gsi.door.GsiBytesFuzz.THE_REST;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What comes before, in and after the byte that GSI clients send, piece by piece. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GsiBytesIT {

  private GsiBytesFuzz target;

  @BeforeAll
  void open(@TempDir Path directory) throws Exception {
    target = new GsiBytesFuzz(directory);
  }

  @AfterAll
  void close() {
    target.close();
  }

  /** Steps as they are, texts as a piece each. */
  private int requests(Object... steps) throws Exception {
    var input = new ByteArrayOutputStream();
    for (Object step : steps) {
      if (step instanceof Integer number) {
        input.write(number);
      } else {
        byte[] text = step.toString().getBytes(StandardCharsets.ISO_8859_1);
        input.write(text.length);
        input.writeBytes(text);
      }
    }
    return target.take(input.toByteArray());
  }

  @Test
  void honestClientsGetThrough() throws Exception {
    assertEquals(1, requests(NO_DELEGATION, REQUEST));
    assertEquals(1, requests(REQUEST));
    assertEquals(1, requests("0POST / HTTP/1.1\r\nHost: h\r\n", "Content-Length: 0\r\n\r\n"));
    assertEquals(2, requests(DELEGATION, PROXY, REQUEST, REQUEST));
  }

  @Test
  void aProxyMayComeInHalvesAndWithMoreBehindIt() throws Exception {
    assertEquals(1, requests(DELEGATION, FIRST_HALF, SECOND_HALF, REQUEST));
    assertEquals(1, requests(DELEGATION, PROXY, PROXY, "0\u0003\u0002\u0001", "\u0007", REQUEST));
  }

  @Test
  void halfAnExchangeLetsNothingThrough() throws Exception {
    for (Object[] steps :
        List.of(
            new Object[] {DELEGATION},
            new Object[] {DELEGATION, REQUEST},
            new Object[] {DELEGATION, FIRST_HALF, REQUEST},
            new Object[] {DELEGATION, SECOND_HALF, REQUEST},
            new Object[] {DELEGATION, FIRST_HALF, FIRST_HALF, REQUEST},
            new Object[] {DELEGATION, "0\u0000", REQUEST},
            new Object[] {DELEGATION, "0\u0080\u0000\u0000", REQUEST},
            new Object[] {DELEGATION, "0\u0084\u00ff\u00ff\u00ff\u00ff", REQUEST})) {
      assertEquals(0, requests(steps));
    }
  }

  @Test
  void bytesBeforeOrInPlaceOfTheOneLetNothingThrough() throws Exception {
    for (int first = 0; first < 256; first++) {
      if ("CGHOPT0D".indexOf(first) < 0) {
        assertEquals(0, requests(Character.toString(first), NO_DELEGATION, REQUEST), "" + first);
      }
    }
  }

  @Test
  void asecondByteIsNoPartOfHttp() throws Exception {
    assertEquals(0, requests(NO_DELEGATION, NO_DELEGATION, REQUEST));
    assertEquals(0, requests(NO_DELEGATION, DELEGATION, PROXY, REQUEST));
  }

  @Test
  void moreObjectsThanAChainHasEndTheConnection() throws Exception {
    var steps = new java.util.ArrayList<Object>(List.of(DELEGATION, PROXY));
    for (int i = 0; i < 17; i++) {
      steps.add("0\u0001x");
    }
    steps.add(REQUEST);
    assertEquals(0, requests(steps.toArray()));
  }

  /** Every request that real clients sent, whole and with some bytes changed. */
  @Test
  void capturedRequestsWithAFewBytesChangedEndWell() throws Exception {
    Path folder = Path.of(GsiBytesIT.class.getResource("/samples").toURI());
    SplittableRandom random = new SplittableRandom(9);
    List<Path> samples;
    try (Stream<Path> files = Files.list(folder)) {
      samples = files.sorted().toList();
    }
    for (Path sample : samples) {
      byte[] request = request(Files.readString(sample));
      assertEquals(1, target.take(request), sample.toString());
      for (int time = 0; time < 20; time++) {
        byte[] changed = request.clone();
        for (int change = random.nextInt(1, 5); change > 0; change--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        if (Byte.toUnsignedInt(changed[0]) != DELEGATION) { // which takes a key of its own
          target.take(changed);
        }
      }
    }
  }

  private static byte[] request(String sample) {
    String head = between(sample, "--- request head\n", "--- request body\n");
    String body = between(sample, "--- request body\n", "\n--- stub answer");
    var input = new ByteArrayOutputStream();
    input.write(NO_DELEGATION);
    input.write(THE_REST);
    String framed =
        head.replaceAll("(?im)^content-length:.*\n", "").stripTrailing().replace("\n", "\r\n")
            + "\r\nContent-Length: ";
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    input.writeBytes((framed + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    input.writeBytes(bytes);
    return input.toByteArray();
  }

  private static String between(String text, String begin, String end) {
    int at = text.indexOf(begin) + begin.length();
    return text.substring(at, text.indexOf(end, at));
  }
}
