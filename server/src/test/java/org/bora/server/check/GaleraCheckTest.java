package org.bora.server.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaleraCheckTest {
  private static final Path ROOT = Path.of("..");

  /** As a node tells them that nobody set. */
  private static final String DEFAULTS =
      "base_port = 4567; evs.join_retrans_period = PT1S; evs.suspect_timeout = PT5S; evs.version = 1; ";

  @Test
  void whatNobodyChangedIsWell() {
    assertEquals(List.of(), node(Map.of()).look());
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "15"})
  void whoWaitsBeforeEverythingIsWell(String value) {
    assertEquals(List.of(), node(Map.of("wsrep_sync_wait", value)).look());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "3", "5", "6", "", "all"})
  void aNodeThatDoesNotWaitForTheOthersKeepsBoraFromStarting(String value) {
    MachineFinding found = only(node(Map.of("wsrep_sync_wait", value)));
    assertTrue(found.grave());
    assertTrue(
        found
            .text()
            .contains(
                "wsrep_sync_wait of the Galera node db2:3306 is '" + value + "', needed is 7"),
        found::text);
  }

  @Test
  void itIsAWarningWhereNoOtherNodeIsNamed() {
    Map<String, String> variables =
        Map.of("wsrep_on", "ON", "wsrep_sync_wait", "0", "innodb_autoinc_lock_mode", "2");
    MachineFinding found = only(new GaleraCheck("db2:3306", false, variables));
    assertFalse(found.grave());
    assertTrue(found.text().contains("needed is 7"), found::text);
  }

  @Test
  void locksOfWholeInsertsAreWarnedOf() {
    MachineFinding found = only(node(Map.of("innodb_autoinc_lock_mode", "1")));
    assertFalse(found.grave());
    assertTrue(
        found
            .text()
            .contains(
                "innodb_autoinc_lock_mode of the Galera node db2:3306 is '1', Galera wants 2"),
        found::text);
  }

  @ParameterizedTest
  @CsvSource({"PT1S, PT1S", "PT3.999S, PT1S", "PT0.9S, PT0.25S"})
  void nodesThatSuspectBeforeTheyCanHaveHeardAreWarnedOf(String suspect, String join) {
    MachineFinding found = only(node(timing(suspect, join)));
    assertFalse(found.grave());
    assertTrue(
        found.text().contains("db2:3306 is " + suspect + ", evs.join_retrans_period " + join + ":"),
        found::text);
  }

  @ParameterizedTest
  @CsvSource({"PT4S, PT1S", "PT1S, PT0.25S", "PT1M, PT1S", "soon, PT1S", "PT1S, soon"})
  void nodesThatHearOftenEnoughAreWell(String suspect, String join) {
    assertEquals(List.of(), node(timing(suspect, join)).look());
  }

  @Test
  void aServerWithoutClusterIsNotAskedForOne() {
    Map<String, String> lone = Map.of("wsrep_on", "OFF", "wsrep_sync_wait", "0");
    assertEquals(List.of(), new GaleraCheck("db2:3306", true, lone).look());
    assertEquals(
        List.of(),
        new GaleraCheck("db2:3306", true, Map.of("innodb_autoinc_lock_mode", "1")).look());
  }

  /** What we tell sites, what the compose file does and what the faults are tried with. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/operate/split.md",
        "docker/site/galera/galera.cnf",
        "load-tests/galera/cluster"
      })
  void ourOwnSettingsAreWell(String file) throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    Map<String, String> set = new HashMap<>();
    for (String name :
        List.of("wsrep_sync_wait", "innodb_autoinc_lock_mode", "wsrep_provider_options")) {
      set.put(name, setting(text, name));
    }
    assertTrue(
        set.get("wsrep_provider_options").contains("evs.join_retrans_period=PT"), set::toString);
    assertTrue(set.get("wsrep_provider_options").contains("evs.suspect_timeout=PT"), set::toString);
    assertEquals(List.of(), node(set).look());
  }

  private static String setting(String text, String name) {
    Matcher line =
        Pattern.compile("(?m)^ *" + name.replace("_", "[_-]") + " *= *(.*?)(?: +#.*)?$")
            .matcher(text);
    assertTrue(line.find(), name);
    return line.group(1).replace("\"", "");
  }

  private static Map<String, String> timing(String suspect, String join) {
    return Map.of(
        "wsrep_provider_options",
        DEFAULTS
            .replace("period = PT1S", "period = " + join)
            .replace("timeout = PT5S", "timeout = " + suspect));
  }

  private static MachineFinding only(GaleraCheck node) {
    List<MachineFinding> found = node.look();
    assertEquals(1, found.size(), found::toString);
    assertEquals("database.url", found.getFirst().key());
    return found.getFirst();
  }

  private static GaleraCheck node(Map<String, String> changed) {
    Map<String, String> variables =
        new HashMap<>(
            Map.of(
                "wsrep_on", "ON",
                "wsrep_sync_wait", "7",
                "innodb_autoinc_lock_mode", "2",
                "wsrep_provider_options", DEFAULTS));
    variables.putAll(changed);
    return new GaleraCheck("db2:3306", true, variables);
  }
}
