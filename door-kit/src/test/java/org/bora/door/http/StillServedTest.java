package org.bora.door.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StillServedTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean banned = new AtomicBoolean();
  private final AtomicInteger asked = new AtomicInteger();
  private final StillServed served =
      new StillServed(
          () -> {
            asked.incrementAndGet();
            return banned.get();
          },
          nanos::get);

  @Test
  void aCallerWhoIsBannedMeanwhileIsRefusedAtTheNextLook() {
    banned.set(true);
    nanos.set(StillServed.EVERY.toNanos() - 1);
    assertDoesNotThrow(served::check, "not asked for every part");
    assertEquals(0, asked.get());

    nanos.set(StillServed.EVERY.toNanos());
    assertEquals(403, assertThrows(Refused.class, served::check).status());
  }

  @Test
  void anyOtherGoesOn() {
    for (int i = 1; i <= 3; i++) {
      nanos.addAndGet(StillServed.EVERY.toNanos());
      assertDoesNotThrow(served::check);
      assertDoesNotThrow(served::check, "at the same moment");
      assertEquals(i, asked.get());
    }
  }
}
