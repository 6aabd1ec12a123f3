package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.bora.backend.request.NameKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many bytes callers keep in buffers. The sum is only computed from time to time, because it
 * reads a row for each pin, and a caller in a campaign has hundreds of thousands. After each sum a
 * backend may admit an eighth of the rest without a new sum for a while, so eight backends stay
 * within the limit together. Recalled files are seen at the next sum. The more pins, the longer
 * this while, so sums take a small part of the database's time for any number of pins.
 *
 * <p>After that, the next sum is computed in the background, and callers get the last sum for the
 * same time again: a sum of many pins takes a second, during which a caller would hold locks.
 * Thread safe.
 */
final class KeptBytes {
  private static final Logger LOG = LoggerFactory.getLogger(KeptBytes.class);

  /** How long a sum of few pins counts. */
  static final Duration REMEMBERED = Duration.ofSeconds(5);

  /** A sum of more pins counts for a second for so many of them; it takes about 10 ms for each. */
  static final int PINS_A_SECOND = 2000;

  private static final int BACKENDS = 8;

  /** The number of remembered sums before those that are too old are dropped. */
  private static final int CROWD = 1000;

  private final Executor beside;
  private final ConcurrentMap<Key, Sum> sums = new ConcurrentHashMap<>();

  /** Who keeps files where. */
  record Key(String caller, String area) {}

  /**
   * Computes the current sum.
   *
   * @param here in the transaction of the caller
   * @param beside in one of its own, in another thread
   */
  record Adding(Supplier<PinTable.Kept> here, Supplier<PinTable.Kept> beside) {}

  /**
   * A sum, and what was admitted since.
   *
   * @param letIn admitted since the sum began
   * @param until when a new sum is due
   * @param end when this sum is no longer used
   * @param next admitted since the next sum began, while that is being computed
   */
  private record Sum(
      PinTable.Kept kept,
      long most,
      LetIn letIn,
      Instant until,
      Instant end,
      Optional<LetIn> next) {

    static Sum of(PinTable.Kept kept, long most, LetIn letIn, Instant now) {
      Duration counts = remembered(kept.pins());
      return new Sum(
          kept, most, letIn, now.plus(counts), now.plus(counts.multipliedBy(2)), Optional.empty());
    }

    long bytes() {
      return kept.bytes() + letIn.bytes();
    }

    /** Bytes that may still be let in; less than 0 where more was. */
    long credit() {
      return (most - kept.bytes()) / BACKENDS - letIn.bytes();
    }

    Sum add(NameKey file, long size) {
      letIn.add(file, size);
      next.ifPresent(since -> since.add(file, size));
      return this;
    }

    Sum underWay() {
      return new Sum(kept, most, letIn, until, end, Optional.of(new LetIn()));
    }

    Sum anotherTry() {
      return new Sum(kept, most, letIn, until, end, Optional.empty());
    }
  }

  /**
   * @param beside computes sums on other threads than the callers'
   */
  KeptBytes(Executor beside) {
    this.beside = Objects.requireNonNull(beside, "beside");
  }

  /**
   * Bytes that a caller keeps in the buffer of an area: not less than the last sum, and exact near
   * the limit.
   *
   * @param most bytes that the caller may keep there
   * @param wanted additional files that the caller wants to keep, with their bytes
   */
  long of(Key key, long most, Map<NameKey, Long> wanted, Instant now, Adding adding) {
    Sum known = sums.get(key);
    if (known != null
        && now.isBefore(known.end())
        && known.letIn().more(wanted) <= known.credit()) {
      if (!now.isBefore(known.until())) {
        makeAnew(key, most, now, adding.beside());
      }
      return known.bytes();
    }
    PinTable.Kept kept = adding.here().get();
    if (kept.bytes() < most) {
      forgetOld(now);
      sums.put(key, Sum.of(kept, most, new LetIn(), now));
    } else {
      sums.remove(key); // a release counts at once
    }
    return kept.bytes();
  }

  private void makeAnew(Key key, long most, Instant now, Supplier<PinTable.Kept> adding) {
    Sum known = sums.get(key);
    if (known == null || known.next().isPresent() || !sums.replace(key, known, known.underWay())) {
      return; // another caller has begun the next sum
    }
    try {
      beside.execute(() -> makeAnew(key, known, most, now, adding));
    } catch (RejectedExecutionException atItsEnd) {
      notMade(key, atItsEnd); // this process shuts down: the last sum does for its last calls
    }
  }

  private void makeAnew(
      Key key, Sum before, long most, Instant now, Supplier<PinTable.Kept> adding) {
    try {
      PinTable.Kept kept = adding.get();
      sums.computeIfPresent(key, (any, old) -> next(old, before, kept, most, now));
    } catch (RuntimeException e) {
      notMade(key, e);
    }
  }

  private void notMade(Key key, RuntimeException e) {
    LOG.debug("what {} keeps in area {} was not added up", key.caller(), key.area(), e);
    sums.computeIfPresent(key, (any, old) -> old.anotherTry());
  }

  /**
   * Files admitted during the computation count in addition, because the sum may not include them.
   */
  private static Sum next(Sum old, Sum before, PinTable.Kept kept, long most, Instant now) {
    if (!old.until().equals(before.until()) || old.next().isEmpty()) {
      return old; // made by a caller meanwhile
    }
    return kept.bytes() < most ? Sum.of(kept, most, old.next().get(), now) : null;
  }

  private static Duration remembered(long pins) {
    Duration many = Duration.ofSeconds(pins / PINS_A_SECOND);
    return many.compareTo(REMEMBERED) > 0 ? many : REMEMBERED;
  }

  private void forgetOld(Instant now) {
    if (sums.size() >= CROWD) {
      sums.values().removeIf(sum -> !now.isBefore(sum.end()));
    }
  }

  /** What a file adds to what the caller keeps: nothing where it was let in since the sum. */
  long more(Key key, NameKey file, long size) {
    Sum known = sums.get(key);
    return known == null ? size : known.letIn().more(Map.of(file, size));
  }

  /** A file was let in. */
  void add(Key key, NameKey file, long size) {
    sums.computeIfPresent(key, (any, sum) -> sum.add(file, size));
  }
}
