package org.bora.storm.translate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The sections of a configuration, by their names, in the order in which they are begun. */
final class Sections {
  private final Map<String, Map<String, Object>> all = new LinkedHashMap<>();

  Sections() {
    all.put("endpoint", new LinkedHashMap<>());
  }

  /**
   * @param key of the form {@code section.key}
   */
  void put(String key, Object value) {
    int dot = key.indexOf('.');
    all.computeIfAbsent(key.substring(0, dot), none -> new LinkedHashMap<>())
        .put(key.substring(dot + 1), value);
  }

  /** A value that was put. */
  Optional<Object> get(String key) {
    int dot = key.indexOf('.');
    return Optional.ofNullable(
        all.getOrDefault(key.substring(0, dot), Map.of()).get(key.substring(dot + 1)));
  }

  /** All of them, to be changed. */
  Map<String, Map<String, Object>> all() {
    return all;
  }
}
