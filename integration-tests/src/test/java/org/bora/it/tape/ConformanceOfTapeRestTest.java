package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row of docs/reference/tape-rest.md names a test that runs. */
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
  void eachRowNamesATestThatRuns() throws IOException {
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(Site.CHECKOUT.resolve("docs/reference/tape-rest.md"))) {
      if (!line.startsWith("| ") || line.startsWith("| what the document asks |")) {
        continue;
      }
      rows++;
      Matcher test = TEST.matcher(line);
      if (!test.find() || !runs(test.group(1), test.group(2))) {
        wrong.add(line);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(rows >= 60, rows + " rows");
  }

  private static boolean runs(String type, String method) throws IOException {
    return JunitSource.runs(Site.CHECKOUT.resolve(MODULES.getOrDefault(type, DOOR)), type, method);
  }

  /** What the rows may not name, and what they may. */
  private static final String SOURCE =
      """
      package org.bora;

      /** See {@link #helper()}. */
      class SomeTest {
        private static final List<String> ALL =
            List.of("a");

        private void helper() {
          calls();
        }

        @Test
        void plain() throws IOException {
          helper();
          int length = mentioned();
        }

        /** With values. */
        @ParameterizedTest
        @CsvSource({
          "a, b",
          "c, d"
        })
        void withValues(String one, String two) {}

        @ParameterizedTest
        @ValueSource(
            strings = {
              "a",
            })
        void withMoreValues(String one) {}

        @TestFactory
        Stream<DynamicTest> factory() {
          return mentioned();
        }

        @Test
        @Disabled("some time")
        void disabled() {}

        // @Test
        void commentedOut() {}

        @BeforeEach
        void before() {}

        @Nested
        class Inner {
          @Test
          void nested() {}
        }
      }
      """;

  @ParameterizedTest
  @CsvSource({
    "plain, true",
    "withValues, true",
    "withMoreValues, true",
    "factory, true",
    "nested, true",
    "helper, false",
    "calls, false",
    "mentioned, false",
    "disabled, false",
    "commentedOut, false",
    "before, false",
    "plai, false",
    "missing, false"
  })
  void aMethodThatJunitDoesNotRunIsNoTest(String method, boolean runs) {
    assertEquals(runs, new JunitSource(SOURCE.lines().toList()).runs(method));
    String disabled = SOURCE.replace("class SomeTest", "@Disabled\nclass SomeTest");
    assertFalse(new JunitSource(disabled.lines().toList()).runs(method));
  }

  @Test
  void aSuiteCountsWhereAClassRunsIt(@TempDir Path directory) throws IOException {
    String suite = SOURCE.replace("class SomeTest", "abstract class SomeSuite");
    Files.writeString(directory.resolve("SomeSuite.java"), suite);
    assertFalse(JunitSource.runs(directory, "SomeSuite", "plain"));
    Path runner = directory.resolve("SomeIT.java");
    Files.writeString(runner, "@Disabled\nclass SomeIT extends SomeSuite {}\n");
    assertFalse(JunitSource.runs(directory, "SomeSuite", "plain"));
    Files.writeString(runner, "class SomeIT extends SomeSuite {}\n");
    assertTrue(JunitSource.runs(directory, "SomeSuite", "plain"));
    assertFalse(JunitSource.runs(directory, "SomeSuite", "helper"));
    assertFalse(JunitSource.runs(directory, "OtherTest", "plain"));
  }
}
