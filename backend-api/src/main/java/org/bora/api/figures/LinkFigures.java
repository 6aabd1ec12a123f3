package org.bora.api.figures;

import java.util.Objects;

/**
 * A backend as a frontend sees it.
 *
 * @param backend host and port
 * @param ready whether it is connected and says that it serves
 * @param outstanding calls that it has not answered yet
 * @param seconds since when it has been ready, or not
 * @param trouble why it cannot be used and what to do about it; empty while it is ready, and where
 *     that is not known
 */
public record LinkFigures(
    String backend, boolean ready, int outstanding, long seconds, String trouble) {
  public LinkFigures {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(trouble, "trouble");
  }
}
