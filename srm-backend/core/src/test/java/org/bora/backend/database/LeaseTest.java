package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private long now = Long.MAX_VALUE - 5; // nanoTime may overflow
  private final Lease lease = new Lease(new UUID(0, 1), () -> now, Duration.ofNanos(10), now);

  @Test
  void itHoldsUntilItsTimeIsOver() {
    now += 9;
    assertTrue(lease.holds());
    now++;
    assertFalse(lease.holds());
  }

  @Test
  void itsTimeBeginsWhenTheRenewalWasAskedForAndNotWhenItWasAnswered() {
    long asked = now + 4;
    now += 8;
    lease.renewed(asked);
    now += 5;
    assertTrue(lease.holds(), "renewed in time");
    now++;
    assertFalse(lease.holds(), "ten after it was asked for");
  }

  @Test
  void anAnswerThatComesTooLateRenewsNothing() {
    long asked = now;
    now += 10;
    lease.renewed(asked);
    assertFalse(lease.holds());
  }

  @Test
  void whereTheStayWasNotGivenUpItHoldsAgainWhenItIsRenewed() {
    now += 10;
    lease.renewed(now);
    assertTrue(lease.holds(), "no session was ended meanwhile");
  }

  @Test
  void onceLostItStaysLost() {
    lease.lose();
    assertFalse(lease.holds());
    lease.renewed(now);
    assertFalse(lease.holds());
    assertTrue(lease.isLost());
  }

  @Test
  void whereSessionsAreNotEndedItAlwaysHolds() {
    assertTrue(Lease.endless().holds());
    assertFalse(Lease.none().holds());
  }
}
