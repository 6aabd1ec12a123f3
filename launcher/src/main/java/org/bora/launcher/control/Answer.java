package org.bora.launcher.control;

import java.util.List;

/**
 * What a Bora that runs says to a command.
 *
 * @param done false where it refused, and changed nothing
 * @param lines for the administrator
 */
public record Answer(boolean done, List<String> lines) {

  public Answer {
    lines = List.copyOf(lines);
  }
}
