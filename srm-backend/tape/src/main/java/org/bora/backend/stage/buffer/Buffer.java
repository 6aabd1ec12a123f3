package org.bora.backend.stage.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The buffer of one area, for one backend. Thread safe; blocks. */
final class Buffer {
  private static final Logger LOG = LoggerFactory.getLogger(Buffer.class);

  /** How long the answer that nothing can leave is given again without looking. */
  private static final Duration BARREN = Duration.ofSeconds(5);

  /**
   * After a round that found nothing to release, the next round waits for this multiple of its
   * duration: a round reads a row for each file on disk, and a buffer may be full of pins for
   * weeks. A put that needs room does not wait for it.
   */
  private static final int REST = 10;

  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

  private static final Duration LONG_ROUND = Duration.ofHours(1);
  private static final long LOOK_MILLIS = 50;

  private final StorageArea area;
  private final ReleasePolicy policy;
  private final BufferGauge gauge;
  private final ReleaseRound rounds;
  private final TokenSource tokens;
  private final Obstacles obstacles;

  /** One thread of this process at a time; among backends the turn decides. */
  private final Semaphore door = new Semaphore(1);

  /** Why nothing can leave. */
  private volatile ForAWhile<String> barren = ForAWhile.nothing();

  /** What the last round of {@link #tend} found, until it is repeated. */
  private volatile ForAWhile<State> rest = ForAWhile.nothing();

  Buffer(
      StorageArea area,
      ReleasePolicy policy,
      BufferGauge gauge,
      ReleaseRound rounds,
      TokenSource tokens,
      Obstacles obstacles) {
    this.area = area;
    this.policy = policy;
    this.gauge = gauge;
    this.rounds = rounds;
    this.tokens = tokens;
    this.obstacles = obstacles;
  }

  StorageArea area() {
    return area;
  }

  /** How full it is now. */
  BufferStatus status() {
    try {
      Occupancy now = gauge.of(area);
      return new BufferStatus(
          area.name(),
          now.capacity(),
          now.occupied(),
          policy.settings().highBytes(now.capacity()),
          policy.settings().lowBytes(now.capacity()),
          obstacles.notOnTape(area),
          Optional.empty());
    } catch (StorageException e) {
      LOG.warn("area {}: {}", area.name(), e.getMessage(), e);
      return new BufferStatus(area.name(), 0, 0, 0, 0, 0, Optional.of(e.getMessage()));
    }
  }

  /**
   * The state of the buffer after a round.
   *
   * @param released bytes that left it
   * @param stuck why it is over its high mark and no more files can leave; empty otherwise, or if
   *     another backend has the turn
   */
  record State(long released, Optional<String> stuck) {}

  /** Brings the buffer below its marks; empty where another thread or backend is doing so. */
  Optional<State> tend() throws StorageException {
    if (!door.tryAcquire()) {
      return Optional.empty();
    }
    try {
      Occupancy now = gauge.of(area);
      long bytes = policy.toRelease(now);
      if (bytes == 0) {
        return Optional.of(new State(0, Optional.empty()));
      }
      Instant begun = tokens.now();
      Optional<State> last = rest.at(begun);
      if (last.isPresent()) {
        return last;
      }
      Optional<ReleaseRound.Result> result = release(bytes, begun.plus(LONG_ROUND));
      Optional<State> state = result.map(end -> new State(end.released(), stuck(end)));
      if (result.filter(end -> end.exhausted() && end.files() == 0).isPresent()) {
        rest = restAfter(begun, state.get());
      }
      return state;
    } finally {
      door.release();
    }
  }

  private ForAWhile<State> restAfter(Instant begun, State found) {
    Instant end = tokens.now();
    Duration rests = Duration.between(begun, end).multipliedBy(REST);
    return ForAWhile.of(found, end, rests.compareTo(LONGEST_REST) < 0 ? rests : LONGEST_REST);
  }

  private Optional<String> stuck(ReleaseRound.Result result) {
    try {
      Occupancy now = gauge.of(area);
      return result.exhausted() && policy.isOverHigh(now)
          ? Optional.of(obstacles.describe(area, now, result.kept()))
          : Optional.empty();
    } catch (StorageException e) {
      LOG.warn("area {}: {}", area.name(), e.getMessage(), e);
      return Optional.empty();
    }
  }

  /** Empty if there is room for these bytes; otherwise why not. Ends at about {@code until}. */
  Optional<String> makeRoom(long bytes, Instant until)
      throws StorageException, InterruptedException {
    Occupancy now = gauge.of(area);
    while (now.free() < bytes) {
      Optional<String> known = barren.at(tokens.now());
      Duration left = Duration.between(tokens.now(), until);
      if (known.isPresent()) {
        return known;
      }
      if (!left.isPositive()) {
        return Optional.of("files are leaving its buffer, try again");
      }
      if (door.tryAcquire(Math.min(LOOK_MILLIS, left.toMillis()), TimeUnit.MILLISECONDS)) {
        try {
          if (!makeRoomNow(bytes, until)) {
            Thread.sleep(LOOK_MILLIS);
          }
        } finally {
          door.release();
        }
      }
      now = gauge.of(area);
    }
    return Optional.empty();
  }

  /**
   * As much as is missing; the rest down to the low mark is not waited for. False where another
   * backend has the turn.
   */
  private boolean makeRoomNow(long bytes, Instant until) throws StorageException {
    Occupancy now = gauge.of(area);
    long missing = bytes - now.free();
    if (missing <= 0) {
      return true;
    }
    Optional<ReleaseRound.Result> result = release(missing, until);
    if (result.isPresent() && result.get().exhausted() && result.get().released() < missing) {
      String why = obstacles.describe(area, gauge.of(area), result.get().kept());
      barren = ForAWhile.of(why, tokens.now(), BARREN);
    }
    return result.isPresent();
  }

  /** Empty where another backend has the turn. */
  private Optional<ReleaseRound.Result> release(long bytes, Instant until) {
    UUID holder = tokens.uploadId(tokens.now());
    if (!rounds.takeTurn(area, holder)) {
      return Optional.empty();
    }
    try {
      ReleaseRound.Result result =
          rounds.run(
              new ReleaseRound.Task(area, policy, gauge.isBounded(area), bytes, until), holder);
      if (result.files() > 0) {
        LOG.info(
            "area {}: {} files of {} bytes have left the disk",
            area.name(),
            result.files(),
            result.released());
        barren = ForAWhile.nothing();
      }
      return Optional.of(result);
    } finally {
      rounds.giveTurnBack(area, holder);
    }
  }
}
