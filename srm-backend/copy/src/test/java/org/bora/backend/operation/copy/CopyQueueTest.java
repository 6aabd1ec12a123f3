package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.bora.api.copy.CopyRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Surl;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.Borrowed;
import org.junit.jupiter.api.Test;

class CopyQueueTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private final Random random = new Random(1);

  /** What would run on threads; a test runs it when it wants a copy to end. */
  private final Deque<Runnable> running = new ArrayDeque<>();

  private final List<String> begun = new ArrayList<>();
  private final Set<String> notYet = new HashSet<>();
  private final CopyQueue queue =
      new CopyQueue(
          new CopyLimits.FileLimits(3, 2, 4),
          running::add,
          job -> {
            String source = job.row().source().text();
            begun.add(source);
            return !notYet.remove(source);
          });

  @Test
  void noMoreRunThanMay() {
    queue.add(jobs("alice", "a1", "a2", "a3"));
    assertEquals(2, running.size(), "two of one caller");
    queue.add(jobs("bob", "b1", "b2"));
    assertEquals(3, running.size(), "three of all");
  }

  @Test
  void aCallerHasPlacesForSoManyFilesAndGetsThemBackWhenTheyEnd() {
    assertEquals(3, queue.book("alice", 3));
    assertEquals(1, queue.book("alice", 2), "one is left");
    assertEquals(0, queue.book("alice", 1));
    assertEquals(4, queue.book("bob", 5), "each caller has as many");
    queue.giveBack("alice", 1);
    queue.add(jobs("alice", "a1", "a2", "a3"));
    assertEquals(1, queue.book("alice", 4));
    queue.giveBack("alice", 1);
    while (!running.isEmpty()) {
      running.remove().run();
    }
    assertEquals(4, queue.book("alice", 4), "all have ended");
  }

  @Test
  void callersTakeTurns() {
    queue.add(jobs("alice", "a1", "a2", "a3", "a4"));
    queue.add(jobs("bob", "b1", "b2"));
    while (!running.isEmpty()) {
      running.remove().run();
    }
    assertEquals(List.of("a1", "a2", "b1", "a3", "b2", "a4"), begun);
    assertTrue(queue.jobs().isEmpty());
  }

  @Test
  void whatIsSuspendedIsPassedOver() {
    List<CopyJob> jobs = jobs("alice", "a1", "a2");
    jobs.getFirst().suspend(true);
    queue.add(jobs);
    running.remove().run();
    assertEquals(List.of("a2"), begun);
    jobs.getFirst().suspend(false);
    queue.dispatch();
    running.remove().run();
    assertEquals(List.of("a2", "a1"), begun);
  }

  @Test
  void whatIsNotToBeDoneYetComesBackFirst() {
    notYet.add("a1");
    queue.add(jobs("alice", "a1"));
    running.remove().run();
    assertEquals(1, queue.jobs().size());
    running.remove().run();
    assertEquals(List.of("a1", "a1"), begun);
    assertTrue(queue.jobs().isEmpty());
  }

  @Test
  void whatWaitsCanBeTakenOutAndWhatRunsCannot() {
    List<CopyJob> jobs = jobs("alice", "a1", "a2", "a3");
    queue.add(jobs);
    assertFalse(queue.remove(jobs.get(0)));
    assertTrue(queue.remove(jobs.get(2)));
    assertFalse(queue.remove(jobs.get(2)));
    assertEquals(2, queue.jobs().size());
  }

  @Test
  void theCredentialIsForgottenWithTheLastFile() {
    List<CopyJob> jobs = jobs("alice", "a1", "a2");
    queue.add(jobs);
    running.remove().run();
    assertTrue(jobs.getLast().credential().isPresent());
    running.remove().run();
    assertTrue(jobs.getLast().credential().isEmpty());
    assertTrue(jobs.getLast().request().credential().isEmpty(), "nor is it in the request");
  }

  private List<CopyJob> jobs(String dn, String... sources) {
    RequestToken token = RequestToken.create(NOW, random);
    Caller caller = new Caller(dn, "/CN=CA", List.of(), "127.0.0.1");
    RequestHead head =
        new RequestHead(
            token,
            RequestKind.COPY,
            RequestOwner.alone(caller),
            "",
            NOW,
            NOW.plus(Duration.ofHours(1)),
            NOW.plus(Duration.ofHours(1)),
            false);
    CopyRequest request =
        new CopyRequest(
            List.of(),
            "",
            OverwriteMode.NEVER,
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Borrowed.until(NOW.plus(Duration.ofDays(1)))));
    CopyJob.Shared shared =
        new CopyJob.Shared(head, new Call(caller, NOW, "trace"), request, sources.length);
    List<CopyJob> jobs = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      jobs.add(
          new CopyJob(shared, CopyRow.queued(token, i, new Surl(sources[i]), new Surl("target"))));
    }
    return jobs;
  }
}
