package org.bora.api.copy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/**
 * The state of a copy request.
 *
 * @param token absent only if the whole request was refused
 */
public record CopyReply(
    ReturnStatus status,
    Optional<String> token,
    List<CopyFileStatus> files,
    OptionalInt remainingTotalRequestTime)
    implements Reply {

  public CopyReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(remainingTotalRequestTime, "remainingTotalRequestTime");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(CopyFileStatus::status).toList();
  }
}
