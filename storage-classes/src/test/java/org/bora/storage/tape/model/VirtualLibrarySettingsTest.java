package org.bora.storage.tape.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class VirtualLibrarySettingsTest {
  private static final Path DIRECTORY = Path.of("/tape");

  private static String refused(Path directory, int drives, int volumes, long volumeBytes) {
    return assertThrows(
            IllegalArgumentException.class,
            () ->
                new VirtualLibrarySettings(
                    directory, drives, volumes, volumeBytes, Mechanics.INSTANT))
        .getMessage();
  }

  @Test
  void defaultsAreAToy() {
    VirtualLibrarySettings toy = VirtualLibrarySettings.defaults(DIRECTORY);
    assertEquals(2, toy.drives());
    assertEquals(10, toy.volumes());
    assertEquals(1 << 30, toy.volumeBytes());
  }

  @Test
  void whatCannotBeIsRefusedWithTheBoundsNamed() {
    long mebibyte = 1 << 20;
    assertTrue(refused(Path.of("tape"), 1, 1, mebibyte).contains("absolute"));
    assertEquals("drives is 0; allowed is 1 to 1000", refused(DIRECTORY, 0, 1, mebibyte));
    assertTrue(refused(DIRECTORY, 1, 100_000, mebibyte).contains("99999"));
    assertTrue(refused(DIRECTORY, 1, 1, mebibyte - 1).contains("1048576"));
  }
}
