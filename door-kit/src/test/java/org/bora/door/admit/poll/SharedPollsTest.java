package org.bora.door.admit.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedPollsTest {
  private static final Caller ALICE = new Caller("/CN=Alice", "/CN=CA", List.of(), "h1");
  private static final Poll POLL = new Poll("statusOfPut", ALICE, "token");

  private final SharedPolls polls = new SharedPolls(Clock.systemUTC());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger asked = new AtomicInteger();

  /** What the backend would say; every question takes a permit before it is answered. */
  private final AtomicInteger state = new AtomicInteger();

  private final Semaphore answers = new Semaphore(0);

  @AfterEach
  void nothingIsLeft() {
    threads.close();
    assertEquals(0, polls.lanes());
  }

  @Test
  void aStormIsAnsweredByTwoQuestions() throws Exception {
    List<Future<Integer>> storm = new ArrayList<>();
    storm.add(ask(POLL));
    awaitAsked(1);
    for (int i = 1; i < 200; i++) {
      storm.add(ask(POLL));
    }
    awaitShared(198);
    answers.release(2);

    for (Future<Integer> one : storm) {
      assertEquals(0, one.get(10, TimeUnit.SECONDS));
    }
    assertEquals(2, asked.get());
    assertEquals(198, polls.shared());
  }

  @Test
  void nobodyReadsWhatWasTrueBeforeHeAsked() throws Exception {
    Future<Integer> early = ask(POLL);
    awaitAsked(1);
    state.set(1);
    Future<Integer> late = ask(POLL);
    answers.release(2);

    assertEquals(0, early.get(10, TimeUnit.SECONDS), "looked before the change");
    assertEquals(1, late.get(10, TimeUnit.SECONDS), "asked after it");
  }

  @Test
  void whoComesWhileTheQuestionStillWaitsForItsTurnJoinsIt() throws Exception {
    Semaphore turn = new Semaphore(0);
    Future<Integer> first =
        threads.submit(
            () ->
                polls.answer(
                    POLL,
                    call(60),
                    departs -> {
                      turn.acquireUninterruptibly();
                      departs.run();
                      return asked.incrementAndGet();
                    }));
    while (polls.lanes() == 0) {
      Thread.onSpinWait();
    }
    Future<Integer> second = ask(POLL);
    awaitShared(1);
    turn.release();

    assertEquals(1, first.get(10, TimeUnit.SECONDS));
    assertEquals(1, second.get(10, TimeUnit.SECONDS));
  }

  @Test
  void differentQuestionsAndCallersDoNotShare() throws Exception {
    Caller elsewhere = new Caller("/CN=Alice", "/CN=CA", List.of(), "h2");
    Caller bob = new Caller("/CN=Bob", "/CN=CA", List.of(), "h1");
    List<Future<Integer>> all =
        List.of(
            ask(POLL),
            ask(new Poll("statusOfPut", ALICE, "other")),
            ask(new Poll("statusOfGet", ALICE, "token")),
            ask(new Poll("statusOfPut", elsewhere, "token")),
            ask(new Poll("statusOfPut", bob, "token")));
    awaitAsked(5);
    answers.release(5);
    for (Future<Integer> one : all) {
      one.get(10, TimeUnit.SECONDS);
    }
    assertEquals(0, polls.shared());
  }

  @Test
  void aFailureIsSharedAndForgotten() throws Exception {
    Future<Integer> first = ask(POLL);
    awaitAsked(1);
    state.set(-1);
    List<Future<Integer>> others = List.of(ask(POLL), ask(POLL));
    awaitShared(1);
    answers.release(2);

    assertEquals(0, first.get(10, TimeUnit.SECONDS));
    for (Future<Integer> one : others) {
      Throwable failure =
          assertThrows(Exception.class, () -> one.get(10, TimeUnit.SECONDS)).getCause();
      assertEquals("broken", failure.getMessage());
    }
    state.set(5);
    answers.release();
    assertEquals(5, ask(POLL).get(10, TimeUnit.SECONDS));
  }

  @Test
  void nobodyWaitsLongerThanHisOwnTime() throws Exception {
    Future<Integer> first = ask(POLL);
    awaitAsked(1);
    BackendFailure late =
        assertThrows(BackendFailure.class, () -> polls.answer(POLL, call(0.02), departs -> 7));
    assertEquals(BackendFailure.Kind.TIMED_OUT, late.kind());
    answers.release();
    assertEquals(0, first.get(10, TimeUnit.SECONDS));
  }

  private Future<Integer> ask(Poll poll) {
    return threads.submit(() -> polls.answer(poll, call(60), this::backend));
  }

  private Integer backend(Runnable departs) {
    departs.run();
    int seen = state.get();
    asked.incrementAndGet();
    answers.acquireUninterruptibly();
    if (seen < 0) {
      throw new IllegalStateException("broken");
    }
    return seen;
  }

  private void awaitAsked(int count) {
    await(() -> asked.get() >= count);
  }

  private void awaitShared(int count) {
    await(() -> polls.shared() >= count);
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "it takes too long");
      Thread.onSpinWait();
    }
  }

  private static Call call(double seconds) {
    return new Call(ALICE, Instant.now().plusMillis((long) (seconds * 1000)), "t");
  }
}
