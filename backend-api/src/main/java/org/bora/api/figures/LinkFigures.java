package org.bora.api.figures;

import java.util.Objects;

/**
 * A backend as a frontend sees it.
 *
 * @param backend host and port
 * @param ready whether it is connected and says that it serves
 * @param outstanding calls that it has not answered yet
 */
public record LinkFigures(String backend, boolean ready, int outstanding) {
  public LinkFigures {
    Objects.requireNonNull(backend, "backend");
  }
}
