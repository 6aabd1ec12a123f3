package org.bora.s3;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bora.api.word.Caller;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Scope;

/**
 * A short-lived cache of signing keys. A disabled key, or the key of a banned owner, is served for
 * {@link #KEPT} at most; a refused key is looked up again after {@link #REFUSED}.
 *
 * <p>Anyone can name a key, so lookups are limited: equal ones are made once, and only a few
 * different ones at a time for each address, {@link #MOST_AT_ONCE} in total. Requests that wait for
 * an equal lookup keep their connections, which the port does not close: at most an eighth of all
 * connections may wait for one address, and half of them in total. Further requests are told to try
 * again; requests with a cached key never wait. The cache is limited too: expired entries are
 * dropped first, then the least recently used. Refusals, and the dates and regions of one key, have
 * separate limits, so made-up names push out no key of another client. Thread safe.
 */
final class RememberedKeys implements SigningKeys {
  static final Duration KEPT = Duration.ofMinutes(1);
  static final Duration REFUSED = Duration.ofSeconds(10);
  static final int MOST_AT_ONCE = 64;
  static final int MOST_OF_ADDRESS = 16;

  /**
   * Answers about all keys together. One takes about 1 kB; 20 kB where its owner is in as many
   * groups as a key may have.
   */
  static final int MOST_ANSWERS = 10_000;

  /**
   * Dates and regions of one key: three regions with the ten dates that the engine makes keys for.
   * Presigned URLs are valid for a week, so those of one key may have each of these dates. Buckets
   * and prefixes are in no scope.
   */
  static final int MOST_SCOPES = 32;

  static final int MOST_REFUSED = 1000;

  private record Answer(Optional<Known> known, String refusal, Instant until) {}

  private final SigningKeys source;
  private final Clock clock;

  /** In the order of their ends. */
  private final Map<Scope, Answer> known = new LinkedHashMap<>();

  /** What is known of each key, the oldest first. */
  private final Map<String, Set<Scope>> scopes = new HashMap<>();

  private final Recent<Scope, Answer> refused = new Recent<>(MOST_REFUSED);
  private final Map<Scope, CompletableFuture<Answer>> asked = new HashMap<>();
  private final AddressBound questions = new AddressBound(MOST_AT_ONCE, MOST_OF_ADDRESS);
  private final AddressBound waiting;

  /**
   * @param connections that the port may have
   */
  RememberedKeys(SigningKeys source, Clock clock, int connections) {
    this.source = Objects.requireNonNull(source, "source");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.waiting = new AddressBound(Math.max(1, connections / 2), Math.max(1, connections / 8));
  }

  @Override
  public Known of(Scope scope, String host) throws Refused {
    Optional<Answer> remembered = remembered(scope);
    Answer answer = remembered.isPresent() ? remembered.get() : ask(scope, host);
    Known known =
        answer
            .known()
            .filter(key -> clock.instant().isBefore(key.ends()))
            .orElseThrow(
                () ->
                    S3Error.INVALID_ACCESS_KEY_ID
                        .because(answer.refusal())
                        .with("AWSAccessKeyId", scope.accessKey()));
    Caller owner = known.caller();
    Caller caller = new Caller(owner.dn(), owner.issuer(), owner.fqans(), host, owner.grant());
    return new Known(known.key(), caller, known.ends());
  }

  private synchronized Optional<Answer> remembered(Scope scope) {
    return Optional.ofNullable(known.get(scope))
        .or(() -> refused.get(scope))
        .filter(answer -> clock.instant().isBefore(answer.until()));
  }

  @SuppressWarnings("ReferenceEquality") // which of two futures this call made
  private Answer ask(Scope scope, String host) throws Refused {
    CompletableFuture<Answer> mine = new CompletableFuture<>();
    CompletableFuture<Answer> first = begin(scope, host, mine);
    if (first != mine) {
      return await(first, host);
    }
    try {
      Answer answer = question(scope, host);
      remember(scope, answer);
      mine.complete(answer);
      return answer;
    } catch (Refused | RuntimeException | Error e) { // others may wait for it
      mine.completeExceptionally(e);
      throw e;
    } finally {
      end(scope, host);
    }
  }

  private Answer await(CompletableFuture<Answer> first, String host) throws Refused {
    if (!waiting.take(host)) {
      throw S3Error.SLOW_DOWN.because("too many requests wait until their access key is looked up");
    }
    try {
      return first.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Refused refusal) {
        throw refusal;
      }
      throw S3Error.SERVICE_UNAVAILABLE.because("the access key cannot be looked up now");
    } finally {
      waiting.giveBack(host);
    }
  }

  private Answer question(Scope scope, String host) throws Refused {
    Instant now = clock.instant();
    try {
      return new Answer(
          Optional.of(source.of(scope, host)), "the access key has ended", now.plus(KEPT));
    } catch (Refused refusal) {
      if (refusal.mayRetry()) {
        throw refusal;
      }
      return new Answer(Optional.empty(), refusal.getMessage(), now.plus(REFUSED));
    }
  }

  /** The query in progress, or this one. */
  private synchronized CompletableFuture<Answer> begin(
      Scope scope, String host, CompletableFuture<Answer> mine) throws Refused {
    CompletableFuture<Answer> first = asked.get(scope);
    if (first != null) {
      return first;
    }
    if (!questions.take(host)) {
      throw S3Error.SLOW_DOWN.because("too many access keys are being looked up");
    }
    asked.put(scope, mine);
    return mine;
  }

  private synchronized void end(Scope scope, String host) {
    asked.remove(scope);
    questions.giveBack(host);
  }

  private synchronized void remember(Scope scope, Answer answer) {
    forget(scope);
    if (answer.known().isEmpty()) {
      refused.put(scope, answer);
      return;
    }
    refused.remove(scope);
    makeRoom(scopes.getOrDefault(scope.accessKey(), Set.of()));
    known.put(scope, answer);
    scopes.computeIfAbsent(scope.accessKey(), _ -> new LinkedHashSet<>()).add(scope);
  }

  private void makeRoom(Set<Scope> ofKey) {
    Instant now = clock.instant();
    while (!known.isEmpty() && !now.isBefore(known.values().iterator().next().until())) {
      forget(known.keySet().iterator().next());
    }
    if (ofKey.size() >= MOST_SCOPES) {
      forget(ofKey.iterator().next());
    }
    if (known.size() >= MOST_ANSWERS) {
      forget(known.keySet().iterator().next());
    }
  }

  private void forget(Scope scope) {
    known.remove(scope);
    Set<Scope> others = scopes.get(scope.accessKey());
    if (others != null && others.remove(scope) && others.isEmpty()) {
      scopes.remove(scope.accessKey());
    }
  }

  /** How many answers about keys are remembered. */
  synchronized int size() {
    return known.size();
  }
}
