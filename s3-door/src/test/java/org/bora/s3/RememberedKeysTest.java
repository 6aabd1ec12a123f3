package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bora.api.word.Caller;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Scope;
import org.junit.jupiter.api.Test;

class RememberedKeysTest {
  private static final Instant BEGIN = Instant.parse("2026-11-24T12:00:00Z");
  private static final Scope SCOPE = new Scope("KEY", "20261124", "us-east-1");

  private Instant now = BEGIN;
  private int asked;
  private Optional<Refused> refusal = Optional.empty();
  private final RememberedKeys keys = new RememberedKeys(this::answer, new SetClock(), 1000);

  private final class SetClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private SigningKeys.Known answer(Scope scope, String host) throws Refused {
    asked++;
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    return new SigningKeys.Known(
        new byte[32], new Caller("/CN=a", "/CN=ca", List.of(), host), BEGIN.plusSeconds(90));
  }

  @Test
  void aKeyIsAskedForOnceAMinuteAndKnowsWhereEachRequestComesFrom() throws Refused {
    assertEquals("192.0.2.1", keys.of(SCOPE, "192.0.2.1").caller().host());
    assertEquals("192.0.2.2", keys.of(SCOPE, "192.0.2.2").caller().host());
    now = BEGIN.plus(RememberedKeys.KEPT).minusMillis(1);
    keys.of(SCOPE, "192.0.2.1");
    assertEquals(1, asked);
    now = BEGIN.plus(RememberedKeys.KEPT);
    keys.of(SCOPE, "192.0.2.1");
    assertEquals(2, asked);
  }

  @Test
  void aKeyThatHasEndedIsNotUsedFromMemory() throws Refused {
    now = BEGIN.plusSeconds(60);
    keys.of(SCOPE, "::1");
    now = BEGIN.plusSeconds(90);
    assertThrows(Refused.class, () -> keys.of(SCOPE, "::1"));
    assertEquals(1, asked);
  }

  @Test
  void aRefusalIsRememberedForAWhileAndAFailureIsNot() {
    refusal = Optional.of(S3Error.INVALID_ACCESS_KEY_ID.because("unknown"));
    assertThrows(Refused.class, () -> keys.of(SCOPE, "::1"));
    assertThrows(Refused.class, () -> keys.of(SCOPE, "::1"));
    assertEquals(1, asked);
    now = now.plus(RememberedKeys.REFUSED);
    refusal = Optional.of(S3Error.SERVICE_UNAVAILABLE.because("no backend"));
    assertThrows(Refused.class, () -> keys.of(SCOPE, "::1"));
    assertThrows(Refused.class, () -> keys.of(SCOPE, "::1"));
    assertEquals(3, asked);
  }

