package org.bora.it.conformance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bora.it.conformance.Contract.Field;
import org.bora.it.conformance.Contract.Step;

/** Writes what stands inside {@code srmXRequest}, from the fields of a clause. */
final class RequestBody {
  private static final String NIL =
      " xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" i:nil=\"true\"";

  /** An element in the making. */
  private static final class Node {
    private final String name;
    private final List<Node> children = new ArrayList<>();
    private String text = "";
    private boolean nil;

    private Node(String name) {
      this.name = name;
    }

    /** The n-th child of a name, made where it is not there yet. */
    private Node child(String wanted, int n) {
      List<Node> found = children.stream().filter(child -> child.name.equals(wanted)).toList();
      if (n < found.size()) {
        return found.get(n);
      }
      Node made = new Node(wanted);
      children.add(made);
      return made;
    }

    private int count(String wanted) {
      return (int) children.stream().filter(child -> child.name.equals(wanted)).count();
    }

    private void write(StringBuilder xml) {
      xml.append('<').append(name).append(nil ? NIL : "").append('>').append(Xml.escape(text));
      children.forEach(child -> child.write(xml));
      xml.append("</").append(name).append('>');
    }
  }

  private final Contract contract;
  private final Names names;

  RequestBody(Contract contract, Names names) {
    this.contract = contract;
    this.names = names;
  }

  String of(String operation, Clause clause) {
    Node root = new Node("request");
    StringBuilder raw = new StringBuilder();
    // the longest list first: a single value goes into every entry there is
    List<Map.Entry<String, List<String>>> fields =
        clause.fields().entrySet().stream()
            .sorted(
                Comparator.comparingInt(
                    (Map.Entry<String, List<String>> entry) ->
                        -Names.spread(entry.getValue()).size()))
            .toList();
    for (Map.Entry<String, List<String>> field : fields) {
      if (field.getKey().equals("xml")) {
        raw.append(names.text(field.getValue().getFirst()));
      } else {
        add(root, operation, field.getKey(), field.getValue());
      }
    }
    StringBuilder xml = new StringBuilder();
    root.children.forEach(child -> child.write(xml));
    return xml.append(raw).toString();
  }

  private void add(Node root, String operation, String word, List<String> values) {
    switch (word) {
      case "users" -> pairs(root, operation, "userID", values);
      case "groups" -> pairs(root, operation, "groupID", values);
      default -> {
        Field field = contract.field(operation, Shorthand.field(contract, operation, word));
        if (values.size() == 1 && values.getFirst().matches("nil|none|empty")) {
          nothing(root, field, values.getFirst());
        } else {
          place(root, field, Names.spread(values));
        }
      }
    }
  }

  /** {@code users=NAME:MODE}: the name and the mode of each entry of an access list. */
  private void pairs(Node root, String operation, String nameField, List<String> values) {
    Field who = contract.field(operation, nameField);
    List<Step> array = who.path().subList(0, 2);
    for (String value : values) {
      int colon = value.lastIndexOf(':');
      Node entry = root.child(array.get(0).name(), 0);
      Node pair = entry.child(array.get(1).name(), entry.count(array.get(1).name()));
      pair.child(nameField, 0).text = names.text(value.substring(0, colon));
      pair.child("mode", 0).text = value.substring(colon + 1);
    }
  }

  private static void nothing(Node root, Field field, String how) {
    Node node = root;
    for (Step step : field.path().subList(0, field.own())) {
      node = node.child(step.name(), 0);
    }
    node.nil = how.equals("nil");
  }

  private void place(Node node, Field field, List<String> values) {
    if (field.type().isEmpty()) {
      throw new IllegalArgumentException(
          field.path().getLast().name() + " has parts: it can be nil or none, or name the part");
    }
    place(node, field, 0, values);
  }

  private void place(Node node, Field field, int depth, List<String> values) {
    if (depth == field.path().size()) {
      node.text = value(field, values.getFirst());
      node.nil = values.getFirst().equals("nil");
      return;
    }
    Step step = field.path().get(depth);
    if (!step.repeats()) {
      place(node.child(step.name(), 0), field, depth + 1, values);
      return;
    }
    int entries = Math.max(values.size(), node.count(step.name()));
    if (values.size() > 1000 && node.count(step.name()) == 0) {
      for (String value : values) { // without looking for each among those before it
        Node entry = new Node(step.name());
        node.children.add(entry);
        place(entry, field, depth + 1, List.of(value));
      }
      return;
    }
    for (int n = 0; n < entries; n++) {
      String value = values.get(Math.min(n, values.size() - 1));
      place(node.child(step.name(), n), field, depth + 1, List.of(value));
    }
  }

  private String value(Field field, String word) {
    if (word.matches("nil|empty")) {
      return "";
    }
    if (field.type().equals("anyURI")) {
      return names.surl(word);
    }
    boolean token =
        field.path().stream()
            .map(step -> step.name().toLowerCase(Locale.ROOT))
            .anyMatch(name -> name.endsWith("token") || name.endsWith("tokens"));
    return token ? names.token(word) : names.text(word);
  }
}
