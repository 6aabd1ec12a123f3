package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bora.api.peer.PeerFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DispatchSettingsTest {

  private static final PeerFiles FILES =
      new PeerFiles(Path.of("ca.pem"), Path.of("cert.pem"), Path.of("key.pem"));
  private static final List<BackendEndpoint> ONE =
      List.of(new BackendEndpoint("backend.example", 9443));

  @Test
  void defaultsAreAsDocumented() {
    var defaults = DispatchSettings.defaults(ONE, FILES);
    assertEquals(64 * 1024 * 1024, defaults.largestAnswerBytes());
    assertEquals(Duration.ofSeconds(2), defaults.lookAgainEvery());
    assertEquals(Duration.ofSeconds(3), defaults.silence());
  }

  @Test
  void mistakesAreNamedWithWhatIsAllowed() {
    says("backends", () -> DispatchSettings.defaults(List.of(), FILES));
    says("largestAnswerBytes: 1000", () -> settings(1000, Duration.ofSeconds(1)));
    says("lookAgainEvery: PT0S", () -> settings(1 << 20, Duration.ZERO));
    says("lookAgainEvery: PT1H", () -> settings(1 << 20, Duration.ofHours(1)));
    says("silence: PT0.9S", () -> silent(Duration.ofMillis(900)));
    says("silence: PT1M0.001S", () -> silent(Duration.ofMillis(60_001)));
    assertEquals(Duration.ofSeconds(1), silent(Duration.ofSeconds(1)).silence());
    assertEquals(Duration.ofMinutes(1), silent(Duration.ofMinutes(1)).silence());
  }

  @Test
  void endpointsAreReadAsWritten() {
    assertEquals(
        new BackendEndpoint("backend1.example.org", 9443),
        BackendEndpoint.parse("backend1.example.org:9443"));
    assertEquals(new BackendEndpoint("[::1]", 1), BackendEndpoint.parse("[::1]:1"));
    assertEquals(
        "backend1.example.org:9443", BackendEndpoint.parse("backend1.example.org:9443").toString());
  }

  @Test
  void whatIsNoEndpointIsRefused() {
    for (String text :
        List.of("", "host", "host:", ":1", "host:0", "host:65536", "host:1/x", "a b:1", "u@h:1")) {
      assertThrows(IllegalArgumentException.class, () -> BackendEndpoint.parse(text), text);
    }
  }

  private static DispatchSettings settings(int largest, Duration again) {
    return new DispatchSettings(ONE, FILES, largest, again, Duration.ofSeconds(3));
  }

  private static DispatchSettings silent(Duration silence) {
    return new DispatchSettings(ONE, FILES, 1 << 20, Duration.ofSeconds(1), silence);
  }

  private static void says(String beginning, Executable making) {
    String message = assertThrows(IllegalArgumentException.class, making).getMessage();
    assertTrue(message.startsWith(beginning), message);
  }
}
