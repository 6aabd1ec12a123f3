package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.XmlTree;
import org.junit.jupiter.api.Test;

/** Lists of objects to remove. */
class RemovingTest {
  private static final String ONE = "<Object><Key>k</Key></Object>";

  private static List<Removing.Listed> listed(String objects) throws Refused {
    String document = "<Delete>" + objects + "</Delete>";
    return Removing.listed(XmlTree.of(document.getBytes(StandardCharsets.UTF_8), "Delete"));
  }

  private static Optional<String> code(String objects) {
    return assertThrows(Refused.class, () -> listed(objects)).code();
  }

  @Test
  void keysAndConditionsAreReadInTheirOrder() throws Refused {
    assertEquals(
        List.of(
            new Removing.Listed("k", Optional.empty(), Optional.empty()),
            new Removing.Listed(" a/b ", Optional.of("\"tag\""), Optional.empty())),
        listed(ONE + "<Object><Key> a/b </Key><ETag>\"tag\"</ETag></Object>"));
  }

  /** The object that has the key now is another one than its client means. */
  @Test
  void whatIsAskedOfAnEntryAndNotServedKeepsItsObject() throws Refused {
    String object = "<Object><Key>k</Key>%s</Object>";
    for (String wish :
        List.of(
            "<VersionId>3</VersionId>",
            "<Size>1</Size>",
            "<LastModifiedTime>Mon, 30 Nov 2026 00:00:00 GMT</LastModifiedTime>")) {
      Removing.Listed listed = listed(object.formatted(wish)).getFirst();
      assertEquals(Optional.of("NotImplemented"), listed.unserved().flatMap(Refused::code), wish);
    }
    for (String plain : List.of("", "<VersionId/>", "<VersionId>null</VersionId>")) {
      assertEquals(Optional.empty(), listed(object.formatted(plain)).getFirst().unserved(), plain);
    }
  }

  @Test
  void oneEntryWithoutAKeyRefusesTheWholeList() {
    for (String wrong : List.of("<Object/>", "<Object><Key/></Object>", "<Object>k</Object>")) {
      assertEquals(Optional.of("MalformedXML"), code(ONE + wrong), wrong);
      assertEquals(Optional.of("MalformedXML"), code(wrong + ONE), wrong);
    }
  }

  @Test
  void aListHasAThousandObjectsAtMost() throws Refused {
    assertEquals(1000, listed(ONE.repeat(1000)).size());
    assertEquals(Optional.of("MalformedXML"), code(ONE.repeat(1001)));
  }
}
