package org.bora.backend.area;

import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The entry of an area in the database: its directory, and the settings on which its backends
 * agreed.
 *
 * @param mark the mark on the root directory
 * @param inode of the root directory
 * @param settings values as text, by configuration key
 * @param claimedBy the backend that entered mark and inode, for people
 */
public record AreaClaim(
    UUID mark, long inode, SortedMap<String, String> settings, String claimedBy) {

  private static final int SHOWN = 5;

  public AreaClaim {
    Objects.requireNonNull(mark, "mark");
    Objects.requireNonNull(claimedBy, "claimedBy");
    settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /**
   * Keys that both know but that have different values, with both values; empty if all agree. A key
   * that only one of them knows belongs to another release and has its default there.
   */
  public String differences(Map<String, String> here) {
    SortedMap<String, String> other = new TreeMap<>(here);
    other.entrySet().removeIf(mine -> agrees(mine.getKey(), mine.getValue()));
    String shown =
        other.entrySet().stream()
            .limit(SHOWN)
            .map(mine -> difference(mine.getKey(), mine.getValue()))
            .collect(Collectors.joining("; "));
    return other.size() > SHOWN ? shown + "; and " + (other.size() - SHOWN) + " more" : shown;
  }

  private boolean agrees(String key, String value) {
    return !settings.containsKey(key) || settings.get(key).equals(value);
  }

  private String difference(String key, String value) {
    return key + " is " + shown(value) + " here and " + shown(settings.get(key)) + " there";
  }

  private static String shown(String value) {
    return value.isEmpty() ? "not set" : "'" + value + "'";
  }
}
