package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthWatchTest {
  private static final Duration NEVER_BY_ITSELF = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(10);

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** Never fires: looks are those of the test alone. */
  private final ScheduledExecutorService still = new ScheduledThreadPoolExecutor(1, task -> null);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ServedHealth health = new ServedHealth(new CallGate());
  private final AtomicReference<Optional<String>> database =
      new AtomicReference<>(Optional.empty());

  @AfterEach
  void stop() {
    timer.shutdownNow();
    still.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void oneBadLookIsNothingAndTwoInARowAre() {
    try (HealthWatch watch = watch(NEVER_BY_ITSELF, database::get)) {
      database.set(Optional.of("gone"));
      watch.look();
      assertTrue(health.isServing());
      database.set(Optional.empty());
      watch.look();
      database.set(Optional.of("gone"));
      watch.look();
      assertTrue(health.isServing(), "they were not in a row");
      watch.look();
      assertFalse(health.isServing());
    }
  }

  @Test
  void theLookBeforeTheFirstCallCountsByItself() {
    database.set(Optional.of("not mounted"));
    try (HealthWatch watch = watch(NEVER_BY_ITSELF, database::get).first()) {
      assertFalse(health.isServing());
      assertEquals(Optional.of("not mounted"), watch.missing());
      database.set(Optional.empty());
      watch.look();
      watch.look();
      assertTrue(health.isServing());
    }
  }

  @Test
  void whatIsMissingIsSaidAsLongAsFrontendsStayAway() {
    try (HealthWatch watch = watch(NEVER_BY_ITSELF, database::get)) {
      database.set(Optional.of("gone"));
      watch.look();
      assertEquals(Optional.empty(), watch.missing(), "one look counts for nothing");
      watch.look();
      assertEquals(Optional.of("gone"), watch.missing());
      database.set(Optional.empty());
      watch.look();
      assertEquals(Optional.of("gone"), watch.missing(), "frontends are still away");
      watch.look();
      assertEquals(Optional.empty(), watch.missing());
    }
  }

  @Test
  void oneGoodLookDoesNotCallFrontendsBack() {
    try (HealthWatch watch = watch(NEVER_BY_ITSELF, database::get)) {
      database.set(Optional.of("gone"));
      watch.look();
      watch.look();
      database.set(Optional.empty());
      watch.look();
      assertFalse(health.isServing());
      watch.look();
      assertTrue(health.isServing());
    }
  }

  @Test
  void whatHangsOrThrowsIsInTrouble() {
    CountDownLatch never = new CountDownLatch(1);
    Supplier<Optional<String>> hangs =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Optional.empty();
        };
    try (HealthWatch watch = watch(SHORT, hangs)) {
      watch.look();
      watch.look();
      assertFalse(health.isServing());
    }
    ServedHealth other = new ServedHealth(new CallGate());
    Supplier<Optional<String>> throwing =
        () -> {
          throw new IllegalStateException("stale handle");
        };
    try (HealthWatch watch =
        new HealthWatch(
            List.of(new HealthWatch.Need("it", throwing)),
            other,
            NEVER_BY_ITSELF,
            timer,
            threads)) {
      watch.look();
      watch.look();
      assertFalse(other.isServing());
    }
  }

  /** Does what it is given at once, but for the first: that hangs until it is let go. */
  private static final class FirstHangs implements Executor {
    private final Queue<Runnable> hanging = new ArrayDeque<>();
    private int given;

    @Override
    public void execute(Runnable task) {
      given++;
      if (given == 1) {
        hanging.add(task);
      } else {
        task.run();
      }
    }

    void letGo() {
      hanging.remove().run();
    }
  }

  @Test
  void whatHangsIsNotAskedAgainBeforeItHasAnswered() {
    FirstHangs executor = new FirstHangs();
    HealthWatch.Need need = new HealthWatch.Need("it", database::get);
    try (HealthWatch watch = new HealthWatch(List.of(need), health, SHORT, still, executor)) {
      for (int look = 0; look < 5; look++) {
        watch.look();
      }
      assertFalse(health.isServing());
      assertEquals(1, executor.given);
      executor.letGo();
      watch.look();
      watch.look();
      assertEquals(3, executor.given);
      assertTrue(health.isServing());
    }
  }

  @Test
  void oneOfSeveralThatAreAsGoodIsEnough() {
    Supplier<Optional<String>> hangs = () -> Optional.of("it never comes to this");
    HealthWatch.Need need = new HealthWatch.Need("the storage", List.of(hangs, database::get));
    try (HealthWatch watch =
        new HealthWatch(List.of(need), health, SHORT, still, new FirstHangs())) {
      watch.look();
      watch.look();
      assertTrue(health.isServing());
      database.set(Optional.of("gone"));
      watch.look();
      watch.look();
      assertFalse(health.isServing());
    }
  }

  @Test
  void whoDrainsDoesNotServeHoweverWellHeIs() {
    health.drain();
    assertFalse(health.isServing());
    health.able(true);
    assertFalse(health.isServing());
    health.able(false);
    health.resume();
    assertFalse(health.isServing());
    health.able(true);
    assertTrue(health.isServing());
  }

  @Test
  void aBeliefThatCannotBeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Steadiness(true, 2, 2));
    assertThrows(IllegalArgumentException.class, () -> Steadiness.begin(0));
    assertEquals(new Steadiness(false, 0, 1), Steadiness.begin(1).seen(false));
  }

  private HealthWatch watch(Duration every, Supplier<Optional<String>> need) {
    return new HealthWatch(
        List.of(new HealthWatch.Need("it", need)), health, every, timer, threads);
  }
}
