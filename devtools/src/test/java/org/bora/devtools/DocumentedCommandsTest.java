package org.bora.devtools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.launcher.DocumentedCommand;
import org.bora.launcher.Main;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Every {@code bora} command that the documentation shows is one that the program of a checkout
 * takes.
 */
class DocumentedCommandsTest {

  /** Of which every parse begins anew. */
  private final CommandLine line =
      Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of()));

  @Test
  void verbsOptionsAndTheNumberOfArgumentsAreTheProgramsOwn() {
    List<String> wrong = new ArrayList<>();
    for (DocumentedCommand command : DocumentedCommand.all()) {
      try {
        line.parseArgs(command.words().toArray(String[]::new));
      } catch (ParameterException refused) {
        wrong.add(command + ": " + refused.getMessage());
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void verbsAndOptionsNamedInSentencesAreTheProgramsOwn() {
    List<String> wrong = new ArrayList<>();
    List<DocumentedCommand> named = DocumentedCommand.inSentences();
    assertTrue(named.size() > 100, named::toString);
    for (DocumentedCommand command : named) {
      List<String> words = new ArrayList<>(command.words());
      // what a reader puts in, and may leave out
      words.removeIf(word -> word.equals("...") || word.endsWith("]"));
      words.replaceAll(word -> word.replace("[", ""));
      try {
        line.parseArgs(words.toArray(String[]::new));
      } catch (UnmatchedArgumentException unknown) {
        wrong.add(command + ": " + unknown.getMessage());
      } catch (ParameterException unfinished) {
        // a sentence need not give every argument
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void theCommandsOfTheDocumentationAreFound() {
    List<String> shown =
        DocumentedCommand.all().stream().map(each -> String.join(" ", each.words())).toList();
    assertTrue(shown.size() > 25, shown::toString);
    for (String known :
        List.of("up --tape", "config check /etc/bora/backend.yaml", "rebuild --dry-run")) {
      assertTrue(shown.contains(known), known);
    }
  }

  @Test
  void wordsAreTakenApartAsAShellDoes() {
    assertEquals(
        List.of("policy", "explain", "--dn", "/DC=org/CN=A B", "--op", "read"),
        DocumentedCommand.words(
                "sudo X=1 ./bora policy explain --dn \"/DC=org/CN=A B\" --op read 2>/dev/null # why")
            .orElseThrow());
    assertEquals(
        List.of("env"),
        DocumentedCommand.words("eval \"$(./bora env)\"   # a user's").orElseThrow());
    assertTrue(DocumentedCommand.words("borax up").isEmpty());
    assertTrue(DocumentedCommand.words("mariadb bora").isEmpty());
  }
}
