package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.InTurn;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.Turn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Polls of this API go together as those of SRM do. */
class SharedStatusTest {
  private static final String ID = "0190c0de-0000-7000-8000-000000000001";
  private static final int POLLS = 200;

  private final SharedPolls polls = new SharedPolls(Clock.systemUTC());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger asked = new AtomicInteger();
  private final Semaphore answers = new Semaphore(0);

  @AfterEach
  void end() {
    threads.close();
  }

  /** A place for every call. */
  private static final class Place implements Turn.Held {
    @Override
    public void failed(boolean late) {}

    @Override
    public void close() {}
  }

  /** Answers when it is let, and counts how often it is asked. */
  private final class Slow implements Backend {
    @Override
    @SuppressWarnings("unchecked")
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      asked.incrementAndGet();
      answers.acquireUninterruptibly();
      GetFileStatus file =
          new GetFileStatus(
              new SentPath("/vo/a").surl("host"),
              ReturnStatus.of(SrmStatus.REQUEST_QUEUED, ""),
              OptionalLong.of(1),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Optional.empty());
      return (R)
          new GetReply(
              ReturnStatus.of(SrmStatus.REQUEST_QUEUED, ""),
              Optional.of(ID),
              List.of(file),
              OptionalInt.empty(),
              OptionalInt.empty());
    }
  }

  private Future<List<StageTarget>> poll(String host) {
    Caller caller = new Caller("/CN=fts", "/CN=CA", List.of(), host);
    Backend inTurn = new InTurn(new Slow(), (_, _) -> new Place(), polls);
    // each call has a trace and a deadline of its own
    Stages stages =
        new Stages(
            inTurn,
            () -> new Call(caller, Instant.now().plusSeconds(60), "t" + asked.get()),
            "host");
    return threads.submit(() -> stages.told(stages.reply(ID)));
  }

  @Test
  void callersWhoPollARequestShareTheLookAtIt() throws Exception {
    List<Future<List<StageTarget>>> all = new ArrayList<>(List.of(poll("h1")));
    await(() -> asked.get() == 1);
    for (int i = 1; i < POLLS; i++) {
      all.add(poll("h1"));
    }
    await(() -> polls.shared() == POLLS - 2);
    answers.release(2);
    for (Future<List<StageTarget>> one : all) {
      assertEquals(
          List.of(StageTarget.State.SUBMITTED),
          one.get(10, TimeUnit.SECONDS).stream().map(StageTarget::state).toList());
    }
    assertEquals(2, asked.get());
  }

  @Test
  void aCallerFromElsewhereIsAnotherOne() throws Exception {
    List<Future<List<StageTarget>>> all = List.of(poll("h1"), poll("h2"));
    await(() -> asked.get() == 2);
    answers.release(2);
    for (Future<List<StageTarget>> one : all) {
      one.get(10, TimeUnit.SECONDS);
    }
    assertEquals(0, polls.shared());
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "it takes too long");
      Thread.onSpinWait();
    }
  }
}
