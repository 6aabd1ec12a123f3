package org.bora.api.permission;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One per SURL asked for, in the order asked (srmCheckPermission). */
public record EffectiveRightsReply(ReturnStatus status, List<EffectiveRight> files)
    implements Reply {

  public EffectiveRightsReply {
    Objects.requireNonNull(status, "status");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(EffectiveRight::status).toList();
  }
}
