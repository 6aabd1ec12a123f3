package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.api.peer.PeerFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ServeSettingsTest {

  private static final PeerFiles FILES =
      new PeerFiles(Path.of("ca.pem"), Path.of("cert.pem"), Path.of("key.pem"));
  private static final List<String> ONE = List.of("/DC=org/CN=srm1");
  private static final int MIB = 1 << 20;

  @Test
  void defaultsAreAsDocumented() {
    var defaults = ServeSettings.defaults("0.0.0.0", 9443, FILES, ONE);
    assertEquals(64 * MIB, defaults.bounds().largestQuestionBytes());
    assertEquals(Duration.ofMinutes(10), defaults.bounds().longestCall());
    assertEquals(Duration.ofSeconds(10), defaults.lookAgainEvery());
  }

  @Test
  void mistakesAreNamedWithWhatIsAllowed() {
    says("host", () -> ServeSettings.defaults(" ", 1, FILES, ONE));
    says("port: 65536", () -> ServeSettings.defaults("h", 65_536, FILES, ONE));
    says("port: -1", () -> ServeSettings.defaults("h", -1, FILES, ONE));
    says("frontends", () -> ServeSettings.defaults("h", 1, FILES, List.of()));
    says("srm1: ", () -> ServeSettings.defaults("h", 1, FILES, List.of("srm1")));
    says("largest-message is 1,", () -> settings(1, Duration.ofSeconds(1), Duration.ofDays(1)));
    says("longest-call is 0s", () -> settings(MIB, Duration.ZERO, Duration.ofDays(1)));
    says("longest-call is 2d", () -> settings(MIB, Duration.ofDays(2), Duration.ofDays(1)));
    says("lookAgainEvery: PT0.001S", () -> settings(MIB, Duration.ofDays(1), Duration.ofMillis(1)));
  }

  private static ServeSettings settings(int largest, Duration longest, Duration again) {
    LinkBounds bounds = new LinkBounds(largest, longest, LinkBounds.presetConnections());
    return new ServeSettings("h", 1, FILES, ONE, bounds, again);
  }

  private static void says(String beginning, Executable making) {
    String message = assertThrows(IllegalArgumentException.class, making).getMessage();
    assertTrue(message.startsWith(beginning), message);
  }
}
