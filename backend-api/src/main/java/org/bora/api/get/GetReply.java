package org.bora.api.get;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The state of a get or bringOnline request.
 *
 * @param token absent only if the whole request was refused
 * @param remainingDeferredStartTime seconds until staging begins; srmBringOnline only
 */
public record GetReply(
    ReturnStatus status,
    Optional<String> token,
    List<GetFileStatus> files,
    OptionalInt remainingTotalRequestTime,
    OptionalInt remainingDeferredStartTime)
    implements Reply {

  public GetReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(remainingTotalRequestTime, "remainingTotalRequestTime");
    Objects.requireNonNull(remainingDeferredStartTime, "remainingDeferredStartTime");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(GetFileStatus::status).toList();
  }
}
