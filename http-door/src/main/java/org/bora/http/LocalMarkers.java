package org.bora.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/**
 * What a client hears of a copy within the service. One that takes no longer than some seconds has
 * an ordinary answer. A longer one is told as a third-party copy is, and ends when its client has
 * left; but only to clients that know markers. To others an answer 202 would be a success, so they
 * get their answer at the end.
 */
final class LocalMarkers {
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Only clients of third-party copies send them. */
  private static final Set<String> KNOWN =
      Set.of("credential", "x-number-of-streams", "requirechecksumverification", "scitag");

  private final DavVisit visit;
  private final boolean known;
  private final long begunNanos;
  private final Markers markers;
  private long bytes;
  private boolean told;

  LocalMarkers(DavVisit visit) {
    this.visit = visit;
    this.known = areKnown(visit.headers());
    this.begunNanos = visit.ground().nanos().getAsLong();
    this.markers = Markers.inside(visit, visit.copies().clock(), () -> bytes);
  }

  static boolean areKnown(HttpFields headers) {
    return headers.stream()
        .map(HttpField::getName)
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(name -> KNOWN.contains(name) || name.startsWith(ThirdParty.FORWARDED));
  }

  /** To be said whenever a part is copied. */
  void moved(long count) throws IOException {
    bytes += count;
    if (told) {
      markers.goOn();
    } else if (known && visit.ground().nanos().getAsLong() - begunNanos > SHORT.toNanos()) {
      told = true;
      markers.begin();
    }
  }

  /**
   * All is there.
   *
   * @param status of an ordinary answer
   */
  void done(int status) throws IOException {
    if (told) {
      markers.success();
    } else {
      visit.answer(status);
    }
  }

  /** One copy. */
  @FunctionalInterface
  interface Copy {
    void run() throws Refused, IOException;
  }

  /** Runs a copy; where the answer has begun a failure is its last line. */
  void run(Copy copy) throws Refused, IOException {
    try {
      copy.run();
    } catch (Refused | IOException | RuntimeException e) {
      if (!told) {
        throw e;
      }
      Optional<String> why =
          ThirdParty.failure(
              visit,
              () -> {
                throw e;
              });
      markers.failure(why.orElseThrow());
    }
  }
}
