package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalLong;
import org.bora.door.admit.TransferSettings;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class StreamsTest {
  private final Streams streams =
      new Streams(new TransferSettings(10, 5, 20, OptionalLong.empty()));

  @Test
  void aCopyGetsAsManyAsItWantsWithinWhatIsAllowed() throws Exception {
    try (Streams.Taken none = streams.take("a", 0)) {
      assertEquals(1, none.count());
    }
    try (Streams.Taken few = streams.take("a", 4)) {
      assertEquals(4, few.count());
    }
    Streams wide = new Streams(new TransferSettings(10, 5, 1000, OptionalLong.empty()));
    try (Streams.Taken many = wide.take("a", 1000)) {
      assertEquals(64, many.count());
    }
  }

  @Test
  void oneCallerHasHalfAndIsToldThatOthersHaveRoom() throws Exception {
    try (Streams.Taken mine = streams.take("a", 64)) {
      assertEquals(10, mine.count());
      assertEquals(429, assertThrows(Refused.class, () -> streams.take("a", 1)).status());
      try (Streams.Taken other = streams.take("b", 64)) {
        assertEquals(10, other.count());
        assertEquals(503, assertThrows(Refused.class, () -> streams.take("c", 1)).status());
      }
      assertEquals(10, streams.inUse());
    }
    assertEquals(0, streams.inUse());
  }

  @Test
  void givingBackTwiceIsGivingBackOnce() throws Exception {
    Streams.Taken one = streams.take("a", 3);
    try (Streams.Taken _ = streams.take("a", 3)) {
      one.close();
      one.close();
      assertEquals(3, streams.inUse());
    }
  }

  @Test
  void anotherBoundCountsAtOnceAndTakesNothingAway() throws Exception {
    try (Streams.Taken mine = streams.take("a", 8)) {
      streams.change(new TransferSettings(10, 5, 4, OptionalLong.empty()));
      assertEquals(8, mine.count());
      assertEquals(503, assertThrows(Refused.class, () -> streams.take("b", 1)).status());
    }
    try (Streams.Taken some = streams.take("b", 8)) {
      assertEquals(2, some.count());
    }
  }
}
