package org.bora.backend.database;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database server that all connections of a backend use. What one pool finds out, the others
 * know, and a backend uses only one node of a cluster at a time. Thread safe.
 */
final class ServerInUse {
  private static final Logger LOG = LoggerFactory.getLogger(ServerInUse.class);

  private final List<String> urls;
  private final Runnable whenChanged;
  private final AtomicInteger index = new AtomicInteger();

  /** Counts where the connections to a former server begin and end to be broken off. */
  private final AtomicInteger turns = new AtomicInteger();

  /** How many former servers are being left; two where the second one fails at once. */
  private final AtomicInteger leaving = new AtomicInteger();

  /**
   * @param urls of the servers, the preferred one first
   * @param whenChanged is run after another server came into use, by the thread that found it; must
   *     not block
   */
  ServerInUse(List<String> urls, Runnable whenChanged) {
    this.urls = List.copyOf(urls);
    this.whenChanged = Objects.requireNonNull(whenChanged, "whenChanged");
  }

  List<String> urls() {
    return urls;
  }

  /** Its place among the servers. */
  int index() {
    return index.get();
  }

  /** To be called before work about which {@link #wasLeftSince} is asked later. */
  int turns() {
    return turns.get();
  }

  /**
   * Whether connections have been aborted since then. A failure in between may be due to that,
   * whatever it looks like: a driver whose socket is closed during a statement throws arbitrary
   * exceptions.
   */
  boolean wasLeftSince(int turns) {
    return leaving.get() > 0 || turns() != turns;
  }

  /** The former server did not serve, and another one did. Later calls have no effect. */
  void change(int before, int now) {
    if (before != now && index.compareAndSet(before, now)) {
      LOG.warn(
          "the database server {} does not serve; {} is used from now on",
          place(before),
          place(now));
      leave(whenChanged);
    }
  }

  /** Has connections broken off: what fails meanwhile may have failed by that. */
  void leave(Runnable breakingOff) {
    leaving.incrementAndGet();
    turns.incrementAndGet();
    try {
      breakingOff.run();
    } finally {
      turns.incrementAndGet();
      leaving.decrementAndGet();
    }
  }

  /** Without schema and parameters, and without a user. */
  private String place(int server) {
    return ShownUrl.of(urls.get(server)).replaceFirst("jdbc:mysql://([^/?]*).*", "$1");
  }
}
