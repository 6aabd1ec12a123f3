package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.bora.backend.locate.StorageClass;
import org.bora.door.admit.AdmissionSettings;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.FirstConfiguration.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationFileTest {
  private static final Path FILE = Path.of("/etc/bora/bora.yaml");

  @Test
  void weightsOfOrganisationsAreWholeNumbersByName() {
    String key = "/etc/bora/bora.yaml:1: admission.vo-weights";
    String allowed = " is not allowed; allowed: a whole number from 1 to 1000";
    assertEquals(
        List.of(key + ".atlas: '0'" + allowed, key + ".cms: 'much'" + allowed),
        mistakes("admission: {vo-weights: {atlas: 0, cms: much, lhcb: 1000}}").subList(0, 2));
    assertContains(
        mistakes("admission: {vo-weights: 3}"), "vo-weights: must be a section with keys");
    assertContains(
        mistakes("admission: {places: {least: 9, most: 8}}"),
        "admission.places: admission.places.most is 8; allowed is 9 to 10000");
  }

  @Test
  void everyMistakeIsReportedAtOnceWithLineValueAndWhatIsAllowed() {
    List<String> mistakes =
        mistakes(
            """
            endpoint:
              prot: 8444
              port: 70000
            admission: {deadline: 15}
            logging:
              level: loud
              level: info
            areas:
              - name: a
                sfn: a
                root: data
                rules: [everybody may]
              - sfn: /b
            calls: {largest-body: 10 apples}
            database: 5
            doors: {host: h}
            """);
    assertEquals(
        List.of(
            "/etc/bora/bora.yaml:2: endpoint.prot: is not a key; did you mean 'port'?",
            "/etc/bora/bora.yaml:3: endpoint.port: '70000' is not allowed; allowed: a port from 1"
                + " to 65535, or auto",
            "/etc/bora/bora.yaml:4: admission.deadline: '15' is not allowed; allowed: a duration"
                + " from 1s to 1h, for example 15s or 4h",
            "/etc/bora/bora.yaml:6: logging.level: 'loud' is not allowed; allowed: one of error,"
                + " warn, info, debug, trace",
            "/etc/bora/bora.yaml:7: logging.level: is set twice, first in line 6; remove one of the"
                + " two"),
        mistakes.subList(0, 5));
    assertContains(
        mistakes, ":12: areas[0].rules[0]: 'everybody may' is not a rule; allowed: allow|deny");
    assertContains(mistakes, ":9: areas[0]: sfn 'a' must begin with a slash");
    assertContains(mistakes, ":13: areas[1].name: is missing");
    assertContains(mistakes, ":13: areas[1].root: is missing");
    assertContains(mistakes, ":14: calls.largest-body: '10 apples' is not allowed");
    assertContains(mistakes, ":15: database: must be a section with keys of its own, is '5'");
    assertContains(mistakes, ":16: doors: must be a list, is a section");
  }

  @Test
  void whatIsNotYamlIsSaidWithItsLine() {
    assertContains(mistakes("endpoint:\n  port: [1\n"), "is not YAML");
    assertContains(mistakes("a: \"\n"), "bora.yaml:2: is not YAML");
  }

  @Test
  void namesThatNoClientCanUseAreRefused() {
    List<String> mistakes =
        mistakes(
            """
            endpoint: {host: se example, address: 'http://x'}
            areas:
              - {name: a, sfn: /a/../b, root: /a}
              - {name: b, sfn: /a//b, root: /b}
            doors: [{host: 'gridftp.example.org:2811'}]
            """);
    assertContains(mistakes, ":1: endpoint.host: 'se example' is not allowed");
    assertContains(mistakes, ":1: endpoint.address: 'http://x' is not allowed");
    assertContains(mistakes, ":3: areas[0]: sfn '/a/../b' must not hold");
    assertContains(mistakes, ":4: areas[1]: sfn '/a//b' must not hold");
    assertContains(mistakes, ":5: doors[0].host: 'gridftp.example.org:2811' is not allowed");
  }

  @Test
  void everyFormOfAnAddressIsTaken() {
    for (String address : List.of("0.0.0.0", "'::'", "'::1'", "'fe80::1'", "se-1.example.org")) {
      assertEquals(
          address.replace("'", ""),
          valid("endpoint: {address: " + address + "}").endpoint().address());
    }
  }

  @Test
  void anEmptyFileHasTheDefaults() {
    Configuration configuration = valid("");
    assertEquals(OptionalInt.of(8444), configuration.endpoint().port());
    assertEquals(AdmissionSettings.defaults(), configuration.frontend().admission());
    assertEquals(
        Path.of("/etc/grid-security/hostcert.pem"), configuration.credentials().certificate());
    assertTrue(configuration.link().dispatch().isEmpty());
  }

  @Test
  void anOrganisationMayHaveSevenTenthsOfTheStreamsUnlessTheFileSaysHowMany() {
    Map.of("", 280, "streams: 100", 70, "streams: 1", 1, "streams: 100, streams-per-vo: 100", 100)
        .forEach(
            (text, most) ->
                assertEquals(
                    most,
                    valid("admission: {transfers: {" + text + "}}")
                        .frontend()
                        .admission()
                        .transfers()
                        .streamsPerVo(),
                    text));
  }

  @Test
  void valuesReachTheSettingsTheyAreFor() {
    Configuration configuration =
        valid(
            """
            endpoint: {host: se.example.org, aliases: [srm.example.org], port: auto}
            credentials: {certificate: here.pem}
            requests: {pin-default: 2h, put-pin-default: 5h, file-mode: "0640", files-per-request: 7}
            calls: {largest-body: 1MiB, bodies-together: 3MiB, body-timeout: 7s}
            doors: [{host: gridftp.example.org, port: 2812, prefix: /gpfs}]
            door-watch: {interval: 500ms, timeout: 250ms}
            link:
              backends: ["b1.example.org:8445"]
              frontends: [/DC=org/CN=srm.example.org]
            """);
    assertEquals(OptionalInt.empty(), configuration.endpoint().port());
    assertEquals(Path.of("/etc/bora/here.pem"), configuration.credentials().certificate());
    assertEquals(Path.of("/etc/bora/here.pem"), configuration.frontend().tls().hostCertificate());
    RequestSettings requests = configuration.backend().requests();
    assertEquals(Duration.ofHours(2), requests.pins().lifetimes().pinDefault());
    assertEquals(Duration.ofHours(5), requests.puts().lifetimes().pinDefault());
    assertEquals(0640, requests.puts().fileMode());
    assertEquals(7, requests.puts().limits().files());
    assertEquals(7, requests.pins().limits().files());
    assertEquals(1 << 20, configuration.frontend().soap().maxBodyBytes());
    assertEquals(3 << 20, configuration.frontend().soapAt("").maxBodyBytesTogether());
    assertEquals(Duration.ofSeconds(7), configuration.frontend().soapAt("").bodyTimeout());
    assertEquals("/gpfs", configuration.backend().doors().doors().getFirst().prefix());
    assertEquals(Duration.ofMillis(500), configuration.backend().doors().watch().interval());
    assertEquals(8445, configuration.link().dispatch().orElseThrow().backends().getFirst().port());
    assertEquals(8445, configuration.link().serve().orElseThrow().port());
    assertEquals(OptionalInt.of(9), configuration.withPort(9).endpoint().port());
  }

  @Test
  void putsHaveADayAndPinsThreeForWhoAsksForNoTime() {
    RequestSettings requests = valid("").backend().requests();
    assertEquals(Duration.ofDays(1), requests.puts().lifetimes().pinDefault());
    assertEquals(Duration.ofDays(3), requests.pins().lifetimes().pinDefault());
    assertContains(
        mistakes("requests: {put-pin-maximum: 4d, put-pin-default: 5d}"),
        "put-pin-default is 5d, allowed are 1 s (1s) to put-pin-maximum, 4d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          requests: {pin-maximum: 2d, put-pin-maximum: 1d}      | pin-default is 3d, allowed are 1 s (1s) to pin-maximum
          requests: {put-pin-maximum: 30d}                      | put-pin-maximum is 30d, allowed are 1 s (1s) to pin-maximum
          requests: {request-default: 2d}                       | request-default is 2d, allowed are 1 s (1s) to request-maximum
          requests: {file-lifetime-maximum: 1d}                 | file-lifetime-default is 7d
          admission: {calls: 10}                                | admission.calls-per-caller is 2500; allowed is 1 to admission.calls
          admission: {transfers: {streams: 9, streams-per-vo: 10}} | admission.transfers.streams-per-vo is 10; allowed is 1 to admission.transfers.streams (9)
          calls: {largest-body: 100MiB}                         | calls.bodies-together is
          tape: {recall: {retry-first: 1h, retry-most: 1m}}     | retry-most is 1m
          tape: {recall: {damaged-tries: 11}}                   | damaged-tries 11
          tape: {migration: {retry-first: 1h, retry-most: 1m}}  | retry-most is 1m
          """)
  void aMistakeBetweenTwoKeysNamesThemAndNoField(String text, String named) {
    List<String> mistakes = mistakes(text);
    assertContains(mistakes, named);
    mistakes.forEach(
        mistake -> assertFalse(mistake.matches("(?s).*\\b[a-z]+[A-Z][a-z]+.*"), mistake));
  }

  @Test
  void oneMistakeIsToldOnce() {
    List<String> value = mistakes("requests: {pin-maximum: 1x}");
    assertEquals(1, value.size(), value::toString);
    assertContains(value, "pin-maximum");
    List<String> key =
        mistakes(
            """
            areaz:
              - {name: a, sfn: /a, root: a, token: t, class: d0t1, library: robot}
            tape: {libraries: [{name: robot, driver: virtual, virtual: {directory: robot}}]}
            """);
    assertEquals(1, key.size(), key::toString);
    assertContains(key, "areaz");
  }

  @Test
  void twoAreasMayNotShareNameSfnOrToken() {
    List<String> mistakes =
        mistakes(
            """
            areas:
              - {name: a, sfn: /a, root: a, token: t}
              - {name: a, sfn: /a, root: b, token: t}
            """);
    assertEquals(3, mistakes.size(), mistakes.toString());
    assertContains(mistakes, "two areas have the token t");
  }

  @Test
  void theGeneratedConfigurationIsValid() throws IOException {
    Configuration configuration = valid(FirstConfiguration.text(Kind.DISK));
    assertTrue(configuration.tryGrid());
    assertTrue(configuration.backend().database().embedded());
    assertEquals("/testvo", configuration.areas().getFirst().sfn());
    assertEquals(Path.of("/etc/bora/data/testvo"), configuration.areas().getFirst().root());
    assertEquals(List.of(), configuration.backend().tape().libraries());
  }

  @Test
  void theGeneratedConfigurationWithTapeIsValid() throws IOException {
    Configuration configuration = valid(FirstConfiguration.text(Kind.TAPE));
    assertEquals(
        List.of(StorageClass.D1T0, StorageClass.D1T1, StorageClass.D0T1),
        configuration.areas().stream().map(area -> area.keeping().storageClass()).toList());
    assertEquals("/testvo", configuration.areas().getFirst().sfn(), "what the screen tells");
    assertEquals("tapes", configuration.backend().tape().libraries().getFirst().name());
  }

  private static Configuration valid(String text) {
    Outcome outcome = ConfigurationFile.parse(FILE, text);
    return assertInstanceOf(Outcome.Valid.class, outcome, outcome.toString()).configuration();
  }

  private static List<String> mistakes(String text) {
    return assertInstanceOf(Outcome.Invalid.class, ConfigurationFile.parse(FILE, text))
        .mistakes()
        .stream()
        .map(Mistake::toString)
        .toList();
  }

  private static void assertContains(List<String> mistakes, String part) {
    assertTrue(
        mistakes.stream().anyMatch(mistake -> mistake.contains(part)),
        part + " is not in\n" + String.join("\n", mistakes));
  }
}
