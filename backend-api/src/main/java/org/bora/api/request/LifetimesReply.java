package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One per SURL asked for, in the order asked. */
public record LifetimesReply(ReturnStatus status, List<LifetimeStatus> files) implements Reply {

  public LifetimesReply {
    Objects.requireNonNull(status, "status");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(LifetimeStatus::status).toList();
  }
}
