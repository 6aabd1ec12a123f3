package org.bora.api.directory;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * One detail per SURL asked for, in the order asked; with SRM_TOO_MANY_RESULTS the truncated list.
 */
public record LsReply(ReturnStatus status, List<PathDetail> details) implements Reply {

  public LsReply {
    Objects.requireNonNull(status, "status");
    details = List.copyOf(details);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return details.stream().map(PathDetail::status).toList();
  }
}
