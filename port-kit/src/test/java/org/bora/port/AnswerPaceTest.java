package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AnswerPaceTest {

  private static final Duration FIRST = Duration.ofSeconds(30);
  private static final int RATE = AnswerPace.LEAST_BYTES_PER_SECOND;

  private final AnswerPace pace = new AnswerPace(FIRST);

  @Test
  void anAnswerHasTheFirstTimeAndWhatItsBytesComeTo() {
    assertEquals(Duration.ofSeconds(40).toNanos(), pace.allow(10L * RATE));
  }

  @Test
  void aClientAtTheLeastRateKeepsItsTimeHoweverManyWritesThereAre() {
    for (int i = 0; i < 1000; i++) {
      assertTrue(pace.allow(RATE) >= FIRST.toNanos());
      pace.waited(Duration.ofSeconds(1).toNanos());
    }
  }

  @Test
  void aFasterClientSavesNothingForLater() {
    for (int i = 0; i < 1000; i++) {
      pace.allow(10L * RATE);
      pace.waited(1);
    }
    assertEquals(FIRST.plusSeconds(1).toNanos(), pace.allow(RATE));
  }

  @Test
  void aSlowerClientUsesItsTimeUpOverAllWritesTogether() {
    int writes = 0;
    while (pace.allow(RATE) > Duration.ofSeconds(2).toNanos()) {
      pace.waited(Duration.ofSeconds(2).toNanos());
      writes++;
    }
    assertEquals(29, writes, "each costs it a second more than it brings");
  }
}
