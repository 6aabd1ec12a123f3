package org.bora.server.database;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kind and release of a database server.
 *
 * @param mariaDb otherwise it is MySQL
 * @param major first number of the release
 * @param minor second number
 */
public record ServerVersion(boolean mariaDb, int major, int minor) {

  /** What {@link #isSupported} means, for people. */
  public static final String NEEDED = "MySQL 8.4 or newer, or MariaDB 10.11 or newer";

  private static final Pattern NUMBERS = Pattern.compile("(?:5\\.5\\.5-)?([0-9]+)\\.([0-9]+).*");

  /**
   * Parses the server's version: {@code 11.4.5-MariaDB}, {@code 9.7.0}, and {@code
   * 5.5.5-10.11.2-MariaDB}, whose prefix is for old replication clients.
   */
  public static ServerVersion parse(String text) {
    Matcher numbers = NUMBERS.matcher(text);
    if (!numbers.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a version of MySQL or MariaDB");
    }
    return new ServerVersion(
        text.contains("MariaDB"),
        Integer.parseInt(numbers.group(1)),
        Integer.parseInt(numbers.group(2)));
  }

  /** Whether Bora works with it. */
  public boolean isSupported() {
    return mariaDb ? isAtLeast(10, 11) : isAtLeast(8, 4);
  }

  private boolean isAtLeast(int leastMajor, int leastMinor) {
    return major > leastMajor || (major == leastMajor && minor >= leastMinor);
  }

  @Override
  public String toString() {
    return (mariaDb ? "MariaDB " : "MySQL ") + major + "." + minor;
  }
}
