package org.bora.backend.turl;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What has passed by one transfer URL.
 *
 * @param client address of the first transfer; empty before it
 * @param attempt the upload that counts
 * @param lease until when that upload keeps others out
 * @param bytes of a get: sent, or promised to transfers in progress; of a put: written
 * @param done whether the whole file has passed
 */
public record TurlUses(
    String client, Optional<UUID> attempt, Instant lease, long bytes, boolean done) {

  public TurlUses {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(lease, "lease");
  }

  /** Whether another upload than this one goes on. */
  public boolean isHeldByAnother(UUID asking, Instant now) {
    return attempt.isPresent() && !attempt.get().equals(asking) && now.isBefore(lease);
  }

  /** The same where this upload counts. */
  public TurlUses taken(String from, UUID by, Instant until) {
    return new TurlUses(from, Optional.of(by), until, bytes, done);
  }

  /** The same with so many more bytes, or fewer. */
  public TurlUses counted(String from, long more, boolean whole) {
    return new TurlUses(from, attempt, lease, Math.max(0, bytes + more), done || whole);
  }

  /** The same where what was written is gone. */
  public TurlUses undone() {
    return new TurlUses(client, attempt, Instant.EPOCH, 0, false);
  }
}
