package org.bora.backend.stage.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForAWhileTest {
  private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
  private static final ForAWhile<String> FULL = ForAWhile.of("full", NOON, Duration.ofSeconds(5));

  @Test
  void isBelievedFromItsBeginningToItsEnd() {
    assertEquals(Optional.of("full"), FULL.at(NOON));
    assertEquals(Optional.of("full"), FULL.at(NOON.plusMillis(4_999)));
    assertEquals(Optional.empty(), FULL.at(NOON.plusSeconds(5)));
  }

  @Test
  void isNotBelievedByAClockThatWasSetBack() {
    assertEquals(Optional.empty(), FULL.at(NOON.minusMillis(1)));
  }

  @Test
  void nothingIsKnownAtTheBeginning() {
    assertEquals(Optional.empty(), ForAWhile.nothing().at(Instant.EPOCH));
    assertEquals(Optional.empty(), ForAWhile.nothing().at(NOON));
  }
}
