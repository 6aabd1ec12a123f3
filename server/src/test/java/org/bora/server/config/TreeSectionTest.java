package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an area says of its filesystem. */
class TreeSectionTest {

  private static ConfigReading read(String keys) {
    ConfigReading reading = new ConfigReading("bora.yaml");
    ConfigurationFile.interpret(
        Path.of("/etc/bora/bora.yaml"),
        "areas: [{name: a, sfn: /a, root: a, " + keys + "}]",
        reading);
    return reading;
  }

  private static List<String> mistakes(String keys) {
    return read(keys).mistakes().stream()
        .filter(mistake -> mistake.key().startsWith("areas[0].striping"))
        .map(mistake -> mistake.key() + ": " + mistake.text())
        .toList();
  }

  @Test
  void stripingIsForFilesystemsThatHaveIt() {
    assertEquals(List.of(), mistakes("driver: lustre, striping: {count: -1, size: 1MiB}"));
    assertEquals(
        List.of("areas[0].striping: has no effect with driver posix; say driver: lustre or gpfs"),
        mistakes("striping: {count: 4}"));
  }

  @Test
  void hsmIsForLustre() {
    assertEquals(
        List.of("hsm has a meaning with driver lustre alone"),
        read("driver: gpfs, hsm: true").mistakes().stream()
            .filter(mistake -> mistake.key().startsWith("areas[0]"))
            .map(Mistake::text)
            .toList());
  }

  @Test
  void stormWasStoppedBeforeNow() {
    InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-21T18:00:00Z"));
    for (String time : new String[] {"2026-11-21T18:00:00Z", "2026-11-21T18:00:01Z"}) {
      ConfigReading reading = new ConfigReading("bora.yaml", clock);
      ConfigurationFile.interpret(
          Path.of("/etc/bora/bora.yaml"),
          "areas: [{name: a, sfn: /a, root: a, storm-until: '" + time + "'}]",
          reading);
      List<String> mistakes =
          reading.mistakes().stream()
              .filter(mistake -> mistake.key().equals("areas[0].storm-until"))
              .map(Mistake::text)
              .toList();
      assertEquals(
          time.endsWith("00Z")
              ? List.of()
              : List.of("is still to come; say when StoRM was stopped"),
          mistakes);
    }
  }

  @Test
  void anAreaIsNeverTheWholeMachine() {
    ConfigReading reading = new ConfigReading("bora.yaml");
    ConfigurationFile.interpret(
        Path.of("/etc/bora/bora.yaml"), "areas: [{name: a, sfn: /a, root: /data/..}]", reading);
    assertTrue(
        reading.mistakes().stream().anyMatch(mistake -> mistake.key().equals("areas[0].root")));
  }

  @Test
  void stripesAreMultiplesOf64Kibibytes() {
    assertEquals(1, mistakes("driver: lustre, striping: {size: 100KiB}").size());
  }
}
