package org.bora.launcher.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.launcher.config.Reading.KnownKey;
import org.junit.jupiter.api.Test;

/** docs/operate/configuration.md says of every key what the program does, and of no other. */
class ConfigurationReferenceTest {
  private static final Path REFERENCE = Path.of("..", "docs", "operate", "configuration.md");
  private static final Pattern ROW = Pattern.compile("\\| `([a-z0-9.\\[\\]-]+)` \\| ([^|]+) \\|.*");

  /** One element in every list of sections, so that their keys are asked for too. */
  private static final String ONE_OF_EACH =
      """
      areas: [{name: a, sfn: /a, root: a}]
      doors: [{host: h}]
      tape: {libraries: [{name: l, driver: virtual}]}
      site: {shares: [{area: a}]}
      """;

  @Test
  void everyKeyIsDocumentedWithItsDefaultAndNoOther() throws IOException {
    Reading reading = new Reading("x");
    ConfigurationFile.interpret(Path.of("/x/bora.yaml"), ONE_OF_EACH, reading);
    SortedMap<String, String> known = new TreeMap<>();
    for (KnownKey key : reading.known()) {
      known.put(key.path(), key.preset());
    }
    SortedMap<String, String> documented = new TreeMap<>();
    for (String line : Files.readAllLines(REFERENCE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        documented.put(row.group(1), row.group(2).replace("`", "").strip());
      }
    }
    assertEquals(lines(known), lines(documented));
  }

  private static String lines(SortedMap<String, String> keys) {
    StringBuilder all = new StringBuilder();
    keys.forEach((key, preset) -> all.append(key).append(" = ").append(preset).append('\n'));
    return all.toString();
  }
}
