package org.bora.launcher.check;

import java.util.Objects;

/**
 * Something of this machine that does not go with the configuration.
 *
 * @param grave whether nothing can start like this
 * @param key of the configuration, {@code areas.atlas.root}
 * @param text value, reason and way out
 */
public record Finding(boolean grave, String key, String text) {
  public Finding {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
  }

  static Finding grave(String key, String text) {
    return new Finding(true, key, text);
  }

  static Finding warning(String key, String text) {
    return new Finding(false, key, text);
  }

  /** {@code KEY: TEXT}. */
  @Override
  public String toString() {
    return key + ": " + text;
  }
}
