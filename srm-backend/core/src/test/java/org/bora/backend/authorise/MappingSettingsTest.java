package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappingSettingsTest {

  private static final Path FILE = Path.of("/f");

  private static MappingSettings with(Path file, Duration every) {
    return new MappingSettings("", file, every, FILE, false, false);
  }

  @Test
  void theDefaultsAreThoseOfGlobus() {
    MappingSettings defaults = MappingSettings.defaults();

    assertEquals(Path.of("/etc/grid-security/grid-mapfile"), defaults.gridMapfile());
    assertEquals(Duration.ofSeconds(10), defaults.checkEvery());
    assertEquals(Path.of("/etc/grid-security/gridmapdir"), defaults.poolDirectory());
    assertEquals("", defaults.staticAccount());
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000, 3_600_000})
  void theBoundsAreAllowed(long millis) {
    assertEquals(millis, with(FILE, Duration.ofMillis(millis)).checkEvery().toMillis());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 999, 3_600_001})
  void beyondTheBoundsIsNot(long millis) {
    Duration every = Duration.ofMillis(millis);
    assertThrows(IllegalArgumentException.class, () -> with(FILE, every));
  }

  @Test
  void theFileIsAbsolute() {
    Path relative = Path.of("grid-mapfile");
    Duration every = Duration.ofSeconds(1);
    assertThrows(IllegalArgumentException.class, () -> with(relative, every));
  }
}
