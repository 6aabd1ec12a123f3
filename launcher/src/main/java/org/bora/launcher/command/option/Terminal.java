package org.bora.launcher.command.option;

import java.io.Console;
import java.util.Optional;
import org.bora.launcher.command.Machine;

/** The outputs of a verb. */
public final class Terminal {
  private Terminal() {}

  /** Whether it is a terminal, rather than a file or another program. */
  public static boolean isOne() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /** Whether it shows colours and the user has not set NO_COLOR (https://no-color.org). */
  static boolean hasColours(Machine machine) {
    return isOne()
        && machine.environment().getOrDefault("NO_COLOR", "").isEmpty()
        && !machine.environment().getOrDefault("TERM", "dumb").equals("dumb");
  }
}
