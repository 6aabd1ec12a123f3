package org.bora.server.config;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bora.settings.Keys;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A mapping of the file, present or not, with the overrides of the environment and the command
 * line. The record that reads it ({@link Keys}) defines its keys; any other key is a mistake.
 * Mistakes are collected, never thrown, and the reader always gets a usable value.
 */
final class Section {
  private final ConfigReading reading;
  private final String path;
  private final int line;
  private final Map<String, Node> entries = new LinkedHashMap<>();
  private final Map<String, Integer> keyLines = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();
  private final Map<String, Section> below = new HashMap<>();
  private final Map<String, List<Section>> lists = new HashMap<>();

  /**
   * Opens a mapping.
   *
   * @param path of the mapping, empty for the whole file
   * @param node null when the file has none
   */
  Section(ConfigReading reading, String path, Node node) {
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
          "is set twice, first in line " + keyLines.get(key) + "; remove one of the two");
      return;
    }
    entries.put(key, tuple.getValueNode());
    keyLines.put(key, lineOf(keyNode));
  }

  /** Whether this section is configured. */
  boolean isPresent() {
    return line > 0 || reading.overrides().hasBelow(path);
  }

  /** Whether there is a value for the key. */
  boolean has(String key) {
    return node(key) != null || reading.overrides().find(full(key)).isPresent();
  }

  /**
   * The settings that the record of this section makes.
   *
   * @param instead used if the record refuses the values, which is reported
   */
  <S> S settings(Class<? extends Making<S>> keys, Supplier<S> instead) {
    return made(keys).orElseGet(instead);
  }

  /**
   * The same; empty if the record refuses the values. That is reported, unless a value of the
   * section was invalid and the refusal only follows from its replacement.
   */
  <S> Optional<S> made(Class<? extends Making<S>> keys) {
    Making<S> values = bind(keys);
    return reading.isWrong(path) ? unlessRefused(values) : build(values::settings);
  }

  private static <S> Optional<S> unlessRefused(Making<S> values) {
    try {
      return Optional.of(values.settings());
    } catch (IllegalArgumentException followsFromTheMistake) {
      return Optional.empty();
    }
  }

  /** The record of this section; its errors are reported, including those of the record itself. */
  <R extends Keys> R bind(Class<R> keys) {
    new SectionReader(this, reading).describe(keys, path, List.of(), reading.binding().values());
    finish();
    return reading.binding().bind(path, keys);
  }

  /** A key of the whole file that is in no section. */
  boolean flag(String key) {
    return new SectionReader(this, reading).flag(key);
  }

  /**
   * What is made of lines; a refusal becomes a mistake of the line.
   *
   * @param maker throws IllegalArgumentException with a sentence
   */
  <T> List<T> each(List<Line> lines, Function<Line, T> maker) {
    List<T> values = new ArrayList<>();
    for (Line each : lines) {
      try {
        if (!each.key().isEmpty()) {
          values.add(maker.apply(each));
        }
      } catch (IllegalArgumentException refusal) {
        reading.mistake(Mistake.at(each.origin(), each.key(), refusal.getMessage()));
      }
    }
    return values;
  }

  Section section(String key) {
    known.add(key);
    return below.computeIfAbsent(key, each -> new Section(reading, full(each), node(each)));
  }

  /** A list of sections; empty when left out. */
  List<Section> sections(String key) {
    known.add(key);
    return lists.computeIfAbsent(key, this::opened);
  }

  private List<Section> opened(String key) {
    List<Node> nodes = nodes(key);
    List<Section> sections = new ArrayList<>();
    while (true) {
      int next = sections.size();
      String element = full(key) + "[" + next + "]";
      if (next >= nodes.size() && !reading.overrides().hasBelow(element)) {
        return sections;
      }
      sections.add(new Section(reading, element, next < nodes.size() ? nodes.get(next) : null));
    }
  }

  /**
   * Tells what a record of this section refuses, unless a value was wrong: another one stands in
   * its place, and the refusal only follows from it.
   */
  void refused(IllegalArgumentException refusal) {
    if (!reading.isWrong(path)) {
      mistake(Values.readable(refusal.getMessage()));
    }
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
      mistake("has no effect with " + key + ": " + chosen);
    }
  }

  /** Whether something at the key, or below it, was wrong: what follows from it is not told. */
  boolean isWrong(String key) {
    return reading.isWrong(full(key));
  }

  /** Where relative paths begin. */
  Path base() {
    return reading.base();
  }

  boolean isToCome(Instant time) {
    return reading.isToCome(time);
  }

  /** What holds for a key that is not given, where that is not its preset. */
  void says(String key, Object text) {
    reading.says(full(key), false, List.of(text.toString()));
  }

  void mistake(String text) {
    reading.mistake(line, path, text);
  }

  void mistake(String key, String text) {
    reading.mistake(keyLines.getOrDefault(key, line), full(key), text);
  }

  /** Reports keys that no setting has read. */
  void finish() {
    for (String key : entries.keySet()) {
      if (!known.contains(key)) {
        String hint = Spelling.hint(key, known());
        mistake(
            key,
            "is not a key" + (hint.isEmpty() ? "; known here: " + String.join(", ", known) : hint));
      }
    }
  }

  /** The keys that were read here. */
  List<String> known() {
    return List.copyOf(known);
  }

  void ask(String key, String type, String preset, String allowed) {
    known.add(key);
    reading.asked(full(key), type, preset, allowed);
  }

  /** Null where the file has no value. */
  Node node(String key) {
    Node node = entries.get(key);
    return node == null || isNull(node) ? null : node;
  }

  List<Node> nodes(String key) {
    Node node = node(key);
    if (node == null || node instanceof SequenceNode) {
      return node == null ? List.of() : ((SequenceNode) node).getValue();
    }
    reading.mistake(keyLines.get(key), full(key), "must be a list, is " + describe(node));
    return List.of();
  }

  String full(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** By its keys, if the site chooses them. */
  Map<String, Node> entries() {
    return entries;
  }

  int line() {
    return line;
  }

  private static boolean isNull(Node node) {
    return Tag.NULL.equals(node.getTag());
  }

  static int lineOf(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  static String describe(Node node) {
    return switch (node) {
      case MappingNode mapping -> "a section";
      case SequenceNode sequence -> "a list";
      case ScalarNode scalar -> "'" + scalar.getValue() + "'";
      default -> "an alias";
    };
  }
}
