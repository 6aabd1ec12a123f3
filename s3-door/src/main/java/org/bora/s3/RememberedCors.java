package org.bora.s3;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.bora.s3.cors.Cors;

/**
 * The rules of buckets for scripts, as they were a moment ago. Browsers ask without a signature, so
 * of one address few buckets are looked up at a time, and of all of them {@link #MOST_AT_ONCE}.
 * What another door changes counts here after {@link #KEPT}. Thread safe.
 */
final class RememberedCors {
  /** Name of the note on the directory of a bucket. */
  static final String NOTE = "s3.cors";

  static final Duration KEPT = Duration.ofSeconds(30);
  static final int MOST_AT_ONCE = 64;
  static final int MOST_OF_ADDRESS = 16;
  private static final int MOST = 1000;

  /** Whether there is such a bucket, and its rules. */
  private record Answer(boolean there, Optional<Cors> rules, Instant until) {}

  private final Buckets buckets;
  private final Clock clock;
  private final AddressBound questions = new AddressBound(MOST_AT_ONCE, MOST_OF_ADDRESS);
  private final Map<String, Answer> answers = new LinkedHashMap<>(64, 0.75f, true);

  RememberedCors(Buckets buckets, Clock clock) {
    this.buckets = Objects.requireNonNull(buckets, "buckets");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The rules of a bucket; empty where it has none.
   *
   * @param engine for the question
   * @param address of the client
   * @throws Refused where there is no such bucket, or where that cannot be known now
   */
  Optional<Cors> of(String bucket, Engine engine, String address) throws Refused {
    Optional<Answer> remembered = remembered(bucket);
    Answer answer = remembered.isPresent() ? remembered.get() : ask(bucket, engine, address);
    if (!answer.there()) {
      throw S3Error.NO_SUCH_BUCKET.refusal();
    }
    return answer.rules();
  }

  private synchronized Optional<Answer> remembered(String bucket) {
    return Optional.ofNullable(answers.get(bucket))
        .filter(answer -> clock.instant().isBefore(answer.until()));
  }

  private Answer ask(String bucket, Engine engine, String address) throws Refused {
    Name directory = buckets.directory(bucket);
    if (!questions.take(address)) {
      throw S3Error.SLOW_DOWN.because("too many buckets are being looked up");
    }
    try {
      Instant until = clock.instant().plus(KEPT);
      Answer answer = new Answer(true, rules(engine.directoryNote(directory, NOTE)), until);
      remember(bucket, answer);
      return answer;
    } catch (Refused refusal) {
      if (refusal.status() != 404) {
        throw refusal;
      }
      Answer none = new Answer(false, Optional.empty(), clock.instant().plus(KEPT));
      remember(bucket, none);
      return none;
    } finally {
      questions.giveBack(address);
    }
  }

  /** A note that is none of ours allows nothing. */
  private static Optional<Cors> rules(Optional<String> note) {
    try {
      return note.isEmpty() ? Optional.empty() : Optional.of(Cors.noted(note.get()));
    } catch (Refused notOurs) {
      return Optional.empty();
    }
  }

  private synchronized void remember(String bucket, Answer answer) {
    answers.put(bucket, answer);
    if (answers.size() > MOST) {
      answers.remove(answers.keySet().iterator().next());
    }
  }

  /** To be said when this door has changed them, or what has the name. */
  synchronized void forget(String bucket) {
    answers.remove(bucket);
  }
}
