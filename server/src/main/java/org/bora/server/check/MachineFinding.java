package org.bora.server.check;

import java.util.Objects;

/**
 * Something on this machine that does not match the configuration.
 *
 * @param grave whether it prevents the start
 * @param key of the configuration, {@code areas.atlas.root}
 * @param text value, reason and remedy
 * @param mayAppear whether it concerns the root of an area that may be mounted later
 */
public record MachineFinding(boolean grave, String key, String text, boolean mayAppear) {
  public MachineFinding {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
  }

  /** Of what does not mend itself. */
  public MachineFinding(boolean grave, String key, String text) {
    this(grave, key, text, false);
  }

  /** The root of an area that is not there now. */
  public static MachineFinding absent(String key, String text) {
    return new MachineFinding(true, key, text, true);
  }

  /** The same for a start that has another area: a storage that may appear does not prevent it. */
  public MachineFinding whereOthersAreThere() {
    return mayAppear
        ? new MachineFinding(false, key, text + "; the area is not served until then", true)
        : this;
  }

  static MachineFinding grave(String key, String text) {
    return new MachineFinding(true, key, text);
  }

  static MachineFinding warning(String key, String text) {
    return new MachineFinding(false, key, text);
  }

  /** {@code KEY: TEXT}. */
  @Override
  public String toString() {
    return key + ": " + text;
  }
}
