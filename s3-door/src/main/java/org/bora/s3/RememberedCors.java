package org.bora.s3;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.bora.s3.cors.Cors;

/**
 * A short-lived cache of the CORS rules of buckets. Browsers ask without a signature, so lookups
 * are limited: a few at a time for each address, {@link #MOST_AT_ONCE} in total. A change by
 * another door takes effect after {@link #KEPT}. Names without a bucket have a separate limit, so
 * they push out no rules. Thread safe.
 */
final class RememberedCors {
  /** Name of the note on the directory of a bucket. */
  static final String NOTE = "s3.cors";

  static final Duration KEPT = Duration.ofSeconds(30);
  static final int MOST_AT_ONCE = 64;
  static final int MOST_OF_ADDRESS = 16;
  private static final int MOST = 1000;
  static final int MOST_MISSING = 1000;

  private record Answer(Optional<Cors> rules, Instant until) {}

  private final Buckets buckets;
  private final Clock clock;
  private final AddressBound questions = new AddressBound(MOST_AT_ONCE, MOST_OF_ADDRESS);
  private final Recent<String, Answer> there = new Recent<>(MOST);
  private final Recent<String, Answer> missing = new Recent<>(MOST_MISSING);

  /** Number of invalidations: answers to earlier queries are not cached. */
  private long forgotten;

  RememberedCors(Buckets buckets, Clock clock) {
    this.buckets = Objects.requireNonNull(buckets, "buckets");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The rules of a bucket; empty if it has none or does not exist: clients ask without a signature,
   * and must not learn which buckets exist.
   *
   * @param engine for the query
   * @param address of the client
   * @throws Refused if the name is invalid for a bucket, or if its rules are not available
   */
  Optional<Cors> of(String bucket, Engine engine, String address) throws Refused {
    Optional<Answer> remembered = remembered(bucket);
    return (remembered.isPresent() ? remembered.get() : ask(bucket, engine, address)).rules();
  }

  private synchronized Optional<Answer> remembered(String bucket) {
    return there
        .get(bucket)
        .or(() -> missing.get(bucket))
        .filter(answer -> clock.instant().isBefore(answer.until()));
  }

  private Answer ask(String bucket, Engine engine, String address) throws Refused {
    Optional<Name> directory = directory(bucket);
    if (directory.isEmpty()) {
      return new Answer(Optional.empty(), clock.instant());
    }
    if (!questions.take(address)) {
      throw S3Error.SLOW_DOWN.because("too many buckets are being looked up");
    }
    long before = forgotten();
    try {
      Instant until = clock.instant().plus(KEPT);
      Answer answer = new Answer(rules(engine.directoryNote(directory.get(), NOTE)), until);
      remember(bucket, answer, before, there);
      return answer;
    } catch (Refused refusal) {
      if (refusal.status() != 404) {
        throw refusal;
      }
      Answer none = new Answer(Optional.empty(), clock.instant().plus(KEPT));
      remember(bucket, none, before, missing);
      return none;
    } finally {
      questions.giveBack(address);
    }
  }

  /** Where the bucket is; empty where this service makes none of such a name. */
  private Optional<Name> directory(String bucket) throws Refused {
    return !buckets.isArea(bucket) && Buckets.isPossible(bucket) && buckets.place().isEmpty()
        ? Optional.empty()
        : Optional.of(buckets.directory(bucket));
  }

  /** A note that is none of ours allows nothing. */
  private static Optional<Cors> rules(Optional<String> note) {
    try {
      return note.isEmpty() ? Optional.empty() : Optional.of(Cors.noted(note.get()));
    } catch (Refused notOurs) {
      return Optional.empty();
    }
  }

  private synchronized long forgotten() {
    return forgotten;
  }

  private synchronized void remember(
      String bucket, Answer answer, long before, Recent<String, Answer> in) {
    if (forgotten == before) {
      there.remove(bucket);
      missing.remove(bucket);
      in.put(bucket, answer);
    }
  }

  /** To be called when this door has changed the rules, or the entry of the name. */
  synchronized void forget(String bucket) {
    forgotten++;
    there.remove(bucket);
    missing.remove(bucket);
  }
}
