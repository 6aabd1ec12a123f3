package org.bora.server.control;

import java.util.List;

/**
 * What came of an order.
 *
 * @param done false where it refused, and changed nothing
 * @param lines for the administrator
 */
public record Answer(boolean done, List<String> lines) {

  public Answer {
    lines = List.copyOf(lines);
  }
}
