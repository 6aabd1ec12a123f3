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
  private static final String ENGINE = "srm-backend/src/test/java/org/bora/backend";
  private static final Map<String, String> MODULES =
      Map.of(
          "TapeRestIT", "integration-tests/src/test/java/org/bora/it/tape",
          "RouteTest", DOOR,
          "SentPathTest", DOOR,
          "TokenRightsTest", DOOR,
          "QuestionsTest", DOOR,
          "StageAnswerTest", DOOR,
          "RecallSuite", ENGINE + "/scenario",
          "StageRequestSuite", ENGINE + "/scenario",
          "ActivitySharesTest", ENGINE + "/stage/recall");

  @Test
  void eachRowNamesATestThatThereIs() throws IOException {
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(Site.CHECKOUT.resolve("docs/reference/tape-rest.md"))) {
      if (!line.startsWith("| ") || line.startsWith("| what the API asks |")) {
        continue;
      }
      rows++;
      Matcher test = TEST.matcher(line);
      if (!test.find() || !isThere(test.group(1), test.group(2))) {
        wrong.add(line);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(rows >= 20, rows + " rows");
  }

  private static boolean isThere(String type, String method) throws IOException {
    String module = MODULES.get(type);
    if (module == null) {
      return false;
    }
    Path file = Site.CHECKOUT.resolve(module).resolve(type + ".java");
    return Files.readString(file).contains("void " + method + "(");
  }
}
