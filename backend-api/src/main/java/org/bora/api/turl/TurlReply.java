package org.bora.api.turl;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The answer to a step of a transfer by transfer URL.
 *
 * @param file where the bytes are, a {@code file:} URL; the door keeps it from clients
 * @param size for a put, the announced size, or the size that is there
 * @param owner DN of the owner of the request
 */
public record TurlReply(
    ReturnStatus status, Optional<String> file, OptionalLong size, Optional<String> owner)
    implements Reply {

  public TurlReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(owner, "owner");
  }

  /** One that gives nothing. */
  public static TurlReply of(ReturnStatus status) {
    return new TurlReply(status, Optional.empty(), OptionalLong.empty(), Optional.empty());
  }
}
