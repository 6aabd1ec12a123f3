package org.bora.http.flow;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * A connection, in the direction of the data.
 *
 * @param from who sends
 * @param to who receives
 */
public record Flow(InetSocketAddress from, InetSocketAddress to) {
  public Flow {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
  }
}
