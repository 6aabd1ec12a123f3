package org.bora.launcher.command.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is refused before anything is read. */
class ImportStormCommandIT {
  @TempDir private Path directory;

  private final StringWriter said = new StringWriter();

  private int run(String... words) {
    CommandLine line = new CommandLine(new ImportStormCommand());
    line.setErr(new PrintWriter(said, true));
    return line.execute(words);
  }

  @Test
  void eitherAConfigurationIsMadeOrOneIsGoneBy() {
    assertEquals(2, run());
    assertEquals(2, run("--namespace", "n", "--config", "c"));
    assertEquals(2, run("--config", "c"));
    assertTrue(said.toString().contains("say --db too"), said.toString());
  }

  @Test
  void stormWasNotStoppedInTheFuture() {
    assertEquals(2, run("--namespace", "n", "--stopped", "2999-01-01T00:00:00Z"));
    assertTrue(said.toString().contains("is still to come"), said.toString());
  }

  @Test
  void noUrlHoldsAPassword() {
    assertEquals(2, run("--namespace", "n", "--bora-db", "jdbc:mysql://h/b?password=hush"));
    assertEquals(2, run("--namespace", "n", "--db", "jdbc:mysql://s:hush@h/storm_db"));
    assertFalse(said.toString().contains("hush"), said.toString());
  }

  @Test
  void aPasswordThatOthersCanReadIsNotUsed() throws IOException {
    Path open =
        Files.createFile(
            directory.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path output = directory.resolve("out");
    for (String option : new String[] {"--db-password-file", "--bora-db-password-file"}) {
      assertEquals(
          1,
          run(
              "--namespace",
              "../import-storm/src/test/resources/site/namespace.xml",
              "--output",
              output.toString(),
              option,
              open.toString()));
    }
    assertFalse(Files.exists(output));
  }
}
