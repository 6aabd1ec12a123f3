package org.bora.launcher.config;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.bora.backend.authorise.Origin;
import org.bora.backend.database.ShownUrl;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A mapping of the file, or one that could be there. Its reader asks for the keys that it knows;
 * {@link #finish} then reports the others. Mistakes are collected, never thrown, and a usable value
 * comes back all the same.
 */
final class Section {
  private final Reading reading;
  private final String path;
  private final int line;
  private final Map<String, Node> entries = new LinkedHashMap<>();
  private final Map<String, Integer> keyLines = new LinkedHashMap<>();
  private final List<String> known = new ArrayList<>();

  /**
   * Opens a mapping.
   *
   * @param path of the mapping, empty for the whole file
   * @param node null when the file has none
   */
  Section(Reading reading, String path, Node node) {
    this.reading = reading;
    this.path = path;
    this.line = node == null ? 0 : lineOf(node);
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(this::enter);
    } else if (node != null && !isNull(node)) {
      reading.mistake(line, path, "must be a section with keys of its own, is " + describe(node));
    }
  }

  private void enter(NodeTuple tuple) {
    Node keyNode = tuple.getKeyNode();
    String key = keyNode instanceof ScalarNode scalar ? scalar.getValue() : describe(keyNode);
    if (entries.containsKey(key)) {
      reading.mistake(
          lineOf(keyNode),
          full(key),
          "stands here again, first in line " + keyLines.get(key) + "; take one of them out");
      return;
    }
    entries.put(key, tuple.getValueNode());
    keyLines.put(key, lineOf(keyNode));
  }

  /** Whether the file has this section at all. */
  boolean isPresent() {
    return line > 0;
  }

  /** Whether the file has a value for the key. */
  boolean has(String key) {
    Node node = entries.get(key);
    return node != null && !isNull(node);
  }

  /**
   * A value with a default.
   *
   * @param preset the default, as it would be written in the file
   */
  <T> T value(String key, ValueType<T> type, String preset) {
    ask(key, preset, type.allowed());
    reading.says(full(key), false, has(key) ? texts(key) : List.of(preset));
    return has(key) ? scalar(entries.get(key), full(key), type) : type.read(preset);
  }

  /** A value that has no default. */
  <T> T required(String key, ValueType<T> type) {
    ask(key, "required", type.allowed());
    reading.says(full(key), false, texts(key));
    if (has(key)) {
      return scalar(entries.get(key), full(key), type);
    }
    reading.mistake(line, full(key), "is missing; allowed: " + type.allowed());
    return type.sampleValue();
  }

  /** A value that may be left out. */
  <T> Optional<T> optional(String key, ValueType<T> type) {
    ask(key, "none", type.allowed());
    reading.says(full(key), false, texts(key));
    return has(key) ? Optional.of(scalar(entries.get(key), full(key), type)) : Optional.empty();
  }

  /** A list of plain values; empty when left out. */
  <T> List<T> list(String key, ValueType<T> type) {
    ask(key, "[]", "a list; each: " + type.allowed());
    reading.says(full(key), true, texts(key));
    List<T> values = new ArrayList<>();
    for (Node element : elements(key)) {
      values.add(scalar(element, full(key) + "[" + values.size() + "]", type));
    }
    return values;
  }

  /**
   * A list of texts that know where they stand; empty when left out.
   *
   * @param allowed completes the sentence "allowed: ..."
   * @param maker its refusals become mistakes of the line
   */
  <T> List<T> lines(String key, String allowed, BiFunction<String, Origin, T> maker) {
    ask(key, "[]", "a list; each: " + allowed);
    reading.says(full(key), true, texts(key));
    List<T> values = new ArrayList<>();
    for (Node element : elements(key)) {
      String name = full(key) + "[" + values.size() + "]";
      if (element instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
        try {
          values.add(maker.apply(scalar.getValue(), reading.origin(lineOf(element))));
        } catch (IllegalArgumentException refusal) {
          reading.mistake(lineOf(element), name, refusal.getMessage());
        }
      } else {
        reading.mistake(
            lineOf(element),
            name,
            describe(element)
                + " is not allowed; allowed: "
                + allowed
                + " (in quotes where it holds ': ' or ' #')");
      }
    }
    return values;
  }

  /** Whole numbers by names that are the site's own; empty when left out. */
  Map<String, Integer> numbers(String key, int least, int most) {
    ValueType<Integer> type = Values.number(least, most);
    ask(key, "{}", "names, each with " + type.allowed());
    Section names = new Section(reading, full(key), has(key) ? entries.get(key) : null);
    Map<String, Integer> values = new LinkedHashMap<>();
    List<String> texts = new ArrayList<>();
    names.entries.forEach(
        (name, node) -> {
          int value = scalar(node, names.full(name), type);
          values.put(name, value);
          texts.add(name + ": " + value);
        });
    reading.says(full(key), true, texts);
    return values;
  }

  Section section(String key) {
    known.add(key);
    return new Section(reading, full(key), has(key) ? entries.get(key) : null);
  }

  /** A list of sections; empty when left out. */
  List<Section> sections(String key) {
    known.add(key);
    List<Section> sections = new ArrayList<>();
    for (Node element : elements(key)) {
      sections.add(new Section(reading, full(key) + "[" + sections.size() + "]", element));
    }
    return sections;
  }

  /** Makes a settings record; its refusal becomes a mistake of this section. */
  <T> Optional<T> build(Supplier<T> maker) {
    try {
      return Optional.of(maker.get());
    } catch (IllegalArgumentException refusal) {
      mistake(Values.readable(refusal.getMessage()));
      return Optional.empty();
    }
  }

  /** Reports that it stands here for nothing, where the choice is not that of its name. */
  void refuseUnless(String chosen, String key) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (isPresent() && !name.equals(chosen)) {
      mistake("has no meaning with " + key + ": " + chosen);
    }
  }

  /** Whether something at the key, or below it, was wrong: what follows from it is not told. */
  boolean isWrong(String key) {
    return reading.isWrong(full(key));
  }

  boolean isToCome(Instant time) {
    return reading.isToCome(time);
  }

  void mistake(String text) {
    reading.mistake(line, path, text);
  }

  void mistake(String key, String text) {
    reading.mistake(keyLines.getOrDefault(key, line), full(key), text);
  }

  /** Reports the keys that no setting has asked for. */
  void finish() {
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        String hint =
            Spelling.nearest(key, known).map(near -> "; did you mean '" + near + "'?").orElse("");
        reading.mistake(
            keyLines.get(key),
            full(key),
            "is not a key"
                + hint
                + (hint.isEmpty() ? "; known here: " + String.join(", ", known) : ""));
      }
    }
  }

  /** The plain values of a key, or of the elements of its list. */
  private List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    if (has(key)) {
      Node node = entries.get(key);
      for (Node each : node instanceof SequenceNode list ? list.getValue() : List.of(node)) {
        texts.add(each instanceof ScalarNode scalar ? scalar.getValue() : describe(each));
      }
    }
    return texts;
  }

  private void ask(String key, String preset, String allowed) {
    known.add(key);
    reading.asked(full(key), preset, allowed);
  }

  private List<Node> elements(String key) {
    if (!has(key)) {
      return List.of();
    }
    if (entries.get(key) instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    reading.mistake(
        keyLines.get(key), full(key), "must be a list, is " + describe(entries.get(key)));
    return List.of();
  }

  private <T> T scalar(Node node, String key, ValueType<T> type) {
    String found = describe(node);
    if (node instanceof ScalarNode scalar) {
      try {
        return type.read(scalar.getValue());
      } catch (IllegalArgumentException notAllowed) {
        found = "'" + ShownUrl.of(scalar.getValue()) + "'";
      }
    }
    reading.mistake(lineOf(node), key, found + " is not allowed; allowed: " + type.allowed());
    return type.sampleValue();
  }

  private String full(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private static boolean isNull(Node node) {
    return Tag.NULL.equals(node.getTag());
  }

  private static int lineOf(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private static String describe(Node node) {
    return switch (node) {
      case MappingNode mapping -> "a section";
      case SequenceNode sequence -> "a list";
      case ScalarNode scalar -> "'" + scalar.getValue() + "'";
      default -> "an alias";
    };
  }
}
