package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MappingSettingsTest {

  private static final Path FILE = Path.of("/f");

  private static MappingSettings with(Path file, Duration every) {
    return new MappingSettings(file, every, Optional.empty(), FILE, false, false);
  }

  @Test
  void theDefaultsAreThoseOfGlobus() {
    MappingSettings defaults = MappingSettings.defaults();

    assertEquals(Path.of("/etc/grid-security/grid-mapfile"), defaults.gridMapfile());
    assertEquals(Duration.ofSeconds(10), defaults.checkEvery());
    assertEquals(Path.of("/etc/grid-security/gridmapdir"), defaults.poolDirectory());
    assertEquals(Optional.empty(), defaults.staticAccount());
  }

  @Test
  void theFileIsAbsolute() {
    Path relative = Path.of("grid-mapfile");
    Duration every = Duration.ofSeconds(1);
    assertThrows(IllegalArgumentException.class, () -> with(relative, every));
  }
}
