package org.bora.backend.turl;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.Owner;

/**
 * The use of one transfer URL.
 *
 * @param client address of the first transfer; empty before
 * @param attempt the upload that counts
 * @param lease until when that upload keeps others out
 * @param bytes for a get, sent or promised to running transfers; for a put, written
 * @param done whether the whole file has been transferred
 * @param owner for a put, the account of its hidden file, if known
 */
public record TurlUses(
    String client,
    Optional<UUID> attempt,
    Instant lease,
    long bytes,
    boolean done,
    Optional<Owner> owner) {

  public TurlUses {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(owner, "owner");
  }

  /** Whether another upload than this one goes on. */
  public boolean isHeldByAnother(UUID asking, Instant now) {
    return attempt.isPresent() && !attempt.get().equals(asking) && now.isBefore(lease);
  }

  /** The same where this upload counts, into a file of that account. */
  public TurlUses taken(String from, UUID by, Instant until, Owner of) {
    return new TurlUses(from, Optional.of(by), until, bytes, done, Optional.of(of));
  }

  /** The same of an upload that goes on, or has ended. */
  public TurlUses at(Instant until, long written, boolean whole) {
    return new TurlUses(client, attempt, until, written, whole, owner);
  }

  /** The same with so many more bytes, or fewer. */
  public TurlUses counted(String from, long more, boolean whole) {
    return new TurlUses(from, attempt, lease, Math.max(0, bytes + more), done || whole, owner);
  }

  /** The same where what was written is gone. */
  public TurlUses undone() {
    return at(Instant.EPOCH, 0, false);
  }
}
