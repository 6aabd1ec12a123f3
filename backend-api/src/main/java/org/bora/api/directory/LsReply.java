package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * One detail per SURL asked for, in the order asked; with SRM_TOO_MANY_RESULTS the truncated list.
 *
 * @param token token of a listing that continues after the call; for a cut list of children in
 *     order, the key after which the rest begins
 */
public record LsReply(ReturnStatus status, Optional<String> token, List<PathDetail> details)
    implements Reply {

  public LsReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    details = List.copyOf(details);
  }

  /** A listing that is complete. */
  public static LsReply of(ReturnStatus status, List<PathDetail> details) {
    return new LsReply(status, Optional.empty(), details);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return details.stream().map(PathDetail::status).toList();
  }
}
