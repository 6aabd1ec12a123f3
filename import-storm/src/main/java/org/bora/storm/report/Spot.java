package org.bora.storm.report;

import java.util.Objects;

/**
 * A place in StoRM's files or database.
 *
 * @param file as the administrator named it
 * @param line counted from 1; 0 if there are no lines, as in a database
 * @param key the setting in the file
 */
public record Spot(String file, int line, String key) {

  public Spot {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
  }

  /** {@code FILE:LINE: KEY}. */
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + key;
  }
}
