package org.bora.simulation.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.constant.MethodTypeDesc;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bora.backend.TimedCode;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.schedule.SimulationException;
import org.junit.jupiter.api.Test;

/** Calls that depend on the machine are reproducible in a run, or end it. */
class UnredirectedTest {
  private final TimedCode product = new TimedCode();

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private static void inARun(Work work) {
    new Scheduler(Choices.seeded(1), Instant.parse("2026-11-20T12:00:00Z"))
        .run(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void isRefused(String method, Work work) {
    SimulationException ended = assertThrows(SimulationException.class, () -> inARun(work), method);
    assertTrue(ended.getMessage().contains(": " + method + " "), ended.getMessage());
  }

  @Test
  void aThreadOfARunThatGoesByTheMachineEndsIt() {
    isRefused("java.time.Instant.now", product::now);
    isRefused("java.time.Instant.now", product::times);
    isRefused(
        "java.lang.Thread.join", () -> product.join(Thread.currentThread(), Duration.ofHours(1)));
    isRefused(
        "java.util.concurrent.CompletableFuture.orTimeout",
        () -> {
          var _ = product.orTimeout(new CompletableFuture<>());
        });
    isRefused("java.util.Random.<init>", product::random);
  }

  @Test
  void soDoesOneThatIsCaughtByTheProduct() {
    isRefused(
        "java.time.Instant.now",
        () -> {
          try {
            product.now();
          } catch (IllegalStateException caught) {
            // the run has ended nevertheless
          }
        });
  }

  @Test
  void whatIsGivenAClockOrASeedMayBeCalled() {
    inARun(
        () -> {
          assertEquals(Instant.EPOCH, product.now(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)));
          assertEquals(product.random(1).nextInt(), product.random(1).nextInt());
        });
  }

  @Test
  void threadsOfNoRunMayCallAll() throws Exception {
    assertTrue(product.now().isAfter(Instant.EPOCH));
    Thread ended = Thread.startVirtualThread(() -> {});
    assertTrue(product.join(ended, Duration.ofHours(1)));
    product.join(ended);
  }

  @Test
  void onlyCallsWithATimeAreWaits() {
    assertTrue(isOne("java/lang/Thread", "join", "(J)V"));
    assertTrue(isOne("java/util/concurrent/ExecutorService", "awaitTermination", AWAIT));
    assertTrue(isOne("java/lang/Object", "wait", "(JI)V"));
    assertEquals(false, isOne("java/lang/Thread", "join", "()V"));
    assertEquals(false, isOne("java/util/concurrent/CountDownLatch", "await", "()V"));
    assertEquals(false, isOne("java/lang/String", "join", STRINGS));
    assertEquals(false, isOne("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"));
  }

  private static final String AWAIT = "(JLjava/util/concurrent/TimeUnit;)Z";
  private static final String STRINGS =
      "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;";

  private static boolean isOne(String owner, String name, String type) {
    return Unredirected.isOne(owner, name, MethodTypeDesc.ofDescriptor(type));
  }

  @Test
  void randomIdentifiersAreThoseOfTheRun() {
    List<UUID> first = identifiers();
    assertEquals(first, identifiers());
    assertEquals(4, first.stream().distinct().count());
    first.forEach(id -> assertEquals(UUID.randomUUID().version(), id.version()));
    first.forEach(id -> assertEquals(UUID.randomUUID().variant(), id.variant()));
    assertNotEquals(product.identifier(), product.identifier());
  }

  private List<UUID> identifiers() {
    List<UUID> identifiers = new ArrayList<>();
    inARun(
        () -> {
          for (int i = 0; i < 2; i++) {
            identifiers.add(product.identifier());
            identifiers.add(product.identifiers().get());
          }
        });
    return identifiers;
  }
}
