package org.bora.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Texts that are nearly a configuration, and ones that are made to trouble a reader of YAML. */
class ConfigurationFuzzTest {

  private static final String SMALL =
      """
      endpoint: {host: se.example.org, port: 8444}
      credentials: {trust: /etc/grid-security/certificates}
      database: {url: 'jdbc:mysql://db.example.org/bora', user: bora, password-file: /etc/bora/db}
      areas:
        - name: data
          sfn: /vo
          root: /storage/vo
          rules:
            - allow all to vo testvo
            - allow read, list to dn /DC=test/CN=Alice
      doors:
        - {host: gridftp.example.org, port: 2811}
      """;

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ": ",
          "- ",
          "\n",
          "\t",
          "&a ",
          "*a",
          "<<: *a",
          "!!java.io.File ",
          "|\n",
          ">\n",
          "'",
          "\"",
          "\\",
          "#",
          "? ",
          "%YAML 9\n",
          "---\n",
          "...\n",
          "\u0000",
          "\uFEFF",
          "-1",
          "1e999",
          "10MiB",
          "250ms",
          "0x",
          "null",
          "~",
          "yes",
          "areas:",
          "rules:",
          "9".repeat(40));

  private static void take(String text) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> ConfigurationFuzz.fuzzerTestOneInput(text.getBytes(UTF_8)));
  }

  @Test
  void theSmallOneWithPiecesPutInIsJudged() {
    SplittableRandom random = new SplittableRandom(14);
    for (int time = 0; time < 600; time++) {
      StringBuilder text = new StringBuilder(SMALL);
      for (int piece = random.nextInt(1, 4); piece > 0; piece--) {
        int where = random.nextInt(text.length());
        int end = Math.min(text.length(), where + random.nextInt(6));
        text.replace(where, end, PIECES.get(random.nextInt(PIECES.size())));
      }
      ConfigurationFuzz.fuzzerTestOneInput(text.toString().getBytes(UTF_8));
    }
  }

  @Test
  void aliasesThatGrowAreRefusedSoon() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 40; i++) {
      String one = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + (one + ", ").repeat(9) + one + "]\n");
    }
    take(bomb.toString());
    take("a: &a [*a]\n");
    take("? &a {? *a : b} : c\n");
  }

  @Test
  void deepOnesAndLongOnesAreRefusedSoon() {
    take("[".repeat(5_000));
    take("a: ".repeat(2_000));
    take("- ".repeat(5_000));
    take("x".repeat(400_000));
    take("endpoint: {host: " + "a.".repeat(200_000) + "}");
  }

  @Test
  void namesOfClassesAreWords() {
    take("endpoint: !!javax.script.ScriptEngineManager [!!java.net.URL ['http://127.0.0.1/']]\n");
    take("!!java.lang.ProcessBuilder [[touch, /tmp/bora-owned]]\n");
  }
}
