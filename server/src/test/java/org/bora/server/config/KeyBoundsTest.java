package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.server.config.ConfigReading.KnownKey;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every key takes what its description says is allowed and refuses what lies just outside. The
 * keys, and their bounds, are those that reading a file asks for: a new key is tested unasked.
 */
class KeyBoundsTest {
  private static final Path FILE = Path.of("/etc/bora/bora.yaml");

  /** Lists of sections, and what each element must have. */
  private static final Map<String, Map<String, String>> ELEMENTS =
      Map.of(
          "areas",
          Map.of("name", "a", "sfn", "/a", "root", "a", "class", "d1t1", "library", "l"),
          "doors",
          Map.of("host", "h"),
          "site.shares",
          Map.of("area", "a"),
          "tape.libraries",
          Map.of("name", "l", "driver", "virtual"));

  private static final Pattern NUMBERS = Pattern.compile("a whole number from (\\d+) to (\\d+)");
  private static final Pattern RANGE =
      Pattern.compile("a (?:size|duration) from (\\d+)([A-Za-z]+) to (\\d+)([A-Za-z]+), .*");
  private static final Pattern CHOICE = Pattern.compile("one of (.+)");

  /** One unit less than the least and one more than the most, exactly. */
  private static final Map<String, Long> UNITS =
      Map.of(
          "ms",
          1L,
          "s",
          1000L,
          "m",
          60_000L,
          "h",
          3_600_000L,
          "d",
          86_400_000L,
          "B",
          1L,
          "KiB",
          1024L,
          "MiB",
          1L << 20,
          "GiB",
          1L << 30,
          "TiB",
          1L << 40);

  @TestFactory
  Stream<DynamicTest> everyKeyHoldsItsBounds() {
    return known().stream()
        .filter(key -> !inside(key).isEmpty())
        .map(key -> DynamicTest.dynamicTest(key.path(), () -> holds(key)));
  }

  @Test
  void mostKeysAreSeen() {
    long seen = known().stream().filter(key -> !inside(key).isEmpty()).count();
    assertTrue(seen > 55, "only " + seen + " keys were recognised by their description");
  }

  private static void holds(KnownKey key) {
    for (String value : inside(key)) {
      assertFalse(refused(key, value), key.path() + " must take " + value);
    }
    for (String value : outside(key)) {
      assertTrue(refused(key, value), key.path() + " must refuse " + value);
    }
  }

  private static List<String> inside(KnownKey key) {
    String allowed = key.allowed();
    Matcher numbers = NUMBERS.matcher(allowed);
    Matcher range = RANGE.matcher(allowed);
    Matcher choice = CHOICE.matcher(allowed);
    if (numbers.matches()) {
      return List.of(numbers.group(1), numbers.group(2));
    }
    if (range.matches()) {
      return List.of(range.group(1) + range.group(2), range.group(3) + range.group(4));
    }
    if (choice.matches()) {
      return List.of(choice.group(1).split(", "));
    }
    return switch (allowed) {
      case "true or false" -> List.of("true", "false");
      case "a port from 1 to 65535, or auto" -> List.of("1", "65535", "auto");
      case "permission bits in octal, for example 0644" -> List.of("'0600'", "'755'", "'1777'");
      default -> List.of();
    };
  }

  private static List<String> outside(KnownKey key) {
    List<String> values = new ArrayList<>(List.of("nonsense", "-1", "[a]", "{a: b}"));
    Matcher numbers = NUMBERS.matcher(key.allowed());
    Matcher range = RANGE.matcher(key.allowed());
    if (numbers.matches()) {
      values.add(Long.toString(Long.parseLong(numbers.group(1)) - 1));
      values.add(Long.toString(Long.parseLong(numbers.group(2)) + 1));
      values.add("1.5");
    } else if (range.matches()) {
      String small = range.group(2).endsWith("B") ? "B" : "ms";
      values.add(units(range.group(1), range.group(2)) - 1 + small);
      values.add(units(range.group(3), range.group(4)) + 1 + small);
      values.add(range.group(1) + "fortnights");
    } else if (key.allowed().startsWith("a port")) {
      values.addAll(List.of("0", "65536", "Auto"));
    } else if (key.allowed().startsWith("permission")) {
      values.addAll(List.of("'0800'", "'64'", "'07777777'", "rwxr-xr-x"));
    }
    return values;
  }

  private static long units(String count, String unit) {
    return Math.multiplyExact(Long.parseLong(count), UNITS.get(unit));
  }

  /** Whether a mistake names this very key; records may refuse combinations under the section. */
  private static boolean refused(KnownKey key, String value) {
    ConfigReading reading = new ConfigReading(FILE.toString());
    ConfigurationFile.interpret(FILE, file(key.path(), value), reading);
    String asked = key.path().replace("[]", "[0]");
    return reading.mistakes().stream().anyMatch(mistake -> mistake.key().equals(asked));
  }

  private static String file(String path, String value) {
    Map<String, String> values = new TreeMap<>();
    ELEMENTS.forEach(
        (list, required) -> {
          Map<String, String> element = new TreeMap<>();
          required.forEach((key, preset) -> element.put(key, key + ": " + preset));
          if (path.startsWith(list + "[].")) {
            String key = path.substring(list.length() + "[].".length());
            element.put(key, nested(key, value));
          }
          values.put(list, "[{" + String.join(", ", element.values()) + "}]");
        });
    if (!path.contains("[]")) {
      values.put(path, value);
    }
    StringBuilder file = new StringBuilder();
    Map<String, List<String>> sections = new TreeMap<>();
    values.forEach(
        (key, written) -> {
          int dot = key.indexOf('.');
          if (dot < 0) {
            file.append(key).append(": ").append(written).append('\n');
          } else {
            sections
                .computeIfAbsent(key.substring(0, dot), none -> new ArrayList<>())
                .add(nested(key.substring(dot + 1), written));
          }
        });
    sections.forEach(
        (name, entries) ->
            file.append(name).append(": {").append(String.join(", ", entries)).append("}\n"));
    return file.toString();
  }

  /** {@code a: {b: value}} for {@code a.b}. */
  private static String nested(String path, String value) {
    int dot = path.indexOf('.');
    return dot < 0
        ? path + ": " + value
        : path.substring(0, dot) + ": {" + nested(path.substring(dot + 1), value) + "}";
  }

  private static List<KnownKey> known() {
    ConfigReading reading = new ConfigReading(FILE.toString());
    ConfigurationFile.interpret(FILE, file("try-grid", "false"), reading);
    assertEquals(List.of(), reading.mistakes().stream().filter(m -> !m.key().isEmpty()).toList());
    return reading.known();
  }
}
