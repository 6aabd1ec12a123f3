package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.it.site.Site;
import org.junit.jupiter.api.Test;

/** Each row of docs/reference/tape-rest.md names a test that there is. */
class ConformanceOfTapeRestTest {
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)` \\|$");
  private static final String DOOR = "tape-rest/src/test/java/org/bora/taperest";
  private static final String ENGINE = "srm-backend/scenarios/src/test/java/org/bora/backend";
  private static final String TAPE = "srm-backend/tape/src/test/java/org/bora/backend";
  private static final String HERE = "integration-tests/src/test/java/org/bora/it";
  private static final String CONFIG = "server/src/test/java/org/bora/server/config";

  /** Where tests are that are not those of the door itself. */
  private static final Map<String, String> MODULES =
      Map.ofEntries(
          Map.entry("TapeRestIT", HERE + "/tape"),
          Map.entry("TapeDoorsIT", HERE + "/tape"),
          Map.entry("TokenClientsIT", HERE + "/clients"),
          Map.entry("PathsOfApiTest", CONFIG),
          Map.entry("BufferSuite", ENGINE + "/scenario"),
          Map.entry("PinExtensionSuite", ENGINE + "/scenario"),
          Map.entry("RecallSuite", ENGINE + "/scenario"),
          Map.entry("RepeatedStageSuite", ENGINE + "/scenario"),
          Map.entry("StageRequestSuite", ENGINE + "/scenario"),
          Map.entry("PointsSuite", ENGINE + "/scenario/points"),
          Map.entry("ActivitySharesTest", TAPE + "/stage/recall"));

  @Test
  void eachRowNamesATestThatThereIs() throws IOException {
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(Site.CHECKOUT.resolve("docs/reference/tape-rest.md"))) {
      if (!line.startsWith("| ") || line.startsWith("| what the document asks |")) {
        continue;
      }
      rows++;
      Matcher test = TEST.matcher(line);
      if (!test.find() || !isThere(test.group(1), test.group(2))) {
        wrong.add(line);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(rows >= 60, rows + " rows");
  }

  private static boolean isThere(String type, String method) throws IOException {
    Path file = Site.CHECKOUT.resolve(MODULES.getOrDefault(type, DOOR)).resolve(type + ".java");
    return Files.exists(file) && Files.readString(file).contains(" " + method + "(");
  }
}
