package org.bora.simulation.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** The same seed gives the same run, whatever its threads wait for. */
class ReplayTest {

  /** The trace of {@link #play} with seed 1, with and without the C2 compiler. */
  private static final String TRACE_OF_ONE = "d13850326c3995be";

  /** Five threads in three processes, with every kind of wait. */
  private static final class Play {
    final Scheduler scheduler;
    final ReentrantLock lock = new ReentrantLock();
    final Condition free = lock.newCondition();
    final Object monitor = new Object();
    final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    int done;

    Play(long seed) {
      scheduler = new Scheduler(Choices.seeded(seed), Instant.EPOCH);
    }

    void run() {
      for (int i = 0; i < 4; i++) {
        String process = "p" + i % 2;
        scheduler.start(process, "works", this::work);
      }
      scheduler.start("p2", "takes", this::take);
      var _ =
          scheduler
              .timer("p0")
              .scheduleAtFixedRate(() -> queue.add("tick"), 1, 1, TimeUnit.SECONDS);
      scheduler.sleep(Duration.ofSeconds(5));
      scheduler.freeze("p1", Duration.ofSeconds(5));
      scheduler.sleep(Duration.ofSeconds(30));
      scheduler.note("done " + done);
    }

    private void work() {
      for (int i = 0; i < 10; i++) {
        lock.lock();
        try {
          scheduler.point("has the lock");
          free.signal();
        } finally {
          lock.unlock();
        }
        synchronized (monitor) {
          scheduler.point("has the monitor");
          monitor.notifyAll();
        }
        queue.add("work " + i);
        scheduler.sleep(Duration.ofMillis(700));
        done++;
      }
    }

    private void take() {
      try {
        while (true) {
          scheduler.note(queue.take());
          synchronized (monitor) {
            monitor.wait();
          }
          lock.lock();
          try {
            free.await();
          } finally {
            lock.unlock();
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static String play(long seed) {
    Play play = new Play(seed);
    play.scheduler.run(play::run);
    return play.scheduler.trace();
  }

  @Test
  void aSeedLeadsToOneTraceInAThousandRuns() {
    for (int i = 0; i < 1_000; i++) {
      assertEquals(TRACE_OF_ONE, play(1), "run " + i);
    }
  }

  @Test
  void otherSeedsLeadToOtherRunsAndEachToItsOwnAgain() {
    Set<String> traces = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      String trace = play(seed);
      assertEquals(trace, play(seed), "seed " + seed);
      traces.add(trace);
    }
    assertTrue(traces.size() > 190, traces.size() + " of 200");
  }

  /** Two threads add one each; returns the sum. */
  private static int added(long seed) {
    Scheduler scheduler = new Scheduler(Choices.seeded(seed), Instant.EPOCH);
    int[] sum = new int[1];
    scheduler.run(
        () -> {
          for (int i = 0; i < 2; i++) {
            scheduler.start(
                "one",
                "adds",
                () -> {
                  int seen = sum[0];
                  scheduler.point("read");
                  sum[0] = seen + 1;
                });
          }
          scheduler.sleep(Duration.ofSeconds(1));
        });
    return sum[0];
  }

  @Test
  void someSeedsLoseAnUpdateAndOthersDoNot() {
    Set<Integer> sums = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      int sum = added(seed);
      assertEquals(sum, added(seed), "seed " + seed);
      sums.add(sum);
    }
    assertEquals(Set.of(1, 2), sums);
  }
}
