package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * A file of a put that was refused at once, and never had an upload.
 *
 * @param target where it would have appeared; absent if the SURL leads nowhere
 * @param why the answer that its client gets
 */
public record RefusedPut(
    RequestToken token,
    int position,
    Surl surl,
    NameKey key,
    Optional<Target> target,
    ReturnStatus why)
    implements PutRow {

  public RefusedPut {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(why, "why");
  }

  @Override
  public PutState state() {
    return PutState.FAILED;
  }

  @Override
  public OptionalLong size() {
    return OptionalLong.empty();
  }

  @Override
  public ReturnStatus outcome() {
    return why;
  }

  @Override
  public ReturnStatus status(Instant now) {
    return why;
  }

  @Override
  public RefusedPut calledAs(Surl asked) {
    return new RefusedPut(token, position, asked, key, target, why);
  }
}
