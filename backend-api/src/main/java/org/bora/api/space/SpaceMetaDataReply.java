package org.bora.api.space;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One detail per token asked for, in the order asked. */
public record SpaceMetaDataReply(ReturnStatus status, List<SpaceDetail> spaces) implements Reply {

  public SpaceMetaDataReply {
    Objects.requireNonNull(status, "status");
    spaces = List.copyOf(spaces);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return spaces.stream().map(SpaceDetail::status).toList();
  }
}
