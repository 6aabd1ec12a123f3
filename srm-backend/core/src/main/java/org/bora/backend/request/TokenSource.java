package org.bora.backend.request;

import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The time, and identifiers that carry it. Thread safe if its parts are. */
public final class TokenSource {
  private final Clock clock;
  private final RandomGenerator random;

  /**
   * @param random unpredictable: a SecureRandom
   */
  public TokenSource(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** The time in the precision of the database. */
  public Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  public RequestToken token(Instant now) {
    return RequestToken.create(now, random);
  }

  /** An identifier for the hidden file of an upload. */
  public UUID uploadId(Instant now) {
    return token(now).id();
  }
}
