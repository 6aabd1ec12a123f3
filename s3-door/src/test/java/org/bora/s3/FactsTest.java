package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class FactsTest {

  @Test
  void whatIsNotedIsReadAgain() throws Refused {
    Facts facts =
        new Facts(
            Optional.of("d41d8cd98f00b204e9800998ecf8427e"),
            Map.of(Sum.CRC32, "AAAAAA==", Sum.SHA256, "x+/="),
            Map.of("content-type", "text/plain; a=\"b&c\""),
            Map.of("name", "\u00e4 = & %", "empty", ""),
            "a=1&b=two%20words",
            "0123456789abcdef0123456789abcdef",
            "5242880x2,7x1");
    String text = facts.text();
    assertEquals(facts, Facts.of(Optional.of(text)));
    assertEquals(
        text, new String(text.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII));
  }

  /** A completed upload has the MD5 of those of its parts. */
  @Test
  void anEtagThatIsNoMd5IsThatOfNoPart() {
    String md5 = "d41d8cd98f00b204e9800998ecf8427e";
    assertTrue(Facts.of(Optional.of("e=" + md5)).areOfPart());
    for (String note :
        new String[] {"", "e=", "e=odd", "e=" + md5 + "0", "e=z" + md5.substring(1)}) {
      assertFalse(Facts.of(Optional.of(note)).areOfPart(), note);
    }
  }

  @Test
  void aNoteThatIsNoneIsNotBelieved() {
    assertEquals(Facts.UNKNOWN, Facts.of(Optional.empty()));
    assertEquals(Facts.UNKNOWN, Facts.of(Optional.of("e=%zz")));
    assertEquals(Facts.UNKNOWN, Facts.of(Optional.of("later=than-this")));
  }

  /** A presigned request signs one header; all others may be metadata, of a letter and no value. */
  @Test
  void asManyHeadersAsThereIsRoomForAreReadAgain() throws Refused {
    Map<String, String> metadata = new HashMap<>();
    for (int n = 0; n < 400; n++) {
      metadata.put(Integer.toString(n, 36), "");
    }
    Facts facts =
        new Facts(
            Optional.of("d41d8cd98f00b204e9800998ecf8427e-1"),
            Map.of(Sum.CRC32, "AAAAAA=="),
            Map.of("content-type", "text/plain"),
            metadata,
            "a=1",
            "0123456789abcdef0123456789abcdef",
            "7x1");
    assertEquals(facts, Facts.of(Optional.of(facts.text())));
  }

  @Test
  void withoutAnMd5TheTagIsNoneAndNotOfPartsEither() {
    String tag = Facts.UNKNOWN.tag(7, Instant.parse("2026-11-24T12:00:00Z")).replace("\"", "");
    assertFalse(tag.matches("[0-9a-f]{32}(-[0-9]+)?"), tag);
  }

  @Test
  void moreThanThereIsRoomForIsRefused() {
    Facts facts =
        new Facts(
            Optional.empty(), Map.of(), Map.of(), Map.of("m", "\u00e4".repeat(2000)), "", "", "");
    Refused refusal = assertThrows(Refused.class, facts::text);
    assertEquals(Optional.of("MetadataTooLarge"), refusal.code());
  }
}
