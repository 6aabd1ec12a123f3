package org.bora.backend.locate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fuzzer of SURLs begins with, and ways out of an area that others were once left by. */
class SurlFuzzTest {

  private static final List<String> PIECES =
      List.of(
          "/",
          "//",
          ".",
          "..",
          "/../",
          "/./",
          "%2e",
          "%2E%2e",
          "%252e",
          "%2f",
          "%5c",
          "\\",
          "..;",
          "%00",
          "\u0000",
          "%0a",
          "\n",
          "?SFN=",
          "?",
          "#",
          "&",
          "srm://h/vo/",
          "srm://",
          "h:1",
          "@",
          "%c0%ae",
          "\u2024",
          "\uff0e\uff0e",
          "\u2215",
          ".bora-put-1",
          ".BORA-",
          "vo",
          "tape",
          "a",
          " ",
          "%",
          "%zz",
          "\u202e",
          "\ud800",
          "e\u0301",
          "*",
          "~",
          "$HOME",
          "x".repeat(300));

  private static void take(String text) {
    SurlFuzz.fuzzerTestOneInput(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "%252e%252e%252fetc/passwd",
        "..\\..\\etc\\passwd",
        "....//....//etc/passwd",
        "%c0%ae%c0%ae/etc/passwd",
        "a/../../../etc/passwd",
        "/etc/passwd",
        "a%00/../../b",
        "tape/../../x",
        "srm://h/vo/../../x",
        "?SFN=/../x",
        ".bora-put-1/x",
        "a/.bora-x"
      })
  void waysOutAreNone(String text) {
    take(text);
  }

  @Test
  void anyMixtureOfPiecesStaysInside() {
    SplittableRandom random = new SplittableRandom(12);
    for (int time = 0; time < 20_000; time++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(1, 9); piece > 0; piece--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      take(text.toString());
    }
  }

  @Test
  void anyBytesStayInside() {
    SplittableRandom random = new SplittableRandom(13);
    for (int time = 0; time < 5_000; time++) {
      byte[] bytes = new byte[random.nextInt(1, 60)];
      random.nextBytes(bytes);
      SurlFuzz.fuzzerTestOneInput(bytes);
    }
  }
}
