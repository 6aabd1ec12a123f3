package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.junit.jupiter.api.Test;

/** What two configurations say differently, and what of it a running Bora takes. */
class WrittenValuesTest {
  private static final Path FILE = Path.of("/etc/bora/bora.yaml");

  private static Configuration read(String text) {
    return assertInstanceOf(Outcome.Valid.class, ConfigurationFile.parse(FILE, text))
        .configuration();
  }

  private static List<String> differences(String before, String after) {
    return read(before).values().differences(read(after).values()).stream()
        .map(Difference::toString)
        .toList();
  }

  private static String area(String... rules) {
    return "areas: [{name: atlas, sfn: /atlas, root: /d, rules: ['"
        + String.join("', '", rules)
        + "']}]\n";
  }

  @Test
  void theSameSaysNothingAlsoWhereADefaultIsWrittenOut() {
    assertEquals(List.of(), differences("", "requests: {pin-default: 3d}\ntry-grid: false"));
  }

  @Test
  void singleValuesChangeFromTo() {
    assertEquals(
        List.of("endpoint.port: 8444 -> 9444", "requests.pin-default: 3d -> 2d"),
        differences("", "requests: {pin-default: 2d}\nendpoint: {port: 9444}"));
    assertEquals(
        List.of("mapping.static-account: nothing -> grid"),
        differences("", "mapping: {static-account: grid}"));
  }

  @Test
  void aSecretWithinAUrlIsNotSaid() {
    String url = "database: {url: 'jdbc:mysql://%s/bora?trustStorePassword=%s'}";
    assertEquals(
        List.of(
            "database.url: jdbc:mysql://***@one/bora?trustStorePassword=*** ->"
                + " jdbc:mysql://two/bora?trustStorePassword=***"),
        differences(url.formatted("u:geheim@one", "geheim"), url.formatted("two", "anders")));
    assertEquals(
        List.of(
            "database.url: jdbc:mysql://one/bora?trustStorePassword=*** ->"
                + " the same with another secret"),
        differences(url.formatted("one", "geheim"), url.formatted("one", "anders")));
  }

  @Test
  void aMistakeDoesNotSayTheSecretsOfItsValue() {
    for (String wrong :
        List.of(
            "database: {url: 'jdbc:mariadb://u:geheim@one/bora?password=geheim'}",
            "tracing: {endpoint: 'http://u:geheim@collector:4318/v1'}")) {
      String told =
          assertInstanceOf(Outcome.Invalid.class, ConfigurationFile.parse(FILE, wrong))
              .mistakes()
              .toString();
      assertFalse(told.contains("geheim"), told);
      assertTrue(told.contains("***@"), told);
    }
  }

  @Test
  void weightsAreTakenOutAndPutInByTheirNames() {
    assertEquals(
        List.of("admission.vo-weights: - cms: 2", "admission.vo-weights: + cms: 4"),
        differences(
            "admission: {vo-weights: {atlas: 3, cms: 2}}",
            "admission: {vo-weights: {atlas: 3, cms: 4}}"));
  }

  @Test
  void linesOfListsAreTakenOutAndPutInByTheNameOfTheArea() {
    assertEquals(
        List.of(
            "areas.atlas.rules: - allow read to vo b", "areas.atlas.rules: + allow read to vo d"),
        differences(
            area("allow read to vo a", "allow read to vo b", "allow read to vo c"),
            area("allow read to vo a", "allow read to vo d", "allow read to vo c")));
  }

  @Test
  void anotherOrderOfRulesIsAnotherPolicy() {
    assertEquals(
        2,
        differences(
                area("allow read to vo a", "deny read to vo b"),
                area("deny read to vo b", "allow read to vo a"))
            .size());
  }

  @Test
  void whatCanChangeIsTakenAndTheRestStays() {
    Configuration running = read(area("allow read to vo a"));
    Configuration next =
        running.taking(
            read(
                """
                endpoint: {port: 9444}
                areas:
                  - {name: cms, sfn: /cms, root: /e, rules: [allow all to anyone]}
                  - {name: atlas, sfn: /other, root: /f, rules: [allow all to vo z]}
                bans: {dns: [/CN=Mallory]}
                admission: {calls: 7, calls-per-caller: 3, vo-weights: {atlas: 3, cms: 2}}
                requests: {pin-default: 2d}
                directories: {levels: 3, mode: "0700"}
                mapping: {grid-mapfile: /other, attributes-first: true}
                logging: {level: debug, keep-days: 3}
                """));

    assertEquals(running.endpoint(), next.endpoint());
    assertEquals(1, next.areas().size());
    assertEquals("/atlas", next.areas().getFirst().sfn());
    assertEquals("allow all to vo z", next.areas().getFirst().rules().getFirst().text());
    assertEquals(
        "/etc/bora/bora.yaml:4", next.areas().getFirst().rules().getFirst().origin().toString());
    assertEquals(1, next.frontend().admission().bans().dns().size());
    assertEquals(7, next.frontend().admission().callsInProgress());
    assertEquals(Map.of("atlas", 3, "cms", 2), next.frontend().admission().turns().weights());
    assertEquals(2, next.backend().requests().pins().lifetimes().pinDefault().toDays());
    assertEquals(3, next.backend().directories().functions().maxLevels());
    assertEquals(0755, next.backend().directories().functions().directoryMode());
    assertEquals(
        Path.of("/etc/grid-security/grid-mapfile"), next.backend().mapping().gridMapfile());
    assertTrue(next.backend().mapping().attributesFirst());
    assertEquals(LoggingSettings.Level.DEBUG, next.logging().level());
    assertEquals(30, next.logging().keepDays());
    assertTrue(running.takes("areas.atlas.rules"));
    for (String key :
        List.of("areas.cms.rules", "areas.atlas.sfn", "endpoint.port", "directories.mode")) {
      assertFalse(running.takes(key), key);
    }
  }

  @Test
  void whatWasNotTakenIsStillADifferenceTheNextTime() {
    Configuration running = read("");
    Configuration written = read("endpoint: {port: 9444}\nrequests: {pin-default: 2d}");
    List<Difference> left = running.taking(written).values().differences(written.values());

    assertEquals(
        List.of("endpoint.port: 8444 -> 9444"), left.stream().map(Difference::toString).toList());
  }
}
