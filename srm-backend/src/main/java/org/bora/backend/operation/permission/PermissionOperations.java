package org.bora.backend.operation.permission;

import java.util.List;
import org.bora.api.permission.EffectiveRightsReply;
import org.bora.api.permission.PermissionCalls;
import org.bora.api.permission.PermissionsReply;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;

/** The three permission functions (GFD.129 section 3). Thread safe. */
public record PermissionOperations(SetPermission set, GetPermission get, CheckPermission check)
    implements PermissionCalls {

  @Override
  public StatusReply setPermission(Call call, SetPermissionRequest request) {
    return set.setPermission(call, request);
  }

  @Override
  public PermissionsReply getPermission(Call call, List<Surl> surls) {
    return get.getPermission(call, surls);
  }

  @Override
  public EffectiveRightsReply checkPermission(Call call, List<Surl> surls) {
    return check.checkPermission(call, surls);
  }
}
