package org.bora.storm.source;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An element of an XML file.
 *
 * @param line of its start tag
 * @param text its own text, trimmed
 */
public record Element(
    String name, int line, Map<String, String> attributes, String text, List<Element> children) {

  public Element {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes)); // in their order
    children = List.copyOf(children);
  }

  /** The first child of this name. */
  public Optional<Element> child(String wanted) {
    return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
  }

  /** All children of this name. */
  public List<Element> children(String wanted) {
    return children.stream().filter(child -> child.name.equals(wanted)).toList();
  }

  /** The text of the first child of this name, if there is one. */
  public Optional<String> valueOf(String wanted) {
    return child(wanted).map(Element::text).filter(found -> !found.isEmpty());
  }

  /** The value of an attribute; empty if there is none. */
  public String attribute(String wanted) {
    return attributes.getOrDefault(wanted, "").strip();
  }
}
