package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyTallyTest {
  @Test
  void copiesAreCountedByDirectionAndResultAndBytesByDirection() {
    CopyTally tally = new CopyTally();
    tally.ended(true, true, 10);
    tally.ended(true, false, 3);
    tally.ended(false, true, 5);
    tally.ended(false, true, 6);
    assertEquals(
        Map.of(
            new CopyTally.Kind("in", "done"), 1L,
            new CopyTally.Kind("in", "failed"), 1L,
            new CopyTally.Kind("out", "done"), 2L),
        tally.ended());
    assertEquals(Map.of("total", 0L, "caller", 0L, "vo", 0L), tally.refused());
    assertEquals(Map.of("in", 13L, "out", 11L), tally.bytes());
  }
}
