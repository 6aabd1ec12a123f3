package org.bora.api.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallTargetTest {
  private static final String SURL = "srm://se.example.org:8444/vo/run7";

  @Test
  void theFirstFileStandsForTheOthers() {
    assertEquals(Optional.empty(), CallTarget.of(List.of()));
    assertEquals(Optional.of(new CallTarget(SURL, 0)), CallTarget.of(List.of(SURL)));
    assertEquals(SURL, new CallTarget(SURL, 0).text());
    assertEquals(SURL + " (1 other)", new CallTarget(SURL, 1).text());
    assertEquals(
        " surl=" + SURL + " (2 others)",
        CallTarget.inLine(CallTarget.of(List.of(SURL, "srm://b", "srm://c"))));
    assertEquals("", CallTarget.inLine(Optional.empty()));
  }

  @Test
  void controlCharactersAreMadeHarmless() {
    assertEquals("srm://a/?[31mb?c?d", new CallTarget("srm://a/\u001b[31mb\nc\u202ed", 0).surl());
  }

  @Test
  void ofALongNameTheMiddleIsLeftOut() {
    String fits = "srm://a/" + "x".repeat(CallTarget.LONGEST - 8);
    assertEquals(fits, new CallTarget(fits, 0).surl());
    String end = "\n/the-file-itself.root";
    String cut = new CallTarget("srm://a/" + "x".repeat(100_000) + end, 0).surl();
    assertEquals(CallTarget.LONGEST, cut.length());
    assertTrue(cut.startsWith("srm://a/xxx"), cut);
    assertTrue(cut.contains("xx...xx"), cut);
    assertTrue(cut.endsWith("?/the-file-itself.root"), cut);
  }
}
