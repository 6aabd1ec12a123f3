package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.board.BoardSettings;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.junit.jupiter.api.Test;

class TapeConfigurationTest {
  private static final Path FILE = Path.of("/etc/bora/bora.yaml");

  @Test
  void whatIsSaidOfDiskAndTapeReachesTheArea() {
    AreaSettings area =
        areas(
                """
                areas:
                  - name: a
                    sfn: /a
                    root: a
                    class: d0t1
                    library: robot
                    buffer: {high: 70, low: 20, order: largest}
                    put-done: after-tape
                    sha256: true
                tape: {libraries: [{name: robot, driver: virtual}]}
                """)
            .getFirst();
    assertEquals(new Keeping(StorageClass.D0T1, Optional.of("robot")), area.keeping());
    assertEquals(
        new AreaStageSettings(
            new BufferSettings(70, 20, ReleaseOrder.LARGEST), PutDoneAnswer.AFTER_TAPE, true),
        area.stage());
  }

  @Test
  void anAreaOfWhichNothingIsSaidIsOnDisk() {
    AreaSettings area = areas("areas: [{name: a, sfn: /a, root: a}]").getFirst();
    assertEquals(Keeping.DISK, area.keeping());
    assertEquals(AreaStageSettings.defaults(), area.stage());
  }

  @Test
  void aClassOnTapeNeedsALibrary() {
    assertMistake(
        "areas: [{name: a, sfn: /a, root: a, class: d0t1}]",
        ":1: areas[0]: class d0t1 keeps its files on tape: set 'library' to a name in"
            + " tape.libraries");
  }

  @Test
  void aLibraryThatIsNotThereIsNamedWithThoseThatAre() {
    assertMistake(
        """
        areas:
          - {name: a, sfn: /a, root: a, class: d1t1, library: robbot}
          - {name: b, sfn: /b, root: b, class: d1t1, library: robot}
        tape: {libraries: [{name: robot, driver: virtual}]}
        """,
        ":1: areas: area a uses the library robbot, but tape.libraries has robot; add it"
            + " there, or correct the name");
  }

  @Test
  void whatFollowsFromAMistakeIsNotTold() {
    assertMistake(
        """
        areas: [{name: a, sfn: /a, root: a, class: d2t1, library: r, buffer: {high: 80}}]
        tape: {libraries: [{name: r, driver: virtual}]}
        """,
        ":1: areas[0].class: 'd2t1' is not allowed; allowed: one of d1t0, d0t1, d1t1");
    assertMistake(
        """
        areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]
        tape: {libraries: [{name: r, driver: tsm}]}
        """,
        ":2: tape.libraries[0].driver: 'tsm' is not allowed; allowed: one of virtual, script,"
            + " recall-table");
  }

  @Test
  void durationsInMistakesAreWrittenAsInTheFile() {
    assertMistake(
        "tape: {migration: {lease: 3s, check: 10s}}",
        ":1: tape.migration: lease is 3s, allowed are 30s to 1d");
  }

  @Test
  void aLibraryThatNobodyUsesIsNamed() {
    assertMistake(
        """
        areas: [{name: a, sfn: /a, root: a}]
        tape: {libraries: [{name: robot, driver: virtual}]}
        """,
        ":2: tape: no area names the library robot: give one class d0t1 or d1t1 and"
            + " 'library: robot', or take it out");
  }

  @Test
  void librariesHaveNamesOfTheirOwnThatFitIntoFiles() {
    String area = "areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]\n";
    assertMistake(
        area
            + "tape: {libraries: [{name: r, driver: virtual}, {name: r, driver: virtual, virtual:"
            + " {directory: x}}]}",
        ":2: tape: two libraries have the name r");
    assertMistake(
        area
            + "tape: {libraries: [{name: r, driver: virtual}, {name: my robot, driver: virtual,"
            + " virtual: {directory: x}}]}",
        ":2: tape.libraries[1]: name 'my robot' is written into every file on tape");
  }

  @Test
  void aScriptIsNamedFromTheFileOn() {
    LibrarySettings library =
        library(
            """
            areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]
            tape:
              libraries:
                - {name: r, driver: script, script: {command: [tsm/bora-tsm, -v], drives: 4}}
            """);
    LibrarySettings.TapeSystem.Script script =
        assertInstanceOf(LibrarySettings.TapeSystem.Script.class, library.system());
    assertEquals(4, script.settings().drives());
    assertTrue(script.settings().commands().values().stream().allMatch(isTsm()));
  }

  private static Predicate<List<String>> isTsm() {
    return List.of("/etc/bora/tsm/bora-tsm", "-v")::equals;
  }

  @Test
  void copiesCountWithoutAChecksumOnlyWhereTheSiteSaysSo() {
    String site =
        """
        areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]
        tape:
          libraries:
            - {name: r, driver: script, script: {command: [x]}}
        """;
    assertFalse(library(site).isTrusted());
    assertTrue(library(site.replace("[x]}", "[x]}, verification: trusted")).isTrusted());
    assertMistake(
        "areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]\n"
            + "tape: {libraries: [{name: r, driver: virtual, verification: trusted}]}",
        ":2: tape.libraries[0]: verification has no effect with driver: virtual");
  }

  @Test
  void aSectionOfAnotherDriverAndAMissingCommandAreSaid() {
    String area = "areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]\n";
    assertMistake(
        area + "tape: {libraries: [{name: r, driver: virtual, script: {drives: 3}}]}",
        ":2: tape.libraries[0].script: has no effect with driver: virtual");
    assertTrue(
        ConfigurationFile.parse(FILE, area + "tape: {libraries: [{name: r, driver: script}]}")
            .toString()
            .contains("names no command: driver script needs [PROGRAM, ARGUMENT, ...]"));
  }

