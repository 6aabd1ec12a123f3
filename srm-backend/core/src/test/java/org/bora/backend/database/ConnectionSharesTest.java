package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bora.api.BackendFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionSharesTest {
  private final ConnectionShares shares = new ConnectionShares(32);
  private final ConnectionShares.Share one = shares.share(() -> false);

  private static int fill(ConnectionShares.Share share) {
    int taken = 0;
    while (share.tryTake()) {
      taken++;
    }
    return taken;
  }

  @Test
  void eachThatHangsLeavesHalfOfTheRestAndOneConnectionStays() {
    int[] taken = IntStream.range(0, 7).map(i -> fill(shares.share(() -> false))).toArray();
    assertEquals("[16, 8, 4, 2, 1, 0, 0]", java.util.Arrays.toString(taken));
  }

  @Test
  void aLoneConnectionIsForWhoComesFirst() {
    ConnectionShares few = new ConnectionShares(1);
    ConnectionShares.Share first = few.share(() -> false);
    ConnectionShares.Share second = few.share(() -> false);
    assertTrue(first.tryTake());
    assertFalse(second.tryTake());
    first.giveBack();
    assertTrue(second.tryTake());
  }

  @Test
  void whatIsGivenBackIsForWhoWaits() throws Exception {
    fill(one);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(() -> one.take(Duration.ofMinutes(1)));
    assertFalse(waiting.isDone());
    one.giveBack();
    waiting.get(30, TimeUnit.SECONDS);
    assertEquals(16, one.kept());
  }

  @Test
  void nobodyWaitsForWhatIsSilentOrBeyondItsPatience() {
    ConnectionShares.Share silent = shares.share(() -> true);
    fill(silent);
    for (BackendFailure failure :
        new BackendFailure[] {
          assertThrows(BackendFailure.class, () -> silent.take(Duration.ofHours(1))),
          assertThrows(
              BackendFailure.class,
              () -> {
                fill(one);
                one.take(Duration.ZERO);
              })
        }) {
      assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
    }
  }
}
