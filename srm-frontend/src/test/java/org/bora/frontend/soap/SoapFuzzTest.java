package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the fuzzer begins with, and what it once found. */
class SoapFuzzTest {
  private final SoapFuzz target = new SoapFuzz();

  private static List<byte[]> seeds() throws Exception {
    Path folder = Path.of(SoapFuzzTest.class.getResource("/samples").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(SoapFuzzTest::body).toList();
    }
  }

  private static byte[] body(Path sample) {
    try {
      String text = Files.readString(sample);
      int begin = text.indexOf("--- request body\n") + 17;
      return text.substring(begin, text.indexOf("\n--- stub answer")).getBytes(UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void seedsAreTaken() throws Exception {
    for (byte[] seed : seeds()) {
      target.take(seed);
    }
  }

  @Test
  void seedsWithAFewBytesChangedAreTaken() throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    for (byte[] seed : seeds()) {
      for (int time = 0; time < 50; time++) {
        byte[] changed = seed.clone();
        for (int change = random.nextInt(1, 5); change > 0; change--) {
          changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        target.take(Arrays.copyOf(changed, random.nextInt(changed.length / 2, changed.length)));
        target.take(changed);
      }
    }
  }
}
