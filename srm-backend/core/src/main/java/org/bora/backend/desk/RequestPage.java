package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A page of requests, the newest first.
 *
 * @param at when the page was read
 * @param next the next page begins after this token; absent if this is the last page. A page may
 *     have fewer requests than asked for although more follow, because only a limited number is
 *     examined
 */
public record RequestPage(Instant at, List<RequestLine> requests, Optional<String> next) {

  public RequestPage {
    Objects.requireNonNull(at, "at");
    requests = List.copyOf(requests);
    Objects.requireNonNull(next, "next");
  }
}
