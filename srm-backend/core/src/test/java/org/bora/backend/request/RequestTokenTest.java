package org.bora.backend.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestTokenTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void aTokenIsAUuidOfVersionSevenThatCarriesItsTime() {
    RequestToken token = RequestToken.create(NOW, new SecureRandom());
    assertEquals(7, token.id().version());
    assertEquals(2, token.id().variant());
    assertEquals(NOW.toEpochMilli(), token.id().getMostSignificantBits() >>> 16);
  }

  @Test
  void laterTokensSortAfterEarlierOnes() {
    SecureRandom random = new SecureRandom();
    String earlier = RequestToken.create(NOW, random).toString();
    String later = RequestToken.create(NOW.plusMillis(1), random).toString();
    assertTrue(earlier.compareTo(later) < 0);
  }

  @Test
  void aTokenIsReadBackFromItsTextAndItsBytes() {
    RequestToken token = RequestToken.create(NOW, new SecureRandom());
    assertEquals(Optional.of(token), RequestToken.parse(token.toString()));
    assertEquals(token, RequestToken.ofBytes(token.bytes()));
  }

  @Test
  void otherTextIsNoToken() {
    for (String text : new String[] {"", "1-1-1-1-1", "nonsense", "x".repeat(36)}) {
      assertEquals(Optional.empty(), RequestToken.parse(text), text);
    }
  }
}
