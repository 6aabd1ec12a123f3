package org.bora.server.config;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;

/** The keys of a section with their values, as the binder reads them. */
final class GivenValues implements ConfigurationPropertySource {
  private final Map<ConfigurationPropertyName, ConfigurationProperty> byName = new HashMap<>();
  private final Map<ConfigurationPropertyName, Section> sections = new HashMap<>();
  private final Set<ConfigurationPropertyName> parents = new HashSet<>();

  /** The keys of the record with this name stand in this section. */
  void stands(String name, Section section) {
    sections.put(ConfigurationPropertyName.of(name), section);
  }

  /** Where the keys of a record stand. */
  Section section(ConfigurationPropertyName name) {
    return sections.get(name);
  }

  /**
   * Enters a key.
   *
   * @param value a {@link Given}, or a value that needs no parsing, such as an empty list
   */
  void put(String key, Object value) {
    ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
    byName.put(name, new ConfigurationProperty(name, value, null));
    for (ConfigurationPropertyName parent = name.getParent();
        !parent.isEmpty() && parents.add(parent);
        parent = parent.getParent()) {
      // the loop does it
    }
  }

  @Override
  public ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
    return byName.get(name);
  }

  @Override
  public ConfigurationPropertyState containsDescendantOf(ConfigurationPropertyName name) {
    return name.isEmpty() || parents.contains(name)
        ? ConfigurationPropertyState.PRESENT
        : ConfigurationPropertyState.ABSENT;
  }
}
