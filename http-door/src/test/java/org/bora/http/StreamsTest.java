package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.door.admit.TransferSettings;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class StreamsTest {
  private final CopyTally tally = new CopyTally();
  private final Streams streams = with(20, 20);

  private Streams with(int all, int ofVo) {
    return new Streams(settings(all, ofVo), tally);
  }

  private static TransferSettings settings(int all, int ofVo) {
    return new TransferSettings(10, 5, all, ofVo, OptionalLong.empty());
  }

  private static Caller caller(String name, String... fqans) {
    List<Fqan> attributes = List.of(fqans).stream().map(Fqan::parse).toList();
    return new Caller(name, "/CN=CA", attributes, "::1");
  }

  private static Refused refusal(Streams streams, Caller caller) {
    return assertThrows(Refused.class, () -> streams.take(caller, 1));
  }

  @Test
  void aCopyGetsAsManyAsItWantsWithinWhatIsAllowed() throws Exception {
    try (Streams.Taken none = streams.take(caller("a"), 0)) {
      assertEquals(1, none.count());
    }
    try (Streams.Taken few = streams.take(caller("a"), 4)) {
      assertEquals(4, few.count());
    }
    try (Streams.Taken many = with(1000, 1000).take(caller("a"), 1000)) {
      assertEquals(64, many.count());
    }
  }

  @Test
  void oneCallerHasHalfAndIsToldThatOthersHaveRoom() throws Exception {
    try (Streams.Taken mine = streams.take(caller("a"), 64)) {
      assertEquals(10, mine.count());
      assertEquals(429, refusal(streams, caller("a", "/cms")).status(), "also in another VO");
      try (Streams.Taken other = streams.take(caller("b"), 64)) {
        assertEquals(10, other.count());
        assertEquals(503, refusal(streams, caller("c")).status());
        assertEquals(503, refusal(streams, caller("a")).status(), "others have no room either");
      }
      assertEquals(10, streams.inUse());
    }
    assertEquals(0, streams.inUse());
    assertEquals(Map.of("total", 2L, "caller", 1L, "vo", 0L), tally.refused());
  }

  @Test
  void theCallersOfAVoShareWhatOneVoMayHave() throws Exception {
    Streams shared = with(20, 12);
    try (Streams.Taken first = shared.take(caller("a", "/atlas", "/cms"), 9)) {
      Streams.Taken second = shared.take(caller("b", "/atlas/prod/Role=production"), 9);
      assertEquals(9, first.count());
      assertEquals(3, second.count(), "those that are left run with fewer");

      Refused refused = refusal(shared, caller("c", "/atlas"));
      assertEquals(429, refused.status());
      assertEquals(Duration.ofSeconds(30), refused.retryIn());
      assertEquals(
          "third-party copies of VO atlas use all 12 streams that one VO may have here"
              + " (admission.transfers.streams-per-vo); wait until one of them has ended, or ask"
              + " the site for a larger share, retry in 30 s",
          refused.getMessage());
      try (Streams.Taken other = shared.take(caller("c", "/cms", "/atlas"), 9)) {
        assertEquals(8, other.count(), "another VO gets what is left of all");
      }
      second.close();
      try (Streams.Taken again = shared.take(caller("c", "/atlas"), 9)) {
        assertEquals(3, again.count());
      }
    }
    assertEquals(Map.of("total", 0L, "caller", 0L, "vo", 1L), tally.refused());
    assertEquals(0, shared.inUse());
  }

  @Test
  void callersWithoutAVoShareAnAccount() throws Exception {
    Streams shared = with(20, 6);
    try (Streams.Taken first = shared.take(caller("a"), 6)) {
      assertEquals(6, first.count());
      Refused refused = refusal(shared, caller("b"));
      assertEquals(429, refused.status());
      assertTrue(
          refused.getMessage().startsWith("third-party copies of callers without a VO use all 6"),
          refused::getMessage);
      try (Streams.Taken other = shared.take(caller("b", "/atlas"), 1)) {
        assertEquals(1, other.count());
      }
    }
  }

  @Test
  void givingBackTwiceIsGivingBackOnce() throws Exception {
    Streams.Taken one = streams.take(caller("a", "/atlas"), 3);
    try (Streams.Taken _ = streams.take(caller("a", "/atlas"), 3)) {
      one.close();
      one.close();
      assertEquals(3, streams.inUse());
      try (Streams.Taken rest = streams.take(caller("a", "/atlas"), 64)) {
        assertEquals(7, rest.count());
      }
    }
  }

  @Test
  void anotherBoundCountsAtOnceAndTakesNothingAway() throws Exception {
    try (Streams.Taken mine = streams.take(caller("a"), 8)) {
      streams.change(settings(4, 4));
      assertEquals(8, mine.count());
      assertEquals(503, refusal(streams, caller("b")).status());
      streams.change(settings(20, 8));
      assertEquals(429, refusal(streams, caller("b")).status());
    }
    try (Streams.Taken some = streams.take(caller("b"), 9)) {
      assertEquals(8, some.count());
    }
  }
}
