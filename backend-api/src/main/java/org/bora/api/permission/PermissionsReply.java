package org.bora.api.permission;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One detail per SURL asked for, in the order asked (srmGetPermission). */
public record PermissionsReply(ReturnStatus status, List<PermissionDetail> files) implements Reply {

  public PermissionsReply {
    Objects.requireNonNull(status, "status");
    files = List.copyOf(files);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return files.stream().map(PermissionDetail::status).toList();
  }
}
