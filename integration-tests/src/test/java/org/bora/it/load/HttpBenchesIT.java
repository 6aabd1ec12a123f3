package org.bora.it.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The benches of the HTTP door, each shortly. What they promise holds; no figure is looked at: the
 * machine of a test has other work to do.
 */
class HttpBenchesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir private Path directory;

  private String run(String name, String... options) throws Exception {
    Path json = directory.resolve(name + ".json");
    String[] words = new String[options.length + 3];
    words[0] = Site.CHECKOUT.resolve("load-tests/bench-" + name).toString();
    System.arraycopy(options, 0, words, 1, options.length);
    words[options.length + 1] = "--json";
    words[options.length + 2] = json.toString();
    Shell.Result result = new Shell(directory, Map.of("BORA_NO_BUILD", "1")).run(PATIENCE, words);
    assertEquals(0, result.status(), result.output() + result);
    return Files.readString(json);
  }

  /** With an xrootd server and with a second Bora, in each direction: see bench-http-copies. */
  @Test
  void copiesWithOtherServersNeverFailAndEveryByteIsRight() throws Exception {
    String figures = run("http-copies", "--files", "2", "--streams", "1,4");
    assertEquals(12, figures.split("\"failures\": 0", -1).length - 1, figures);
  }

  @Test
  void bothServersAreMeasuredWithTheSameTls() throws Exception {
    String figures =
        run("http", "--sizes", "4096", "--connections", "2", "--rounds", "1", "--seconds", "1");
    assertTrue(figures.contains("TLS 0x303 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), figures);
    assertFalse(figures.contains("\"requests\": 0"), figures);
  }
}
