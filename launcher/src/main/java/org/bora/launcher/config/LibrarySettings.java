package org.bora.launcher.config;

import java.util.Objects;

/**
 * A tape system.
 *
 * @param name by which areas, tables and the attributes of files know it; stays for ever
 * @param driver its kind
 */
public record LibrarySettings(String name, Driver driver) {

  /** Kinds of tape systems. */
  public enum Driver {
    VIRTUAL
  }

  public LibrarySettings {
    Objects.requireNonNull(driver, "driver");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw new IllegalArgumentException(
          "name '"
              + name
              + "' is written into every file on tape: 1 to 63 letters, digits, dots, hyphens or"
              + " underscores");
    }
  }
}
