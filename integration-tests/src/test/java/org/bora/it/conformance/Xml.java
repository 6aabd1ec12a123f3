package org.bora.it.conformance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** As much of DOM as the suite needs. */
final class Xml {
  private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

  private Xml() {}

  static Element parse(String text) throws IOException {
    return parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  static Element parse(InputStream in) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().parse(in).getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    } catch (SAXException e) {
      throw new IOException("the answer is not XML", e);
    }
  }

  static List<Element> descendants(Element element, String namespace, String name) {
    NodeList found = element.getElementsByTagNameNS(namespace, name);
    List<Element> elements = new ArrayList<>();
    for (int at = 0; at < found.getLength(); at++) {
      elements.add((Element) found.item(at));
    }
    return elements;
  }

  static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  static Optional<Element> child(Element element, String name) {
    return children(element).stream()
        .filter(child -> child.getLocalName().equals(name) && !isNil(child))
        .findFirst();
  }

  static boolean isNil(Element element) {
    return element.getAttributeNS(XSI, "nil").equals("true");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
