package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line and the environment say counts in place of the file, for every key. */
class OverridesTest {
  @TempDir private Path directory;

  private Outcome read(String text, Map<String, String> environment, String... arguments)
      throws IOException {
    Path file = Files.writeString(directory.resolve("bora.yaml"), text);
    return ConfigurationFile.read(new ConfigurationSource(file, environment, List.of(arguments)));
  }

  private Configuration valid(String text, Map<String, String> environment, String... arguments)
      throws IOException {
    return assertInstanceOf(Outcome.Valid.class, read(text, environment, arguments))
        .configuration();
  }

  private List<String> mistakes(String text, Map<String, String> environment, String... arguments)
      throws IOException {
    return assertInstanceOf(Outcome.Invalid.class, read(text, environment, arguments))
        .mistakes()
        .stream()
        .map(mistake -> mistake.toString().replace(directory.toString(), "/etc/bora"))
        .toList();
  }

  @Test
  void theCommandLineCountsBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
    String file = "endpoint: {port: 1, host: file.example.org}\nsweep: {interval: 2m}\n";
    Map<String, String> environment =
        Map.of("BORA_ENDPOINT_PORT", "2", "BORA_ENDPOINT_HOST", "variable.example.org");
    Configuration read = valid(file, environment, "--endpoint.port=3");
    assertEquals(OptionalInt.of(3), read.endpoint().port());
    assertEquals("variable.example.org", read.endpoint().host());
    assertEquals(Duration.ofMinutes(2), read.backend().sweep().interval());
    assertEquals(List.of("3"), read.values().byKey().get("endpoint.port").texts());
  }

  @Test
  void aPortOfAVariableAndOneOfTheFileAreToldApart() throws IOException {
    assertEquals(
        List.of(
            "BORA_ADMIN_PORT: admin.port: port 8443 is also that of endpoint.http-port"
                + " (/etc/bora/bora.yaml:1); name another one"),
        mistakes(
            "endpoint: {http-port: 8443}\n",
            Map.of("BORA_ADMIN_PORT", "8443", "BORA_ADMIN_READERS", "CN=r")));
  }

  @Test
  void hyphensOfAKeyAreUnderscoresOfAVariableOrNothing() throws IOException {
    for (String name : List.of("BORA_LINK_LARGEST_MESSAGE", "BORA_LINK_LARGESTMESSAGE")) {
      Configuration read = valid("", Map.of(name, "2MiB", "BORA_LINK_BACKENDS", "a:1, b:2"));
      assertEquals(2 << 20, read.link().dispatch().orElseThrow().largestAnswerBytes(), name);
      assertEquals(2, read.link().dispatch().orElseThrow().backends().size());
    }
  }

  @Test
  void elementsOfListsGoByTheirNumber() throws IOException {
    Configuration read =
        valid(
            "areas: [{name: a, sfn: /a, root: /srv/a, rules: [allow read to vo x]}]",
            Map.of("BORA_AREAS_0_ROOT", "/srv/other", "BORA_AREAS_1_NAME", "b"),
            "--areas[1].sfn=/b",
            "--areas[1].root=/srv/b",
            "--areas[0].rules[1]=allow read, list to vo y");
    assertEquals(Path.of("/srv/other"), read.areas().getFirst().root());
    assertEquals("b", read.areas().getLast().name());
    assertEquals(
        List.of("allow read to vo x", "allow read, list to vo y"),
        read.areas().getFirst().rules().stream().map(rule -> rule.text()).toList());
    assertEquals(
        "--areas[0].rules[1]", read.areas().getFirst().rules().getLast().origin().toString());
  }

  @Test
  void aValueCanComeFromAFileAsContainersGetSecrets() throws IOException {
    Path secret = Files.writeString(directory.resolve("url"), "jdbc:mysql://u:secret@db/bora\n");
    Configuration read = valid("", Map.of("BORA_DATABASE_URL_FILE", secret.toString()));
    assertEquals("jdbc:mysql://u:secret@db/bora", read.backend().database().settings().url());
    Path password = directory.resolve("password");
    read = valid("", Map.of("BORA_DATABASE_PASSWORD_FILE", password.toString()));
    assertEquals(password, read.backend().database().passwordFile().orElseThrow());
    assertTrue(
        mistakes("", Map.of("BORA_DATABASE_URL_FILE", "/none"))
            .getFirst()
            .startsWith("BORA_DATABASE_URL_FILE: database.url: the file /none, which cannot be"));
  }

  @Test
  void mistakesNameTheVariableOrTheOptionAndAreToldWithThoseOfTheFile() throws IOException {
    assertEquals(
        List.of(
            "BORA_SWEEP_BATCH: sweep.batch: 'many' is not allowed; allowed: a whole number from 1"
                + " to 1000",
            "--logging.level: logging.level: 'loud' is not allowed; allowed: one of error, warn,"
                + " info, debug, trace",
            "--endpoint.prot: endpoint.prot: is not a key; did you mean 'endpoint.port'?",
            "BORA_ENDPOINT_HOTS: is the variable of no key; did you mean 'BORA_ENDPOINT_HOST'?",
            "/etc/bora/bora.yaml:1: endpoint.port: '70000' is not allowed; allowed: a port from 1"
                + " to 65535, or auto"),
        mistakes(
            "endpoint: {port: 70000}",
            Map.of("BORA_SWEEP_BATCH", "many", "BORA_ENDPOINT_HOTS", "h"),
            "--logging.level=loud",
            "--endpoint.prot=1"));
  }

  @Test
  void variablesThatBoraItselfSetsAreNoSettings() throws IOException {
    Map<String, String> others =
        Map.of(
            "BORA_ENDPOINT", "httpg://se:8444/srm/managerv2",
            "BORA_SURL", "srm://se:8444/testvo",
            "BORA_HOME", "/var/lib/bora",
            "BORA_TAPE_REST", "https://se:8443/api/v1",
            "BORA_TRY_GRID", "1",
            "ENDPOINT_PORT", "7");
    assertEquals(valid("", Map.of()).values().byKey(), valid("", others).values().byKey());
  }

  @Test
  void aReloadReadsTheSameSourcesAgain() throws IOException {
    Configuration running = valid("sweep: {batch: 7}", Map.of(), "--logging.level=debug");
    assertEquals(0, Differences.of(running).count());
    assertEquals(List.of("no differences"), Differences.of(running).lines());
  }
}
