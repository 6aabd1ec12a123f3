package org.bora.api.word;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogTextTest {

  @Test
  void textForTheLogStaysOnItsLine() {
    assertEquals("a??b?c?d?e?f", LogText.of("a\r\nb\u001bc\u2028d\u0085e\u2029f"));
  }

  @Test
  void lettersOfOtherLanguagesStay() {
    assertEquals("\u00e4\u20ac", LogText.of("\u00e4\u20ac"));
  }

  @Test
  void longTextIsCut() {
    assertEquals("x".repeat(300), LogText.of("x".repeat(300)));
    assertEquals("x".repeat(300) + "...", LogText.of("x".repeat(301)));
  }
}
