package org.bora.api.permission;

import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;

/** Permission functions (GFD.129 section 3). */
public interface PermissionCalls {

  StatusReply setPermission(Call call, SetPermissionRequest request);
}