  @Test
  void whatAProgramFindsInItsEnvironmentIsWrittenWithAnEqualsSign() {
    String areas = "areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]\n";
    String library = "tape: {libraries: [{name: r, driver: script, script: {command: [/x], ";
    LibrarySettings.TapeSystem.Script script =
        assertInstanceOf(
            LibrarySettings.TapeSystem.Script.class,
            library(areas + library + "environment: [DSM_DIR=/opt/a=b, EMPTY=]}}]}").system());
    assertEquals(
        Map.of("DSM_DIR", "/opt/a=b", "EMPTY", ""), Map.copyOf(script.settings().environment()));
    assertMistakeAmongOthers(
        areas + library + "environment: [DSM_DIR]}}]}",
        ":2: tape.libraries[0].script: environment has 'DSM_DIR'; each is written NAME=VALUE");
    assertMistakeAmongOthers(
        areas + library + "environment: [BORA_LIBRARY=x]}}]}", "does not begin with BORA_");
  }

  @Test
  void aRecallTableHasAPortWithTokensAndTls() {
    LibrarySettings.TapeSystem.RecallTable table =
        assertInstanceOf(
            LibrarySettings.TapeSystem.RecallTable.class,
            library(
                    """
                    areas: [{name: a, sfn: /a, root: a, class: d0t1, library: r}]
                    tape:
                      libraries:
                        - name: r
                          driver: recall-table
                          recall-table: {tokens: pullers, puller-lease: 5m, drives: 3}
                    """)
                .system());
    assertEquals(
        new BoardSettings(
            "0.0.0.0",
            8447,
            Path.of("/etc/bora/pullers"),
            true,
            Duration.ofMinutes(5),
            BoardSettings.presetBounds()),
        table.board());
    assertEquals(3, table.settings().drives());
    assertEquals(Path.of("/etc/grid-security/hostkey.pem"), table.key());
  }

  @Test
  void tokensDoNotTravelInTheClear() {
    String areas = "areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r}]\n";
    assertMistakeAmongOthers(
        areas + "tape: {libraries: [{name: r, driver: recall-table, recall-table: {tls: false}}]}",
        ":2: tape.libraries[0].recall-table: tls: false is for 127.0.0.1 and ::1 only: on the way"
            + " to 0.0.0.0 others could read the tokens");
    assertMistakeAmongOthers(
        areas
            + "tape: {libraries: [{name: r, driver: recall-table,"
            + " recall-table: {tls: false, host: localhost}}]}",
        "on the way to localhost others could read the tokens");
  }

  @Test
  void twoRecallTablesDoNotShareAPort() {
    assertMistake(
        """
        areas:
          - {name: a, sfn: /a, root: a, class: d1t1, library: r}
          - {name: b, sfn: /b, root: b, class: d1t1, library: s}
        tape: {libraries: [{name: r, driver: recall-table}, {name: s, driver: recall-table}]}
        """,
        ":4: tape: two libraries have the port 8447 for their pullers");
  }

  @Test
  void twoVirtualLibrariesDoNotShareTheirVolumes() {
    assertMistake(
        """
        areas:
          - {name: a, sfn: /a, root: a, class: d1t1, library: r}
          - {name: b, sfn: /b, root: b, class: d1t1, library: s}
        tape: {libraries: [{name: r, driver: virtual}, {name: s, driver: virtual}]}
        """,
        ":4: tape: two libraries have the directory /etc/bora/tapes");
  }

  @Test
  void whatHasNoMeaningForAClassIsSaid() {
    assertMistake(
        "areas: [{name: a, sfn: /a, root: a, library: r}]",
        ":1: areas[0]: library has no effect with class d1t0: nothing of it goes to tape");
    assertMistake(
        "areas: [{name: a, sfn: /a, root: a, put-done: after-tape}]",
        ":1: areas[0]: put-done has no effect with class d1t0");
    assertMistake(
        """
        areas: [{name: a, sfn: /a, root: a, class: d1t1, library: r, buffer: {high: 80}}]
        tape: {libraries: [{name: r, driver: virtual}]}
        """,
        ":1: areas[0].buffer: has no effect with class d1t1: its files stay on disk");
  }

  @Test
  void theLowMarkIsNotAboveTheHighOne() {
    assertMistake(
        """
        areas: [{name: a, sfn: /a, root: a, class: d0t1, library: r, buffer: {low: 95}}]
        tape: {libraries: [{name: r, driver: virtual}]}
        """,
        ":1: areas[0].buffer: high is 90 and low is 95: they are percent of the area's size");
  }

  private static List<AreaSettings> areas(String text) {
    Outcome outcome = ConfigurationFile.parse(FILE, text);
    return assertInstanceOf(Outcome.Valid.class, outcome, outcome.toString())
        .configuration()
        .areas();
  }

  private static LibrarySettings library(String text) {
    Outcome outcome = ConfigurationFile.parse(FILE, text);
    return assertInstanceOf(Outcome.Valid.class, outcome, outcome.toString())
        .configuration()
        .backend()
        .tape()
        .libraries()
        .getFirst();
  }

  /** A library that cannot be read is missing to its areas, too. */
  private static void assertMistakeAmongOthers(String text, String part) {
    Outcome.Invalid invalid =
        assertInstanceOf(Outcome.Invalid.class, ConfigurationFile.parse(FILE, text));
    assertTrue(invalid.toString().contains(part), invalid.toString());
  }

  private static void assertMistake(String text, String part) {
    Outcome.Invalid invalid =
        assertInstanceOf(Outcome.Invalid.class, ConfigurationFile.parse(FILE, text));
    assertEquals(1, invalid.mistakes().size(), invalid.toString());
    assertTrue(invalid.mistakes().getFirst().toString().contains(part), invalid.toString());
  }
}
