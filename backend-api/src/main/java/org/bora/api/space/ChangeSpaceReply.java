package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlStatus;

/**
 * The answer to srmChangeSpaceForFiles and its status. Times in seconds.
 *
 * @param token of the request; absent if the whole request was refused
 */
public record ChangeSpaceReply(
    ReturnStatus status, Optional<String> token, OptionalInt estimatedWait, List<SurlStatus> files)
    implements Reply {

  public ChangeSpaceReply {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(SurlStatus::status).toList();
  }
}
