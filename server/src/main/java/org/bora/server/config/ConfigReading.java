package org.bora.server.config;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.authorise.RuleOrigin;

/** The result of one reading of a file: mistakes, and every key that was looked up. */
final class ConfigReading {

  /**
   * A key that Bora knows.
   *
   * @param path with {@code []} for every element of a list
   * @param type of Java
   * @param preset the default as it would be written, or {@code required}, or {@code none}
   * @param allowed description of the allowed values
   */
  record KnownKey(String path, String type, String preset, String allowed) {}

  private final String file;
  private final InstantSource clock;
  private final Overrides overrides;
  private final List<Mistake> mistakes = new ArrayList<>();
  private final Binding binding = new Binding(this::mistake);
  private final Map<String, KnownKey> known = new LinkedHashMap<>();
  private final Map<String, WrittenValues.Value> values = new LinkedHashMap<>();
  private final Map<String, RuleOrigin> origins = new LinkedHashMap<>();

  ConfigReading(String file) {
    this(file, InstantSource.system());
  }

  ConfigReading(String file, InstantSource clock) {
    this(file, clock, Overrides.NONE);
  }

  /**
   * @param clock tells which times are past
   * @param overrides what counts in place of the file
   */
  ConfigReading(String file, InstantSource clock, Overrides overrides) {
    this.file = Objects.requireNonNull(file, "file");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.overrides = Objects.requireNonNull(overrides, "overrides");
  }

  Binding binding() {
    return binding;
  }

  Overrides overrides() {
    return overrides;
  }

  /** Where relative paths begin. */
  Path base() {
    return Path.of(file).toAbsolutePath().getParent();
  }

  boolean isToCome(Instant time) {
    return time.isAfter(clock.instant());
  }

  /** Overrides that no key has read. */
  void lookForUnusedOverrides(List<String> sections) {
    overrides.unused(sections, List.copyOf(known.keySet())).forEach(this::mistake);
  }

  RuleOrigin origin(int line) {
    return new RuleOrigin(file, line);
  }

  void mistake(int line, String key, String text) {
    mistake(new Mistake(file, line, key, text));
  }

  void mistake(Mistake mistake) {
    if (!mistakes.contains(mistake)) { // two features may read one key
      mistakes.add(mistake);
    }
  }

  boolean isWrong(String key) {
    return mistakes.stream().anyMatch(mistake -> mistake.key().startsWith(key));
  }

  void asked(String path, String type, String preset, String allowed) {
    String general = path.replaceAll("\\[[0-9]+]", "[]");
    known.putIfAbsent(general, new KnownKey(general, type, preset, allowed));
  }

  /** In the order of the lines. */
  List<Mistake> mistakes() {
    return mistakes.stream().sorted((a, b) -> Integer.compare(a.line(), b.line())).toList();
  }

  /** The value of a key, or its default. */
  void says(String key, boolean list, List<String> texts) {
    values.put(key, new WrittenValues.Value(list, texts));
  }

  /** The value of a key stands here. */
  void stands(String key, RuleOrigin origin) {
    origins.put(key, origin);
  }

  /** Where the value of a key stands; empty where its default holds. */
  Optional<RuleOrigin> origin(String key) {
    return Optional.ofNullable(origins.get(key));
  }

  WrittenValues values() {
    return WrittenValues.of(values);
  }

  List<KnownKey> known() {
    return List.copyOf(known.values());
  }
}
