package org.bora.it.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of Bora and of the other side of copies while files come and go by HTTP: see bench-kills.
 * Most of the time is the wait for the leases of what was cut off.
 */
class HttpKillsIT {
  @TempDir private Path directory;

  @Test
  void noKillLeavesAPartialOrHiddenFileOrAWrongByte() {
    Shell.Result result =
        new Shell(directory, Map.of("BORA_NO_BUILD", "1"))
            .run(
                Duration.ofMinutes(9),
                Site.CHECKOUT.resolve("load-tests/bench-kills").toString(),
                "--kills",
                "4",
                "--json",
                directory.resolve("kills.json").toString());
    assertEquals(0, result.status(), result.output() + result);
  }
}
