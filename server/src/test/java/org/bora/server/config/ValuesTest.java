package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.server.config.LoggingSettings.Level;
import org.bora.settings.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  private final ValueType<Duration> duration =
      Values.duration(Duration.ofMillis(10), Duration.ofDays(2));
  private final ValueType<Long> size = Values.size(1, Long.MAX_VALUE);

  @ParameterizedTest
  @CsvSource({"10ms,PT0.01S", "15s,PT15S", "90m,PT1H30M", "4h,PT4H", "2d,PT48H"})
  void durationsHaveAUnit(String text, Duration value) {
    assertEquals(value, duration.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15", "15 sec", "-1s", "9ms", "3d", "1.5h", "999999999999999999s"})
  void otherDurationsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> duration.read(text));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1B,1", "10KiB,10240", "10 MiB,10485760", "2GB,2000000000"})
  void sizesAreBinaryOrDecimal(String text, long value) {
    assertEquals(value, size.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1 MB/s", "-1", "1mib", "999999999999999TiB"})
  void otherSizesAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> size.read(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10ms", "15s", "90m", "4h", "2d"})
  void aWrittenDurationIsReadBack(String text) {
    assertEquals(text, Written.write(duration.read(text)));
  }

  @Test
  void aWrittenSizeIsReadBack() {
    assertEquals("8MiB", Written.writeSize(8 << 20));
    assertEquals("3KiB", Written.writeSize(3072));
    assertEquals("1000B", Written.writeSize(1000));
    assertEquals("0B", Written.writeSize(0));
    assertEquals("100GiB", Written.writeSize(100L << 30));
    assertEquals("1024TiB", Written.writeSize(1L << 50));
    assertEquals("1TB", Written.writeSize(1_000_000_000_000L));
    assertEquals("300MB", Written.writeSize(300_000_000L));
    assertEquals("2147483647B", Written.writeSize(Integer.MAX_VALUE));
  }

  @Test
  void modesAreOctal() {
    assertEquals(0640, Values.mode().read("0640"));
    assertEquals(0750, Values.mode().read("750"));
    assertThrows(IllegalArgumentException.class, () -> Values.mode().read("0680"));
  }

  @Test
  void constantsAreWrittenInLowerCase() {
    assertEquals(Level.DEBUG, Values.oneOf(Level.class).read("debug"));
    assertEquals(Level.DEBUG, Values.oneOf(Level.class).read("DEBUG"));
    assertThrows(IllegalArgumentException.class, () -> Values.oneOf(Level.class).read("loud"));
  }

  @Test
  void theNearestKeyIsMeant() {
    List<String> keys = List.of("port", "host", "address", "legacy-proxies");
    assertEquals(Optional.of("port"), Spelling.nearest("prt", keys));
    assertEquals(Optional.of("legacy-proxies"), Spelling.nearest("legacy_proxys", keys));
    assertEquals(Optional.empty(), Spelling.nearest("xyzzy", keys));
    assertEquals(3, Spelling.distance("kitten", "sitting"));
    assertEquals(1, Spelling.distance("prot", "port"));
  }
}
