package org.bora.server.control;

import java.util.List;

/**
 * The result of an order.
 *
 * @param done false if the order was refused and changed nothing
 * @param lines for the administrator
 */
public record OrderAnswer(boolean done, List<String> lines) {

  public OrderAnswer {
    lines = List.copyOf(lines);
  }
}
