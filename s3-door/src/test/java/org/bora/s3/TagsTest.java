package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class TagsTest {

  private static byte[] body(String... pairs) {
    StringBuilder xml = new StringBuilder("<Tagging><TagSet>");
    for (int n = 0; n < pairs.length; n += 2) {
      xml.append("<Tag><Key>").append(pairs[n]).append("</Key><Value>");
      xml.append(pairs[n + 1]).append("</Value></Tag>");
    }
    return xml.append("</TagSet></Tagging>").toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void headerAndBodySayTheSame() throws Refused {
    Tags header = Tags.ofHeader("a=1&b=two%20words&c+d=%2B&&");
    Tags body = Tags.ofBody(body("a", "1", "b", "two words", "c d", "+"), Tags.MOST_OF_OBJECT);
    assertEquals(header, body);
    assertEquals(header, Tags.noted(header.text()));
    assertTrue(header.document().contains("<Key>c d</Key><Value>+</Value>"), header.document());
  }

  @Test
  void namesValuesAndTheirNumberAreBounded() throws Refused {
    Tags.ofBody(body("k".repeat(128), "v".repeat(256)), Tags.MOST_OF_OBJECT);
    for (String[] pair :
        new String[][] {
          {"", "v"}, {"k".repeat(129), "v"}, {"k", "v".repeat(257)}, {"a*b", "v"}, {"k", "a;b"}
        }) {
      Refused refusal =
          assertThrows(Refused.class, () -> Tags.ofBody(body(pair), Tags.MOST_OF_OBJECT));
      assertEquals("InvalidTag", refusal.code().orElseThrow());
    }
    assertThrows(Refused.class, () -> Tags.ofBody(body("k", "1", "k", "2"), 10));
    String ten =
        IntStream.range(0, 10).mapToObj(n -> "k" + n + "=v").collect(Collectors.joining("&"));
    assertEquals(10, Tags.ofHeader(ten).tags().size());
    Refused many = assertThrows(Refused.class, () -> Tags.ofHeader(ten + "&k=v"));
    assertEquals("BadRequest", many.code().orElseThrow());
  }

  @Test
  void aHeaderThatIsNoQueryIsRefused() {
    for (String text : new String[] {"=", "key%", "a=1&a=2", "=v"}) {
      Refused refusal = assertThrows(Refused.class, () -> Tags.ofHeader(text));
      assertEquals("InvalidArgument", refusal.code().orElseThrow(), text);
    }
  }
}
