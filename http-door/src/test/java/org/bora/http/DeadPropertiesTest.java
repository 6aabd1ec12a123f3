package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.bora.storage.spi.OpenFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadPropertiesTest {
  private static final QName A = new QName("urn:x", "a");
  private static final String ONE = "<x:a xmlns:x=\"urn:x\">1</x:a>";

  private static QName name(int number) {
    return new QName("p" + number);
  }

  private static String element(int number, int bytes) {
    String name = "p" + number;
    String empty = "<" + name + "></" + name + ">";
    return empty.replace("><", ">" + "x".repeat(bytes - empty.length()) + "<");
  }

  @Test
  void theNoteHasThemAll() {
    DeadProperties properties = DeadProperties.of("");
    assertEquals(Optional.empty(), properties.note());
    assertEquals(Optional.empty(), properties.set(A, ONE));
    assertEquals(Optional.empty(), properties.set(name(1), "<p1>\u00fc</p1>"));
    String note = properties.note().orElseThrow();

    DeadProperties read = DeadProperties.of(note);

    assertEquals(Map.of(A, ONE, name(1), "<p1>\u00fc</p1>"), read.elements());
    assertEquals(note, read.note().orElseThrow());
    read.remove(A);
    read.remove(A);
    read.remove(name(1));
    assertEquals(Optional.empty(), read.note());
  }

  @Test
  void onePropertyHasABound() {
    DeadProperties properties = DeadProperties.of("");
    int most = DeadProperties.MOST_BYTES;
    assertEquals(Optional.empty(), properties.set(name(1), element(1, most)));
    assertEquals(
        Optional.of("a property has at most 4096 bytes"),
        properties.set(name(1), element(1, most + 1)));
    assertEquals(most, properties.elements().get(name(1)).length(), "the old one stays");
    String wide = element(1, most - 1).replaceFirst("x", "\u00fc");
    assertEquals(Optional.empty(), properties.set(name(1), wide));
    assertTrue(properties.set(name(1), wide.replaceFirst("x", "\u00fc")).isPresent());
  }

  @Test
  void allOfAFileHaveABound() {
    DeadProperties properties = DeadProperties.of("");
    int left = OpenFile.MOST_NOTE_BYTES - "<p></p>".length() - 4096;
    assertEquals(Optional.empty(), properties.set(name(1), element(1, 4096)));
    assertEquals(
        Optional.of("all properties of a file have at most 8192 bytes"),
        properties.set(name(2), element(2, left + 1)));
    assertEquals(1, properties.elements().size());
    assertEquals(Optional.empty(), properties.set(name(2), element(2, left)));
    assertEquals(
        OpenFile.MOST_NOTE_BYTES,
        properties.note().orElseThrow().getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void aFileHasABoundedNumber() {
    DeadProperties properties = DeadProperties.of("");
    for (int i = 0; i < DeadProperties.MOST; i++) {
      assertEquals(Optional.empty(), properties.set(name(i), element(i, 20)));
    }
    assertEquals(Optional.of("a file has at most 64 properties"), properties.set(A, ONE));
    assertEquals(Optional.empty(), properties.set(name(0), element(0, 30)), "in place of one");
    properties.remove(name(5));
    assertEquals(Optional.empty(), properties.set(A, ONE));
  }

  /** The owner of a file may write its attributes without the service. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "text",
        "<p><a></p>",
        "<p><a/></p><b/>",
        "<p><a/></p></d:prop>",
        "<!DOCTYPE p [<!ENTITY e 'x'>]><p><a>&e;</a></p>",
      })
  void aNoteThatIsNoneCountsForNothing(String forged) {
    DeadProperties properties = DeadProperties.of(forged);
    assertEquals(Map.of(), properties.elements());
    assertEquals(Optional.empty(), properties.set(A, ONE));
    assertEquals(Optional.of("<p>" + ONE + "</p>"), properties.note());
  }
}
