package org.bora.server.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.backend.stage.board.BearerTokens;
import org.bora.server.config.LibrarySettings;
import org.bora.server.config.LibrarySettings.TapeSystem;

/** Checks what tape libraries need on this machine. */
record TapeCheck(List<LibrarySettings> libraries) {

  List<MachineFinding> look(Instant now) {
    List<MachineFinding> findings = new ArrayList<>();
    for (LibrarySettings library : libraries) {
      String key = "tape.libraries." + library.name();
      if (library.isTrusted()) {
        findings.add(
            MachineFinding.warning(
                key + ".verification",
                "is trusted: a file may leave the disk when the tape system reports its copy, and"
                    + " Bora has not compared a checksum of it; if the tape system can report the ADLER32 of the data on tape, let it do so and remove the key"));
      }
      switch (library.system()) {
        case TapeSystem.Virtual(var settings) -> volumes(key, settings.directory(), findings);
        case TapeSystem.Script(var settings) ->
            settings.commands().values().stream()
                .map(List::getFirst)
                .distinct()
                .forEach(program -> program(key + ".script.command", program, findings));
        case TapeSystem.RecallTable table -> {
          AddressCheck.look(key + ".recall-table.host", table.board().host())
              .ifPresent(findings::add);
          tokens(key + ".recall-table.tokens", table.board().tokens(), findings);
          if (table.board().tls()) {
            findings.addAll(
                new CredentialCheck(key + ".recall-table", table.certificate(), table.key())
                    .look(now));
          }
        }
      }
    }
    return findings;
  }

  private static void tokens(String key, Path file, List<MachineFinding> findings) {
    Optional<MachineFinding> missing =
        Named.file(key, file, "write the tokens of the pullers into it, one in a line, mode 0600");
    if (missing.isPresent()) {
      findings.add(missing.get());
      return;
    }
    try {
      new BearerTokens(file).check();
    } catch (IOException unusable) {
      findings.add(MachineFinding.grave(key, unusable.getMessage()));
    }
  }

  private static void volumes(String key, Path directory, List<MachineFinding> findings) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      findings.add(
          MachineFinding.grave(
              key + ".virtual.directory",
              directory + " is not a directory; name one, it is made where it does not exist"));
    }
  }

  private static void program(String key, String program, List<MachineFinding> findings) {
    Path path = Path.of(program);
    if (!Files.isRegularFile(path)) {
      findings.add(
          MachineFinding.grave(
              key, program + " is not a file; install the program there, or correct the path"));
    } else if (!Files.isExecutable(path)) {
      findings.add(MachineFinding.grave(key, program + " is not executable; chmod 755 " + program));
    }
  }
}
