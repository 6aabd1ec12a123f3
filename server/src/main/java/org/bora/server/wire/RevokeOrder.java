package org.bora.server.wire;

import java.util.List;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.backend.bearer.BearerKeys;

/** {@code POST /v1/revoke} revokes all tokens and keys that the site has issued. */
final class RevokeOrder {
  private RevokeOrder() {}

  static AdminRoute of(BearerKeys keys) {
    return AdminRoute.rescue("POST", "/v1/revoke", call -> revoke(keys));
  }

  private static AdminReply revoke(BearerKeys keys) {
    long generation = keys.revoke();
    return AdminReply.told(
        List.of(
            "generation "
                + generation
                + " of keys begins; macaroons and HTTPS transfer URLs issued before count no more"
                + " within a minute"));
  }
}
