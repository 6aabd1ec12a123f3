package org.bora.launcher.command.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.server.config.ConfigurationFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The file of {@code bora init} has no mistakes, and no file is lost or left in part. */
class InitCommandIT {
  private static final List<String> SITE =
      List.of("--host", "se.example.org", "--vo", "myvo", "--area", "myvo=/storage/myvo");

  @TempDir private Path directory;

  private final StringWriter said = new StringWriter();
  private final StringWriter complained = new StringWriter();
  private final List<String> asked = new ArrayList<>();
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("bora.yaml");
  }

  private int run(Map<String, String> answers, List<String> words) {
    SetupQuestions questions =
        (question, proposal) -> {
          asked.add(question);
          return Optional.ofNullable(answers.get(question))
              .map(answer -> answer.isEmpty() ? proposal : answer);
        };
    return new CommandLine(new InitCommand(questions))
        .setOut(new PrintWriter(said, true))
        .setErr(new PrintWriter(complained, true))
        .execute(
            Stream.concat(words.stream(), Stream.of("--output", file.toString()))
                .toArray(String[]::new));
  }

  private int run(List<String> site, String... more) {
    return run(Map.of(), Stream.concat(site.stream(), Stream.of(more)).toList());
  }

  private String valid() throws IOException {
    ConfigurationFile.Outcome outcome = ConfigurationFile.read(file);
    assertTrue(outcome instanceof ConfigurationFile.Outcome.Valid, outcome::toString);
    assertEquals("rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertOnly("bora.yaml");
    return Files.readString(file);
  }

  private void assertOnly(String... names) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      assertEquals(
          List.of(names), all.map(Path::getFileName).map(Path::toString).sorted().toList());
    }
  }

  @Test
  void threeOptionsMakeAValidFileAndTheNextCommandIsNamed() throws IOException {
    assertEquals(0, run(SITE), complained::toString);
    String text = valid();
    assertTrue(text.contains("host: se.example.org"), text);
    assertTrue(text.contains("serve: /storage "), text);
    assertTrue(text.contains("allow all to fqan /myvo/Role=production"), text);
    assertTrue(said.toString().contains("Next: bora config check " + file), said::toString);
    assertEquals(List.of(), asked);
  }

  @Test
  void severalAreasTapeAndOwnServersAreValidTogether() throws IOException {
    List<String> more =
        List.of(
            "--area", "no=/data/it's #1: x", "--tape", "t=/buffer/t", "--door", "ftp.example.org");
    assertEquals(
        0, run(Stream.concat(SITE.stream(), more.stream()).toList()), complained::toString);
    String text = valid();
    assertTrue(text.contains("root: '/data/it''s #1: x'"), text);
    assertTrue(text.contains("name: 'no' "), text);
    assertTrue(text.contains("sfn: /no "), text);
    assertTrue(text.contains("directory: /buffer/tapes"), text);
    assertTrue(text.contains("run: false"), text);
    assertFalse(text.contains("serve:"), text);
  }

  @Test
  void aTrialSendsFilesToTapeAtOnceAndNeedsAnAreaOnTape() throws IOException {
    assertEquals(2, run(Stream.concat(SITE.stream(), Stream.of("--trial")).toList()));
    assertTrue(complained.toString().contains("--tape"), complained::toString);
    List<String> trial = List.of("--tape", "t=/storage/t", "--trial");
    assertEquals(0, run(Stream.concat(SITE.stream(), trial.stream()).toList()));
    String text = valid();
    assertTrue(text.contains("max-age: 1s"), text);
    assertTrue(text.contains("size: 100MiB"), text);
  }

  @Test
  void theTerminalIsAskedForWhatTheOptionsLeaveOut() throws IOException {
    Map<String, String> answers =
        Map.of(
            "Host name in the certificate", "se.example.org",
            "Virtual organisation", "belle",
            "Storage area and its directory", "");
    assertEquals(0, run(answers, List.of()), complained::toString);
    assertTrue(valid().contains("root: /storage/belle "), () -> "the proposal is taken");
    assertEquals(3, asked.size());
  }

  @Test
  void withoutATerminalAMissingOptionIsNamed() throws IOException {
    assertEquals(2, run(List.of("--vo", "myvo")));
    assertTrue(complained.toString().contains("missing option --host"), complained::toString);
    assertOnly();
  }

  @Test
  void aFileOfThatNameIsKept() throws IOException {
    Files.writeString(file, "mine");
    assertEquals(1, run(SITE));
    assertEquals("mine", Files.readString(file));
    assertTrue(complained.toString().contains("is not replaced"), complained::toString);
    Files.delete(file);
    Files.createSymbolicLink(file, directory.resolve("nothing"));
    assertEquals(1, run(SITE));
    assertOnly("bora.yaml");
  }

  @Test
  void whatTheCheckRefusesIsNotWritten() throws IOException {
    assertEquals(1, run(SITE, "--area", "myvo=/storage/other"));
    assertTrue(complained.toString().contains("areas"), complained::toString);
    assertOnly();
  }

  @Test
  void mistakesOnTheCommandLineAreToldBeforeAnythingIsWritten() throws IOException {
    for (List<String> wrong :
        List.of(
            List.of("--area", "/storage/other"),
            List.of("--area", "root=/"),
            List.of("--area", "relative=storage"),
            List.of("--area", "line=/storage/a\nb"),
            List.of("--area", "far=/data/far"))) {
      assertEquals(2, run(SITE, wrong.toArray(String[]::new)), wrong::toString);
    }
    assertEquals(
        2, run(List.of("--host", "h.example.org", "--vo", "a to all", "--area", "a=/s/a")));
    assertOnly();
  }

  @Test
  void programsReadOneObject() {
    assertEquals(0, run(SITE, "--json"));
    JsonNode made = JsonMapper.shared().readTree(said.toString());
    assertTrue(made.path("written").asBoolean());
    assertEquals(file.toString(), made.path("file").asString());
    said.getBuffer().setLength(0);
    assertEquals(1, run(SITE, "--json"));
    JsonNode refused = JsonMapper.shared().readTree(said.toString());
    assertFalse(refused.path("written").asBoolean());
    assertEquals(1, refused.path("problems").size());
  }
}
