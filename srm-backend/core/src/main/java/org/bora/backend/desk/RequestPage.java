package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Some requests, the newest first.
 *
 * @param at when they were looked at
 * @param next ask for those after this token; absent where all were looked at. A page may have
 *     fewer requests than were asked for and more behind it: so many are looked at, not more
 */
public record RequestPage(Instant at, List<RequestLine> requests, Optional<String> next) {

  public RequestPage {
    Objects.requireNonNull(at, "at");
    requests = List.copyOf(requests);
    Objects.requireNonNull(next, "next");
  }
}
