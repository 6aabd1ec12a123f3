package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bora.admin.AdminRefusal;
import org.bora.api.BackendFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedChecksTest {
  private final ExecutorService beside = Executors.newCachedThreadPool();
  private final CountDownLatch mended = new CountDownLatch(1);

  @AfterEach
  void close() {
    mended.countDown();
    beside.shutdownNow();
  }

  private String hangs() {
    try {
      mended.await();
      return "late";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "ended";
    }
  }

  @Test
  void aLookThatHangsIsNotWaitedForAndKeepsItsPlace() throws Exception {
    BoundedChecks patience = new BoundedChecks(beside, Duration.ofMillis(50), 1);
    AdminRefusal late = assertThrows(AdminRefusal.class, () -> patience.of(this::hangs));
    assertEquals(503, late.reply().status());
    assertTrue(late.reply().text().contains("gave no answer"), late.reply().text());
    AdminRefusal full = assertThrows(AdminRefusal.class, () -> patience.of(() -> "quick"));
    assertEquals(503, full.reply().status());
    assertTrue(full.reply().text().contains("other queries"), full.reply().text());
    mended.countDown();
    beside.shutdown();
    assertTrue(beside.awaitTermination(30, TimeUnit.SECONDS));
  }

  @Test
  void aLookThatEndsGivesItsPlaceBack() throws Exception {
    BoundedChecks patience = new BoundedChecks(beside, Duration.ofSeconds(30), 1);
    for (int i = 0; i < 3; i++) {
      assertEquals("quick", patience.of(() -> "quick"));
      assertThrows(
          IllegalStateException.class,
          () ->
              patience.of(
                  () -> {
                    throw new IllegalStateException("a fault");
                  }));
      assertThrows(
          BackendFailure.class,
          () ->
              patience.of(
                  () -> {
                    throw BackendFailure.notBegun("the database is gone");
                  }));
    }
  }
}
