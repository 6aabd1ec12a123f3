package org.bora.launcher.wire;

import java.util.List;
import java.util.Map;
import org.bora.backend.bearer.BearerKeys;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;

/** Makes all that the site issued worthless. */
final class RevokeVerb {
  private static final String NAME = "revoke";

  private RevokeVerb() {}

  static Map<String, ControlServer.Verb> of(BearerKeys keys) {
    return Map.of(NAME, _ -> revoke(keys));
  }

  private static Answer revoke(BearerKeys keys) {
    long generation = keys.revoke();
    return new Answer(
        true,
        List.of(
            "generation "
                + generation
                + " of keys begins; macaroons and HTTPS transfer URLs issued before count no more"
                + " within a minute"));
  }
}
