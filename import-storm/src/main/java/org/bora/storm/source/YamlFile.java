package org.bora.storm.source;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.storm.source.PropertyFile.Property;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads a YAML file as Spring does: {@code a.b[0].c} is a key. Anchors are followed, within bounds.
 * For one file.
 */
final class YamlFile {
  private static final int MOST_KEYS = 100_000;
  private static final int DEEPEST = 50;

  private final Path file;
  private final String name;
  private final List<Property> found = new ArrayList<>();

  private YamlFile(Path file, String name) {
    this.file = file;
    this.name = name;
  }

  /**
   * All keys that have a value, in their order.
   *
   * @param name of the file for messages
   */
  static List<Property> read(Path file, String name) throws UnreadableSource {
    YamlFile reading = new YamlFile(file, name);
    String text = new String(TextFile.bytes(file), StandardCharsets.UTF_8);
    try {
      for (Node document : new Yaml(new LoaderOptions()).composeAll(new StringReader(text))) {
        reading.node("", document, 0);
      }
    } catch (MarkedYAMLException wrong) {
      int line = wrong.getProblemMark() == null ? 1 : wrong.getProblemMark().getLine() + 1;
      throw new UnreadableSource(file + ":" + line + ": is not YAML: " + wrong.getProblem());
    } catch (YAMLException wrong) {
      throw new UnreadableSource(file + ": is not YAML: " + wrong.getMessage());
    }
    return reading.found;
  }

  private void node(String key, Node node, int depth) throws UnreadableSource {
    if (depth > DEEPEST || found.size() >= MOST_KEYS) {
      throw new UnreadableSource(file + ": is too deep or too large: is this the right file?");
    }
    switch (node) {
      case MappingNode mapping -> {
        for (NodeTuple entry : mapping.getValue()) {
          String part = entry.getKeyNode() instanceof ScalarNode text ? text.getValue() : "?";
          node(key.isEmpty() ? part : key + "." + part, entry.getValueNode(), depth + 1);
        }
      }
      case SequenceNode list -> {
        for (int at = 0; at < list.getValue().size(); at++) {
          node(key + "[" + at + "]", list.getValue().get(at), depth + 1);
        }
      }
      case ScalarNode text when !text.getTag().equals(Tag.NULL) -> {
        int line = text.getStartMark().getLine() + 1;
        String value = text.getValue().strip();
        found.add(new Property(name, line, key, value, value, Optional.empty()));
      }
      default -> {
        // a key without a value, as in StoRM's template
      }
    }
  }
}
