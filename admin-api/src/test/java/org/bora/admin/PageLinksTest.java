package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageLinksTest {
  private static final String ONE = "a".repeat(64);
  private static final String OTHER = "b".repeat(64);

  private Instant now = Instant.EPOCH;
  private final PageLinks links = new PageLinks(() -> now);

  private boolean admits(String secret, String key) {
    return links.admits(secret, Optional.of(key));
  }

  private boolean knows(String secret) {
    return links.admits(secret, Optional.empty());
  }

  @Test
  void aLinkCountsForTheFirstBrowserOnly() {
    String key = links.make();
    assertFalse(knows(ONE));
    assertTrue(admits(ONE, key));
    assertTrue(admits(ONE, key), "the first answer may have been lost");
    assertTrue(knows(ONE));
    assertFalse(admits(OTHER, key));
    assertFalse(knows(OTHER));
  }

  @Test
  void nobodyIsAdmittedByAGuess() {
    String key = links.make();
    assertFalse(admits(ONE, key + "A"));
    assertFalse(admits(ONE, ""));
    assertFalse(admits("a".repeat(63), key), "a secret has 32 bytes");
    assertFalse(admits("", key));
  }

  @Test
  void aLinkIsOpenedWithinTenMinutes() {
    String late = links.make();
    now = now.plus(PageLinks.TO_OPEN);
    assertFalse(admits(ONE, late));

    String inTime = links.make();
    now = now.plus(PageLinks.TO_OPEN).minusMillis(1);
    assertTrue(admits(ONE, inTime));
  }

  @Test
  void aBrowserIsForgottenWhenItAsksNoMore() {
    assertTrue(admits(ONE, links.make()));
    now = now.plus(PageLinks.IDLE).minusMillis(1);
    assertTrue(knows(ONE));
    now = now.plus(PageLinks.IDLE);
    assertFalse(knows(ONE));
  }

  @Test
  void aBrowserThatGoesOnAskingHasTwelveHours() {
    assertTrue(admits(ONE, links.make()));
    Duration step = Duration.ofMinutes(30);
    for (Instant end = now.plus(PageLinks.LONGEST); now.plus(step).isBefore(end); ) {
      now = now.plus(step);
      assertTrue(knows(ONE));
    }
    now = now.plus(step);
    assertFalse(knows(ONE));
  }

  /** The link has been opened: it does not open again when its browser is forgotten. */
  @Test
  void aLinkOfAForgottenBrowserIsOver() {
    String key = links.make();
    assertTrue(admits(ONE, key));
    for (int i = 0; i < PageLinks.MOST; i++) {
      now = now.plusMillis(1);
      assertTrue(admits("%064d".formatted(i), links.make()));
    }
    assertFalse(admits(ONE, key));
  }

  @Test
  void theOldestOfTooManyLinksMakesRoom() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i <= PageLinks.MOST; i++) {
      now = now.plusMillis(1);
      keys.add(links.make());
    }
    assertFalse(admits(ONE, keys.getFirst()));
    assertTrue(admits(ONE, keys.get(1)));
  }

  @Test
  void nobodyNeedsThePortWhenLinksAndBrowsersAreOver() {
    assertTrue(links.isUnused());
    String key = links.make();
    assertFalse(links.isUnused());
    assertTrue(admits(ONE, key));
    assertFalse(links.isUnused());
    now = now.plus(PageLinks.IDLE);
    assertTrue(links.isUnused());
  }
}
