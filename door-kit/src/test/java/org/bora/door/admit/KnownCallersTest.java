package org.bora.door.admit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class KnownCallersTest {
  private Instant now = Instant.EPOCH;
  private final InstantSource source = () -> now;
  private final KnownCallers callers = new KnownCallers(source.withZone(ZoneOffset.UTC));

  private void pass(Duration time) {
    now = now.plus(time);
  }

  @Test
  void aSubjectIsKnownForAnHourAndNotForMoreThanTwo() {
    callers.add("/CN=Alice");
    pass(KnownCallers.KEPT.minusSeconds(1));
    assertTrue(callers.contains("/CN=Alice"));
    pass(Duration.ofSeconds(1));
    assertTrue(callers.contains("/CN=Alice"), "in the former set");
    pass(KnownCallers.KEPT);
    assertFalse(callers.contains("/CN=Alice"));
  }

  @Test
  void whatNobodyAskedAboutForLongIsNotKeptForAnotherHour() {
    callers.add("/CN=Alice");
    pass(KnownCallers.KEPT.multipliedBy(2));
    assertFalse(callers.contains("/CN=Alice"));
  }

  @Test
  void aSubjectThatIsServedAgainStaysKnown() {
    for (int hour = 0; hour < 5; hour++) {
      callers.add("/CN=Alice");
      pass(KnownCallers.KEPT);
      assertTrue(callers.contains("/CN=Alice"));
    }
  }

  @Test
  void aSetThatIsFullBecomesTheFormerOne() {
    callers.add("/CN=Alice");
    for (int i = 1; i < KnownCallers.MOST; i++) {
      callers.add("/CN=" + i);
    }
    assertTrue(callers.contains("/CN=Alice"));
    for (int i = 0; i < KnownCallers.MOST; i++) {
      callers.add("/CN=other " + i);
    }
    assertFalse(callers.contains("/CN=Alice"));
  }
}
