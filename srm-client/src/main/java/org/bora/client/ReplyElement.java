package org.bora.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A part of an answer by its local name: which namespaces and attributes a server adds is of no
 * interest. Filled while it is read, unchanged afterwards.
 */
final class ReplyElement {

  private final String name;
  private final List<ReplyElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  ReplyElement(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  void add(ReplyElement child) {
    children.add(child);
  }

  void addAll(ReplyElement other) {
    children.addAll(other.children);
    text.append(other.text);
  }

  void say(String more) {
    text.append(more);
  }

  /** The parts of that name. */
  Stream<ReplyElement> all(String wanted) {
    return children.stream().filter(child -> child.name.equals(wanted));
  }

  Optional<ReplyElement> child(String wanted) {
    return all(wanted).findFirst();
  }

  /** The text of the part of that name; empty where there is none, or none in it. */
  Optional<String> text(String wanted) {
    return child(wanted)
        .map(child -> child.text.toString().strip())
        .filter(words -> !words.isEmpty());
  }

  /** The part of that name, however deep. */
  Optional<ReplyElement> find(String wanted) {
    return name.equals(wanted)
        ? Optional.of(this)
        : children.stream().flatMap(child -> child.find(wanted).stream()).findFirst();
  }
}
