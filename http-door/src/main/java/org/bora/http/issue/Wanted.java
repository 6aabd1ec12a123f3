package org.bora.http.issue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The macaroon that a client asks for.
 *
 * @param caveats without the path of the request
 */
record Wanted(List<String> caveats, Duration validity) {
  /** Where a client does not say. */
  static final Duration PRESET = Duration.ofHours(1);

  /** More are no request of a client that means well. */
  static final int MOST_CAVEATS = 20;

  Wanted {
    caveats = List.copyOf(caveats);
    Objects.requireNonNull(validity, "validity");
  }
}
