package org.bora.door.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullCallersTest {
  private final List<String> lines = new ArrayList<>();
  private long now;
  private final FullCallers full =
      new FullCallers(() -> now, (dn, host, before) -> lines.add(dn + " " + host + " " + before));

  @Test
  void eachCallerHasALineAMinuteAndAllAreCounted() {
    full.closed("/CN=a", "192.0.2.1");
    full.closed("/CN=a", "192.0.2.2");
    full.closed("/CN=a", "192.0.2.3");
    full.closed("/CN=b", "192.0.2.4");
    assertEquals(List.of("/CN=a 192.0.2.1 0", "/CN=b 192.0.2.4 2"), lines);
    now += Duration.ofMinutes(1).toNanos();
    full.closed("/CN=a", "192.0.2.1");
    assertEquals("/CN=a 192.0.2.1 0", lines.getLast());
    assertEquals(5, full.total());
  }

  @Test
  void manyCallersDoNotFillTheLog() {
    for (int n = 0; n < 1000; n++) {
      full.closed("/CN=" + n, "::1");
    }
    assertEquals(FullCallers.MOST_CALLERS, lines.size());
    now += Duration.ofMinutes(1).toNanos();
    full.closed("/CN=0", "::1");
    assertEquals("/CN=0 ::1 " + (1000 - FullCallers.MOST_CALLERS), lines.getLast());
    assertEquals(1001, full.total());
  }
}
