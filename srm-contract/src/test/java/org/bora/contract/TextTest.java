package org.bora.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.bora.contract.text.Size;
import org.bora.contract.text.Truth;
import org.bora.contract.text.UtcTime;
import org.bora.contract.text.WholeNumber;
import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void timesAreWrittenInUtcToTheSecond() {
    assertEquals(
        "2026-11-20T17:20:42Z", new UtcTime().marshal(Instant.parse("2026-11-20T17:20:42.987Z")));
  }

  @Test
  void timesWithAnOffsetAreReadAsTheInstantTheyMean() {
    assertEquals(
        Instant.parse("2026-11-20T16:20:42Z"),
        new UtcTime().unmarshal(" 2026-11-20T17:20:42+01:00 "));
    assertThrows(IllegalArgumentException.class, () -> new UtcTime().unmarshal("yesterday"));
  }

  @Test
  void sizesAreWholeAndNotNegative() {
    assertEquals(Long.MAX_VALUE, new Size().unmarshal("9223372036854775807"));
    assertThrows(IllegalArgumentException.class, () -> new Size().unmarshal("9223372036854775808"));
    assertThrows(IllegalArgumentException.class, () -> new Size().unmarshal("-1"));
  }

  @Test
  void numbersMayHaveSpaceAroundThemButNotWithin() {
    assertEquals(-1, new WholeNumber().unmarshal(" -1\n"));
    assertThrows(IllegalArgumentException.class, () -> new WholeNumber().unmarshal("1 0"));
    assertThrows(IllegalArgumentException.class, () -> new WholeNumber().unmarshal(""));
  }

  @Test
  void truthHasFourSpellings() {
    assertTrue(new Truth().unmarshal("1"));
    assertTrue(new Truth().unmarshal("true"));
    assertFalse(new Truth().unmarshal("0"));
    assertFalse(new Truth().unmarshal("false"));
    assertThrows(IllegalArgumentException.class, () -> new Truth().unmarshal("yes"));
  }

  @Test
  void whatIsAbsentIsNotWritten() {
    assertNull(new WholeNumber().marshal(null));
    assertNull(new Size().marshal(null));
    assertNull(new Truth().marshal(null));
    assertNull(new UtcTime().marshal(null));
  }
}
