package org.bora.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.door.admit.TransferSettings;
import org.bora.door.http.Refused;

/**
 * Limits the connections of third-party copies to other servers: in total, half of that for one
 * caller, and a share for the callers of one virtual organisation. A copy that asks for several
 * streams gets those that are left, and is refused if none is left. Thread safe.
 */
public final class Streams {
  private static final int MOST_OF_ONE_COPY = 64;
  private static final Duration RETRY_IN = Duration.ofSeconds(30);

  private final CopyTally tally;
  private final Map<String, Integer> ofCallers = new HashMap<>();

  /** By the VO of the primary attribute; callers without one share an entry. */
  private final Map<Optional<String>, Integer> ofVos = new HashMap<>();

  private TransferSettings settings;
  private int all;

  /** The limit that leaves a copy without a stream. */
  enum Limit {
    /** All streams are in use. */
    TOTAL("total"),
    CALLER("caller"),
    VO("vo");

    private final String label;

    Limit(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /**
   * Nothing is taken.
   *
   * @param tally counts copies that are refused
   */
  public Streams(TransferSettings settings, CopyTally tally) {
    this.tally = Objects.requireNonNull(tally, "tally");
    change(settings);
  }

  /** Sets other limits; streams in use stay. */
  public synchronized void change(TransferSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** Connections in use. */
  public synchronized int inUse() {
    return all;
  }

  /**
   * Takes streams, to be given back.
   *
   * @param caller by certificate subject, and by VO
   * @param wanted below 1 means 1, above 64 means 64
   */
  synchronized Taken take(Caller caller, int wanted) throws Refused {
    int most = settings.streams();
    int ofAll = most - all;
    int ofCaller = Math.max(1, most / 2) - ofCallers.getOrDefault(caller.dn(), 0);
    int ofVo = settings.streamsPerVo() - ofVos.getOrDefault(caller.vo(), 0);
    if (ofAll < 1) {
      throw refused(Limit.TOTAL, caller);
    }
    if (ofCaller < 1) {
      throw refused(Limit.CALLER, caller);
    }
    if (ofVo < 1) {
      throw refused(Limit.VO, caller);
    }
    int left = Math.min(ofAll, Math.min(ofCaller, ofVo));
    int count = Math.min(left, Math.clamp(wanted, 1, MOST_OF_ONE_COPY));
    all += count;
    ofCallers.merge(caller.dn(), count, Integer::sum);
    ofVos.merge(caller.vo(), count, Integer::sum);
    return new Taken(caller, count);
  }

  private Refused refused(Limit limit, Caller caller) {
    tally.refused(limit);
    String why =
        switch (limit) {
          case TOTAL -> "the server has too many streams of third-party copies in progress";
          case CALLER -> "you have too many streams of third-party copies in progress";
          case VO ->
              "third-party copies of "
                  + caller.vo().map(vo -> "VO " + LogText.of(vo)).orElse("callers without a VO")
                  + " use all "
                  + settings.streamsPerVo()
                  + " streams that one VO may have here (admission.transfers.streams-per-vo);"
                  + " wait until one of them has ended, or ask the site for a larger share";
        };
    return Refused.busy(limit != Limit.TOTAL, why, RETRY_IN);
  }

  private synchronized void giveBack(Caller caller, int count) {
    all -= count;
    giveBack(ofCallers, caller.dn(), count);
    giveBack(ofVos, caller.vo(), count);
  }

  private static <K> void giveBack(Map<K, Integer> taken, K of, int count) {
    taken.computeIfPresent(of, (_, some) -> some > count ? some - count : null);
  }

  /** Streams of one copy. */
  final class Taken implements AutoCloseable {
    private final Caller caller;
    private final int count;
    private boolean closed;

    private Taken(Caller caller, int count) {
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
