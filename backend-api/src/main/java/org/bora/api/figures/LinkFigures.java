package org.bora.api.figures;

import java.util.Objects;

/**
 * A backend as a frontend sees it.
 *
 * @param backend host and port
 * @param ready whether it is connected and reports that it serves
 * @param outstanding calls without an answer yet
 * @param seconds how long it has been ready, or not ready
 * @param trouble why it cannot be used and what to do about it; empty while it is ready, or if the
 *     reason is unknown
 */
public record LinkFigures(
    String backend, boolean ready, int outstanding, long seconds, String trouble) {
  public LinkFigures {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(trouble, "trouble");
  }
}
