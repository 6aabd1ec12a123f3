package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.LogText;
import org.bora.door.audit.CopyEnd;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to a copy within the service. A copy of a few seconds has an ordinary answer. A longer
 * one is answered like a third-party copy, with markers, and ends when its client has left. This is
 * done only for clients that know markers; others would take the status 202 for a success, so they
 * get their answer at the end.
 */
final class LocalMarkers {
  private static final Logger LOG = LoggerFactory.getLogger(LocalMarkers.class);
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** Only clients of third-party copies send them. */
  private static final Set<String> KNOWN =
      Set.of("credential", "x-number-of-streams", "requirechecksumverification", "scitag");

  private final DavVisit visit;
  private final Name from;
  private final Name to;
  private final boolean known;
  private final long begunNanos;
  private final Markers markers;
  private long bytes;
  private boolean told;
  private int statusOfDone;

  LocalMarkers(DavVisit visit) throws Refused {
    String source = visit.headers().get("Source");
    this.visit = visit;
    this.from = source == null ? visit.name() : name(Elsewhere.uri(source, "Source"));
    this.to = source == null ? name(Elsewhere.destination(visit)) : visit.name();
    this.known = areKnown(visit.headers());
    this.begunNanos = visit.ground().nanos().getAsLong();
    this.markers = Markers.inside(visit, visit.copies().clock(), () -> bytes);
  }

  private static Name name(URI uri) throws Refused {
    return Name.of(uri.getRawPath());
  }

  static boolean areKnown(HttpFields headers) {
    return headers.stream()
        .map(HttpField::getName)
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(name -> KNOWN.contains(name) || name.startsWith(ThirdParty.FORWARDED));
  }

  /** To be called after each copied part. */
  void moved(long count) throws IOException {
    bytes += count;
    if (told) {
      markers.goOn();
    } else if (known && visit.ground().nanos().getAsLong() - begunNanos > SHORT.toNanos()) {
      markers.begin();
      told = true;
      markers.tell();
    }
  }

  /**
   * All is there.
   *
   * @param status of an ordinary answer
   */
  void done(int status) {
    statusOfDone = status;
  }

  /** One copy. */
  @FunctionalInterface
  interface Copy {
    void run() throws Refused, IOException;
  }

  /** Runs a copy. Where the answer has begun its last line is the end, which is audited before. */
  void run(Copy copy) throws Refused, IOException {
    Optional<String> failure = Optional.of(ThirdParty.LEFT);
    try {
      failure = failure(copy);
    } finally {
      if (told) {
        ended(failure);
      }
    }
    if (!told) {
      visit.answer(statusOfDone);
    } else if (failure.isPresent()) {
      markers.failure(failure.get());
    } else {
      markers.success();
    }
  }

  /** Empty if the copy has succeeded; a copy that fails before its answer has begun is refused. */
  private Optional<String> failure(Copy copy) throws Refused, IOException {
    try {
      copy.run();
      return Optional.empty();
    } catch (Refused | IOException | RuntimeException e) {
      if (!told) {
        throw e;
      }
      return ThirdParty.failure(
          visit,
          () -> {
            throw e;
          });
    }
  }

  private void ended(Optional<String> failure) {
    String host = visit.engine().host();
    visit
        .exchange()
        .tell()
        .copied(new CopyEnd(from.surl(host).text(), to.surl(host).text(), bytes, failure));
    LOG.info(
        "copy of '{}' to '{}' dn={}: {} bytes, {}",
        LogText.of(from.path()),
        LogText.of(to.path()),
        LogText.of(visit.exchange().calls().get().caller().dn()),
        bytes,
        LogText.of(failure.map(why -> "failed: " + why).orElse("done")));
  }
}
