package org.bora.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bora.backend.authorise.RuleOrigin;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * What the command line ({@code --endpoint.port=8444}) and, where that says nothing, the
 * environment ({@code BORA_ENDPOINT_PORT}) override the file. Boot finds the name of a variable for
 * each key. {@code BORA_DATABASE_URL_FILE} names a file with the value, as containers get their
 * secrets.
 */
final class Overrides {
  static final Overrides NONE = new Overrides(Map.of(), List.of());
  private static final String PREFIX = "BORA_";
  private static final String OF_FILE = "-file";

  /** Of {@code bora env}; named like a section of the settings, and none of them. */
  private static final Set<String> OF_USERS = Set.of("BORA_TAPE_REST");

  /**
   * A value that overrides the file.
   *
   * @param origin the option or the variable, without a line
   * @param text empty if it cannot be read
   * @param problem why it cannot be read
   */
  record Value(RuleOrigin origin, Optional<String> text, String problem) {}

  private final Map<String, String> options = new LinkedHashMap<>();
  private final Map<String, Object> variables = new TreeMap<>();
  private final List<ConfigurationPropertySource> sources = new ArrayList<>();
  private final Set<String> used = new HashSet<>();

  /**
   * Collects the overrides.
   *
   * @param arguments each {@code --KEY=VALUE}; the last one for a key applies
   */
  Overrides(Map<String, String> environment, List<String> arguments) {
    for (String argument : arguments) {
      int end = argument.indexOf('=');
      options.put(argument.substring("--".length(), end), argument.substring(end + 1));
    }
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !OF_USERS.contains(name)) {
            variables.put(name, value);
          }
        });
    if (!options.isEmpty()) {
      sources.add(
          ConfigurationPropertySource.from(
              new MapPropertySource("commandLine", new LinkedHashMap<>(options))));
    }
    if (!variables.isEmpty()) {
      // Boot knows the source of variables by this name
      sources.add(
          ConfigurationPropertySource.from(
                  new SystemEnvironmentPropertySource("systemEnvironment", variables))
              .withPrefix(PREFIX.substring(0, PREFIX.length() - 1).toLowerCase(Locale.ROOT)));
    }
  }

  /** The override of a key in a section; empty for other keys. */
  Optional<Value> find(String key) {
    if (sources.isEmpty() || key.indexOf('.') < 0) {
      return Optional.empty();
    }
    return property(key)
        .map(found -> new Value(origin(found), Optional.of(text(found)), ""))
        .or(
            () ->
                key.endsWith("]") ? Optional.empty() : property(key + OF_FILE).map(this::content));
  }

  /** Whether a section or a list element has overrides. */
  boolean hasBelow(String path) {
    return sources.stream()
        .anyMatch(
            source ->
                source.containsDescendantOf(ConfigurationPropertyName.of(path))
                    == ConfigurationPropertyState.PRESENT);
  }

  private Optional<ConfigurationProperty> property(String key) {
    ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
    List<ConfigurationProperty> found =
        sources.stream()
            .flatMap(source -> Optional.ofNullable(source.getConfigurationProperty(name)).stream())
            .toList();
    found.forEach(this::origin); // what another counts before is no mistake
    return found.stream().findFirst();
  }

  private Value content(ConfigurationProperty found) {
    Path file = Path.of(text(found));
    try {
      return new Value(origin(found), Optional.of(Files.readString(file).strip()), "");
    } catch (IOException unreadable) {
      return new Value(
          origin(found), Optional.empty(), "the file " + file + ", which cannot be read,");
    }
  }

  private static String text(ConfigurationProperty found) {
    return String.valueOf(found.getValue());
  }

  private RuleOrigin origin(ConfigurationProperty found) {
    String name = ((PropertySourceOrigin) found.getOrigin()).getPropertyName();
    used.add(name);
    return new RuleOrigin(variables.containsKey(name) ? name : "--" + name, 0);
  }

  /**
   * Errors for overrides that no key has read. Variables that do not name a section are ignored:
   * {@code bora env} sets some.
   */
  List<Mistake> unused(List<String> sections, List<String> known) {
    List<Mistake> mistakes = new ArrayList<>();
    for (String option : options.keySet()) {
      if (!used.contains(option)) {
        String told = "is not a key" + Spelling.hint(option, known);
        mistakes.add(new Mistake("--" + option, 0, option, told));
      }
    }
    List<String> names = known.stream().map(Overrides::variable).toList();
    for (String variable : variables.keySet()) {
      boolean ours =
          sections.stream().anyMatch(section -> variable.startsWith(variable(section) + "_"));
      if (ours && !used.contains(variable)) {
        String told = "is the variable of no key" + Spelling.hint(variable, names);
        mistakes.add(new Mistake(variable, 0, "", told));
      }
    }
    return mistakes;
  }

  /** {@code BORA_LINK_LARGEST_MESSAGE} for {@code link.largest-message}. */
  static String variable(String key) {
    return PREFIX
        + key.replaceAll("\\[([0-9]*)]", ".$1").replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
  }
}
