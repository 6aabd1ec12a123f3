package org.bora.backend.locate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.api.word.Surl;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectMapper;

class SurlParserTest {

  private static String longest(String piece) {
    String begin = "srm://h/vo/";
    return begin + piece.repeat((SurlParser.MAX_CHARS - begin.length()) / piece.length());
  }

  @Test
  void theAuditLogTellsTheLongestSurlToItsEnd() {
    assertTrue(AuditLines.LONGEST_NAME >= SurlParser.MAX_CHARS);
    for (String piece : new String[] {"x", "é", "\"", "😀", "%2F"}) {
      String surl = longest(piece);
      SurlParser.parse(new Surl(surl));
      String line = AuditTrail.off().lines().begin("operation").surl("surl", surl).end().toString();

      assertEquals(surl, new ObjectMapper().readTree(line).get("surl").asString());
    }
  }

  @Test
  void aLongerOneIsNotServed() {
    Surl longer = new Surl("srm://h/vo/" + "x".repeat(SurlParser.MAX_CHARS));

    assertThrows(IllegalArgumentException.class, () -> SurlParser.parse(longer));
  }
}
