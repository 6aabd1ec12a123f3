package org.bora.s3.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class XmlTreeTest {
  private static XmlTree of(int children) throws Refused {
    String text = "<list>" + "<a/>".repeat(children) + "</list>";
    return XmlTree.of(text.getBytes(StandardCharsets.UTF_8), "list");
  }

  @Test
  void aDocumentHasSixtyThousandElementsAtMost() throws Refused {
    assertEquals(59_999, of(59_999).children().size());
    assertThrows(Refused.class, () -> of(60_000));
  }
}