  @Test
  void oneAddressHasFewQuestionsAtATimeAndOthersHaveRoom() throws Exception {
    CountDownLatch begun = new CountDownLatch(RememberedKeys.MOST_OF_ADDRESS);
    CountDownLatch go = new CountDownLatch(1);
    RememberedKeys slow =
        new RememberedKeys(
            (_, host) -> {
              begun.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return new SigningKeys.Known(
                  new byte[32], new Caller("/CN=a", "/CN=ca", List.of(), host), Instant.MAX);
            },
            Clock.systemUTC(),
            1000);
    List<Thread> waiting = new ArrayList<>();
    for (int n = 0; n < RememberedKeys.MOST_OF_ADDRESS; n++) {
      Scope scope = new Scope("KEY" + n, "20261124", "r");
      waiting.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      slow.of(scope, "192.0.2.1");
                    } catch (Refused e) {
                      throw new IllegalStateException(e);
                    }
                  }));
    }
    begun.await();
    Refused full = assertThrows(Refused.class, () -> slow.of(SCOPE, "192.0.2.1"));
    assertEquals(Optional.of("SlowDown"), full.code());
    Thread other = Thread.ofVirtual().start(() -> assertDoesNotRefuse(slow));
    go.countDown();
    other.join();
    for (Thread one : waiting) {
      one.join();
    }
    slow.of(SCOPE, "192.0.2.1");
  }

  /** All callers that wait for an answer hear of its end, of whatever kind that is. */
  @Test
  void anErrorEndsTheWaitingOfOthers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    RememberedKeys breaking =
        new RememberedKeys(
            (_, _) -> {
              begun.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              throw new StackOverflowError("in a look-up");
            },
            Clock.systemUTC(),
            1000);
    CompletableFuture<Throwable> first = new CompletableFuture<>();
    CompletableFuture<Throwable> second = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> first.complete(failure(breaking)));
    begun.await();
    Thread waiting = Thread.ofVirtual().start(() -> second.complete(failure(breaking)));
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    go.countDown();
    assertInstanceOf(StackOverflowError.class, first.get(30, TimeUnit.SECONDS));
    Refused told = assertInstanceOf(Refused.class, second.get(30, TimeUnit.SECONDS));
    assertEquals(Optional.of("ServiceUnavailable"), told.code());
  }

  /**
   * The database is slow, and one address sends requests of a key that is not known: no bound of
   * questions counts there, for all of them ask the same.
   */
  @Test
  void requestsThatWaitForOneAnswerLeaveConnectionsToOthers() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> go = new CompletableFuture<>();
    Scope remembered = new Scope("REMEMBERED", "20261124", "us-east-1");
    RememberedKeys slow =
        new RememberedKeys(
            (scope, host) -> {
              if (!scope.equals(remembered)) {
                begun.countDown();
                go.join();
              }
              return answer(scope, host);
            },
            new SetClock(),
            16);
    slow.of(remembered, "192.0.2.9");
    List<Thread> waiting = new ArrayList<>();
    waiting.add(Thread.ofVirtual().start(() -> assertServes(slow, "192.0.2.1")));
    begun.await();
    for (String address : List.of("192.0.2.1", "192.0.2.1", "192.0.2.2")) {
      waiting.add(Thread.ofVirtual().start(() -> assertServes(slow, address)));
    }
    for (Thread one : waiting) {
      while (one.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    Refused full = assertThrows(Refused.class, () -> slow.of(SCOPE, "192.0.2.1"));
    assertEquals(Optional.of("SlowDown"), full.code());
    slow.of(remembered, "192.0.2.1");
    go.complete(null);
    for (Thread one : waiting) {
      one.join();
    }
    assertEquals(2, asked, "the waiting ones ask nothing");
    slow.of(SCOPE, "192.0.2.1");
  }

  private static Throwable failure(RememberedKeys keys) {
    return assertThrows(Throwable.class, () -> keys.of(SCOPE, "192.0.2.1"));
  }

  @Test
  void keysThatAClientMakesUpPushOutNoneThatIsKnown() throws Refused {
    keys.of(SCOPE, "192.0.2.1");
    refusal = Optional.of(S3Error.INVALID_ACCESS_KEY_ID.because("unknown"));
    for (int n = 0; n < 10_001; n++) {
      Scope madeUp = new Scope("MADEUP" + n, "20261124", "us-east-1");
      assertThrows(Refused.class, () -> keys.of(madeUp, "192.0.2.2"));
    }
    int before = asked;
    keys.of(SCOPE, "192.0.2.1");
    assertEquals(before, asked, "it is remembered");
    Scope last = new Scope("MADEUP10000", "20261124", "us-east-1");
    assertThrows(Refused.class, () -> keys.of(last, "192.0.2.2"));
    assertEquals(before, asked, "the last refusals are remembered too");
  }

  /** The name of a key is in each presigned URL. */
  @Test
  void regionsThatAClientMakesUpForOneKeyPushOutNoOtherKey() throws Refused {
    keys.of(SCOPE, "192.0.2.1");
    for (int n = 0; n < 10_001; n++) {
      keys.of(new Scope("OTHER", "20261124", "region-" + n), "192.0.2.2");
    }
    int before = asked;
    keys.of(SCOPE, "192.0.2.1");
    assertEquals(before, asked);
  }

  /** Of URLs that were presigned on any day that counts, by tools with several regions. */
  @Test
  void eachDateOfThreeRegionsIsRememberedAndNoMoreThanTheBound() throws Refused {
    for (int round = 0; round < 2; round++) {
      for (int n = 0; n < 30; n++) {
        keys.of(new Scope("KEY", "202611" + (16 + n % 10), "region-" + n / 10), "192.0.2.1");
      }
    }
    assertEquals(30, asked);
    for (int n = 0; n < RememberedKeys.MOST_SCOPES; n++) {
      keys.of(new Scope("KEY", "20261124", "other-" + n), "192.0.2.1");
    }
    int before = asked;
    keys.of(new Scope("KEY", "20261116", "region-0"), "192.0.2.1");
    assertEquals(before + 1, asked, "the oldest have left");
  }

  /** Each owner may have few keys at a time, but make and remove them all day. */
  @Test
  void allKeysTogetherHaveABoundAndWhatIsOverLeaves() throws Refused {
    for (int n = 0; n < RememberedKeys.MOST_ANSWERS + 1000; n++) {
      keys.of(new Scope("KEY" + n / RememberedKeys.MOST_SCOPES, "20261124", "r" + n), "::1");
    }
    assertEquals(RememberedKeys.MOST_ANSWERS, keys.size());
    now = BEGIN.plus(RememberedKeys.KEPT);
    keys.of(SCOPE, "::1");
    assertEquals(1, keys.size());
  }

  private static void assertDoesNotRefuse(RememberedKeys keys) {
    assertServes(keys, "192.0.2.2");
  }

  private static void assertServes(RememberedKeys keys, String host) {
    try {
      keys.of(SCOPE, host);
    } catch (Refused e) {
      throw new IllegalStateException(e);
    }
  }
}
