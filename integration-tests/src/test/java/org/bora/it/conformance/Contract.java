package org.bora.it.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.w3c.dom.Element;

/** The request types of the WSDL: which fields an operation has, and where in its request. */
final class Contract {
  private static final String WSDL = "/wsdl/srm.v2.2.wsdl";
  private static final String XSD = "http://www.w3.org/2001/XMLSchema";

  /** One element on the way to a field. */
  record Step(String name, boolean repeats) {}

  /**
   * A field of a request.
   *
   * @param path from the request down to the element that carries the value
   * @param own how many steps lead to the element that the field is named after: an array is named
   *     by its wrapper, its values go into the elements inside
   * @param type of the value, without prefix; empty where it has parts instead of a value
   */
  record Field(List<Step> path, int own, String type) {}

  private final Map<String, List<Element>> types = new HashMap<>();
  private final Map<String, Map<String, Field>> operations = new TreeMap<>();

  Contract() throws IOException {
    try (InputStream wsdl = Contract.class.getResourceAsStream(WSDL)) {
      Element root = Xml.parse(wsdl);
      for (Element type : Xml.descendants(root, XSD, "complexType")) {
        types.put(type.getAttribute("name"), Xml.descendants(type, XSD, "element"));
      }
    }
    for (String type : types.keySet()) {
      if (type.startsWith("srm") && type.endsWith("Request") && types.containsKey(reply(type))) {
        Map<String, Field> fields = new LinkedHashMap<>();
        collect(type, List.of(), fields);
        operations.put(type.substring(0, type.length() - "Request".length()), fields);
      }
    }
  }

  private static String reply(String requestType) {
    return requestType.substring(0, requestType.length() - "Request".length()) + "Response";
  }

  /** Breadth first, so that a name means the outermost field that is called so. */
  private void collect(String type, List<Step> above, Map<String, Field> fields) {
    Map<String, List<Step>> below = new LinkedHashMap<>();
    for (Element element : types.get(type)) {
      List<Step> path = new ArrayList<>(above);
      path.add(step(element));
      String of = typeOf(element);
      if (!types.containsKey(of)) {
        fields.putIfAbsent(element.getAttribute("name"), new Field(path, path.size(), of));
        continue;
      }
      List<Element> parts = types.get(of);
      String inner = typeOf(parts.getFirst());
      List<Step> within = new ArrayList<>(path);
      within.add(step(parts.getFirst()));
      boolean isList = parts.size() == 1 && !types.containsKey(inner);
      fields.putIfAbsent(
          element.getAttribute("name"),
          isList ? new Field(within, path.size(), inner) : new Field(path, path.size(), ""));
      below.put(of, path);
    }
    below.forEach((of, path) -> collect(of, path, fields));
  }

  private static Step step(Element element) {
    return new Step(
        element.getAttribute("name"), element.getAttribute("maxOccurs").equals("unbounded"));
  }

  private static String typeOf(Element element) {
    return element.getAttribute("type").replaceFirst("^.*:", "");
  }

  /** All operations, sorted. */
  List<String> operations() {
    return List.copyOf(operations.keySet());
  }

  /** A field of an operation's request by the name the contract gives it. */
  Field field(String operation, String name) {
    Map<String, Field> fields = fields(operation);
    Field field = fields.get(name);
    if (field == null) {
      throw new UnknownWord(name, operation + " has the fields", fields.keySet());
    }
    return field;
  }

  boolean has(String operation, String name) {
    return fields(operation).containsKey(name);
  }

  private Map<String, Field> fields(String operation) {
    Map<String, Field> fields = operations.get(operation);
    if (fields == null) {
      throw new UnknownWord(operation, "the operations are", operations.keySet());
    }
    return fields;
  }
}
