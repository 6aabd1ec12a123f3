package org.bora.server.admin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.server.config.Configuration;
import org.bora.server.config.WrittenValues;

/** The configuration that is in force. A reload replaces it. Thread safe. */
public final class RunningConfiguration implements Supplier<Configuration> {
  private volatile Configuration now;

  public RunningConfiguration(Configuration first) {
    now = Objects.requireNonNull(first, "first");
  }

  /**
   * A configuration without its secrets.
   *
   * @param file its path
   * @param values text, or list of texts, by key
   */
  public record ShownConfiguration(String file, Map<String, Object> values) {
    public ShownConfiguration {
      Objects.requireNonNull(file, "file");
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** What holds now, defaults included, without secrets. */
  public ShownConfiguration shown() {
    Configuration shown = now;
    Map<String, Object> values = new LinkedHashMap<>();
    shown.values().byKey().forEach((key, value) -> values.put(key, shown(value)));
    return new ShownConfiguration(shown.file().toString(), values);
  }

  private static Object shown(WrittenValues.Value value) {
    List<String> texts = value.shown();
    return value.list() ? texts : String.join(", ", texts);
  }

  @Override
  public Configuration get() {
    return now;
  }

  /** From now on this one holds. */
  public void change(Configuration next) {
    now = Objects.requireNonNull(next, "next");
  }
}
