package org.bora.api.permission;

import java.util.List;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;

/** Permission functions (GFD.129 section 3). */
public interface PermissionCalls {

  StatusReply setPermission(Call call, SetPermissionRequest request);

  PermissionsReply getPermission(Call call, List<Surl> surls);

  /** srmCheckPermission: what the caller may do, all rules and modes taken together. */
  EffectiveRightsReply checkPermission(Call call, List<Surl> surls);
}
