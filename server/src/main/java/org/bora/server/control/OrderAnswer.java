package org.bora.server.control;

import java.util.List;

/**
 * What came of an order.
 *
 * @param done false where it refused, and changed nothing
 * @param lines for the administrator
 */
public record OrderAnswer(boolean done, List<String> lines) {

  public OrderAnswer {
    lines = List.copyOf(lines);
  }
}
