package org.bora.server.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.settings.Setting;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Finds the value of each key of a section's record, in the command line, the environment or the
 * file.
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

  /**
   * Gives the binder the value of each key.
   *
   * @param name of the record for the binder
   * @param presets defaults that replace those of the keys; may be empty
   */
  void describe(Class<?> keys, String name, List<String> presets, GivenValues values) {
    values.stands(name, section);
    List<Setting> settings = Setting.of(keys);
    for (int i = 0; i < settings.size(); i++) {
      Setting setting = settings.get(i);
      String place = name + "." + setting.name();
      if (setting.isElsewhere()) {
        values.put(place, setting.presetValue());
      } else if (setting.isKeys()) {
        describeKeys(setting, place, values);
      } else if (setting.type() == List.class) {
        describeList(setting, place, values);
      } else if (setting.type() == Map.class) {
        values.put(place, numbers(setting.key(), ValueTypes.of(setting, reading.base())));
      } else {
        String preset = presets.isEmpty() ? setting.preset() : presets.get(i);
        describeValue(setting, place, preset, values);
      }
    }
  }

  private void describeKeys(Setting setting, String place, GivenValues values) {
    Class<?> keys = setting.element();
    if (setting.isFlat()) {
      describe(keys, place, setting.presets(), values);
    } else if (setting.type() == keys) {
      describeSection(section.section(setting.key()), keys, place, values);
    } else {
      List<Section> sections = section.sections(setting.key());
      for (int i = 0; i < sections.size(); i++) {
        describeSection(sections.get(i), keys, place + "[" + i + "]", values);
      }
      if (sections.isEmpty()) {
        values.put(place, "");
      }
    }
  }

  private void describeSection(Section below, Class<?> keys, String place, GivenValues values) {
    new SectionReader(below, reading).describe(keys, place, List.of(), values);
    below.finish();
  }

  private void describeValue(Setting setting, String place, String preset, GivenValues values) {
    String key = setting.key();
    ValueType<?> type = ValueTypes.of(setting, reading.base());
    boolean optional = setting.isOptional();
    boolean required = !optional && preset.isEmpty();
    section.ask(
        key,
        setting.isSize() ? long.class.getName() : setting.element().getName(),
        optional ? "none" : required ? "required" : preset,
        type.allowed());
    Optional<Given> given = given(key, type);
    String held = held(setting, preset);
    List<String> none = held.isEmpty() ? List.of() : List.of(held);
    reading.says(section.full(key), false, given.map(SectionReader::texts).orElse(none));
    given.ifPresent(each -> reading.stands(each.key(), each.origin()));
    if (given.isPresent() || !optional) {
      values.put(place, given.orElseGet(() -> preset(key, held, type)));
    } else {
      values.put(place, setting.absent());
    }
  }

  /** The value of a missing key: its default, or a fraction of another key's value. */
  private String held(Setting setting, String preset) {
    if (setting.says().tenths() == 0) {
      return preset;
    }
    ValueType<Integer> type = Values.number(1, Integer.MAX_VALUE);
    try {
      return given(setting.says().of(), type)
          .map(whole -> (long) (int) whole.value() * setting.says().tenths() / 10)
          .map(share -> Long.toString(Math.max(1, share)))
          .orElse(preset);
    } catch (IllegalArgumentException toldElsewhere) {
      return preset;
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

  private void describeList(Setting setting, String place, GivenValues values) {
    String key = setting.key();
    ValueType<?> type = ValueTypes.of(setting, reading.base());
    section.ask(key, List.class.getName(), "[]", "a list; each: " + type.allowed());
    List<Given> elements = elements(key, type);
    reading.says(
        section.full(key), true, elements.stream().flatMap(each -> texts(each).stream()).toList());
    for (int i = 0; i < elements.size(); i++) {
      values.put(place + "[" + i + "]", elements.get(i));
    }
    if (elements.isEmpty()) {
      values.put(place, "");
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
