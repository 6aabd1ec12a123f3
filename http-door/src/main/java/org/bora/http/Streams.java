package org.bora.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.bora.door.admit.TransferSettings;
import org.bora.door.http.Refused;

/**
 * Connections to other servers that third-party copies may have: in all, and half of them for one
 * caller. A copy that asks for several gets those that are left, and is refused where none is.
 * Thread safe.
 */
public final class Streams {
  private static final int MOST_OF_ONE_COPY = 64;
  private static final Duration RETRY_IN = Duration.ofSeconds(30);

  private final Map<String, Integer> taken = new HashMap<>();
  private int most;
  private int all;

  public Streams(TransferSettings settings) {
    change(settings);
  }

  /** Takes other bounds; what is taken stays. */
  public synchronized void change(TransferSettings settings) {
    most = Objects.requireNonNull(settings, "settings").streams();
  }

  /** Connections in use. */
  public synchronized int inUse() {
    return all;
  }

  /**
   * Takes streams, to be given back.
   *
   * @param caller by certificate subject
   * @param wanted below 1 means 1, above 64 means 64
   */
  synchronized Taken take(String caller, int wanted) throws Refused {
    int mine = taken.getOrDefault(caller, 0);
    int left = Math.min(most - all, Math.max(1, most / 2) - mine);
    if (left < 1) {
      throw Refused.busy(
          most > all,
          most > all
              ? "you have too many streams of third-party copies in progress"
              : "the server has too many streams of third-party copies in progress",
          RETRY_IN);
    }
    int count = Math.min(left, Math.clamp(wanted, 1, MOST_OF_ONE_COPY));
    all += count;
    taken.put(caller, mine + count);
    return new Taken(caller, count);
  }

  private synchronized void giveBack(String caller, int count) {
    all -= count;
    taken.computeIfPresent(caller, (_, mine) -> mine > count ? mine - count : null);
  }

  /** Streams of one copy. */
  final class Taken implements AutoCloseable {
    private final String caller;
    private final int count;
    private boolean closed;

    private Taken(String caller, int count) {
      this.caller = caller;
      this.count = count;
    }

    int count() {
      return count;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        giveBack(caller, count);
      }
    }
  }
}
