package org.bora.server.config;

import java.util.Objects;
import org.bora.backend.authorise.RuleOrigin;

/**
 * A text that knows where it stands.
 *
 * @param key {@code areas[0].rules[2]}
 */
record Line(String text, String key, RuleOrigin origin) {
  Line {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(origin, "origin");
  }
}
