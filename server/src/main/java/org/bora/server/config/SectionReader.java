package org.bora.server.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.authorise.RuleOrigin;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Finds for each key of a section's record what is said of it: by the command line, the environment
 * or the file.
 */
final class SectionReader {
  private final Section section;
  private final ConfigReading reading;

  SectionReader(Section section, ConfigReading reading) {
    this.section = section;
    this.reading = reading;
  }

  /** A key of the whole file that is in no section. */
  boolean flag(String key) {
    ValueType<Boolean> type = Values.flag();
    section.ask(key, "boolean", "false", type.allowed());
    Optional<Given> given = given(key, type);
    reading.says(
        section.full(key), false, given.map(SectionReader::texts).orElse(List.of("false")));
    return given.map(each -> (Boolean) read(each)).orElse(false);
  }

  /** Tells the binder what stands at each key. */
  void describe(Class<?> keys, GivenValues values) {
    for (RecordComponent component : keys.getRecordComponents()) {
      String key = ValueTypes.name(component);
      Class<?> element = ValueTypes.element(component);
      if (!Keys.class.isAssignableFrom(element)) {
        describeValue(key, component, values);
      } else if (component.getType() == element) {
        below(section.section(key)).describe(element, values);
      } else {
        List<Section> sections = section.sections(key);
        sections.forEach(each -> below(each).describe(element, values));
        if (sections.isEmpty()) {
          values.put(section.full(key), "");
        }
      }
    }
    section.finish();
  }

  private SectionReader below(Section other) {
    return new SectionReader(other, reading);
  }

  private void describeValue(String key, RecordComponent component, GivenValues values) {
    ValueType<?> type = ValueTypes.of(component, reading.base());
    if (component.getType() == List.class) {
      describeList(key, type, values);
    } else if (component.getType() == Map.class) {
      values.put(section.full(key), numbers(key, type));
    } else {
      boolean optional = component.getType() == Optional.class;
      String preset = component.getAnnotation(Key.class).preset();
      boolean required = !optional && preset.isEmpty();
      section.ask(
          key,
          ValueTypes.element(component).getName(),
          optional ? "none" : required ? "required" : preset,
          type.allowed());
      Optional<Given> given = given(key, type);
      List<String> none = preset.isEmpty() ? List.of() : List.of(preset);
      reading.says(section.full(key), false, given.map(SectionReader::texts).orElse(none));
      given.ifPresent(each -> reading.stands(each.key(), each.origin()));
      if (given.isPresent() || !optional) {
        values.put(section.full(key), given.orElseGet(() -> preset(key, preset, type)));
      } else {
        values.put(section.full(key), Optional.empty());
      }
    }
  }

  private Given preset(String key, String preset, ValueType<?> type) {
    return new Given(
        section.full(key),
        reading.origin(section.line()),
        preset.isEmpty() ? Optional.empty() : Optional.of(preset),
        "",
        type);
  }

  private void describeList(String key, ValueType<?> type, GivenValues values) {
    section.ask(key, List.class.getName(), "[]", "a list; each: " + type.allowed());
    List<Given> elements = elements(key, type);
    reading.says(
        section.full(key), true, elements.stream().flatMap(each -> texts(each).stream()).toList());
    elements.forEach(each -> values.put(each.key(), each));
    if (elements.isEmpty()) {
      values.put(section.full(key), "");
    }
  }

  /** The elements of a list of plain values; a list in one text has commas between them. */
  private List<Given> elements(String key, ValueType<?> type) {
    Optional<Overrides.Value> all = reading.overrides().find(section.full(key));
    List<Given> elements = new ArrayList<>();
    if (all.isPresent()) {
      for (String text : all.get().text().orElse("").split(",", -1)) {
        String name = section.full(key) + "[" + elements.size() + "]";
        if (!text.isBlank()) {
          elements.add(Given.of(name, all.get().origin(), text.strip(), type));
        }
      }
      return elements;
    }
    List<Node> nodes = section.nodes(key);
    while (true) {
      String name = section.full(key) + "[" + elements.size() + "]";
      Node node = elements.size() < nodes.size() ? nodes.get(elements.size()) : null;
      Optional<Given> element =
          reading
              .overrides()
              .find(name)
              .map(value -> given(name, value, type))
              .or(() -> Optional.ofNullable(node).map(there -> given(name, there, type)));
      if (element.isEmpty()) {
        return elements;
      }
      elements.add(element.get());
    }
  }

  /** What stands at a key, if anything does. */
  private Optional<Given> given(String key, ValueType<?> type) {
    return reading
        .overrides()
        .find(section.full(key))
        .map(value -> given(section.full(key), value, type))
        .or(
            () ->
                Optional.ofNullable(section.node(key))
                    .map(node -> given(section.full(key), node, type)));
  }

  private static Given given(String name, Overrides.Value value, ValueType<?> type) {
    return new Given(name, value.origin(), value.text(), value.problem(), type);
  }

  private Given given(String name, Node node, ValueType<?> type) {
    RuleOrigin origin = reading.origin(Section.lineOf(node));
    return node instanceof ScalarNode scalar
        ? Given.of(name, origin, scalar.getValue(), type)
        : new Given(name, origin, Optional.empty(), Section.describe(node), type);
  }

  private static List<String> texts(Given given) {
    return List.of(given.text().orElse(given.found()));
  }

  /** Whole numbers by names that are the site's own; empty when left out. */
  private Map<String, Object> numbers(String key, ValueType<?> type) {
    section.ask(key, Map.class.getName(), "{}", "names, each with " + type.allowed());
    Section names = new Section(reading, section.full(key), section.node(key));
    Map<String, Object> values = new LinkedHashMap<>();
    List<String> texts = new ArrayList<>();
    names
        .entries()
        .forEach(
            (name, node) -> {
              Object value = read(given(names.full(name), node, type));
              values.put(name, value);
              texts.add(name + ": " + value);
            });
    reading.says(section.full(key), true, texts);
    return values;
  }

  private Object read(Given given) {
    try {
      return given.value();
    } catch (IllegalArgumentException notAllowed) {
      reading.mistake(given.mistake());
      return given.type().sampleValue();
    }
  }
}
