package org.bora.launcher.command.init;

import java.io.Console;
import java.util.Optional;

/** Asks the administrator for values that the command line does not give. Used by one thread. */
public interface SetupQuestions {

  /** Asks one question and waits for the answer; empty if there is no terminal to ask on. */
  Optional<String> ask(String question, String proposal);

  /** Asks on the terminal of this process, if it has one. */
  static SetupQuestions onTerminal() {
    Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    return (question, proposal) -> terminal.flatMap(one -> asked(one, question, proposal));
  }

  private static Optional<String> asked(Console console, String question, String proposal) {
    String answer =
        console.readLine("%s%s: ", question, proposal.isEmpty() ? "" : " [" + proposal + "]");
    // end of input: the administrator gave up
    return Optional.ofNullable(answer)
        .map(given -> given.isBlank() ? proposal : given.strip())
        .filter(given -> !given.isEmpty());
  }
}
