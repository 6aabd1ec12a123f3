package org.bora.backend.bulkhead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three places, two of them for one caller. */
class ChecksumPlacesTest {
  private final ChecksumPlaces places =
      new ChecksumPlaces(new BulkheadSettings(Duration.ofSeconds(10), 16, 3, 2));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch read = new CountDownLatch(1);
  private final List<CompletableFuture<String>> works = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    read.countDown();
    for (CompletableFuture<String> work : works) {
      assertEquals("done", work.get(30, TimeUnit.SECONDS));
    }
    threads.close();
  }

  private static String of(ChecksumPlaces places, String caller, Bulkhead.Question<String> work) {
    try {
      return ChecksumPlaces.of(caller).call(() -> places.within(work));
    } catch (StorageException e) {
      return e.reason().name();
    }
  }

  /** A checksum that lasts until the end of the test has begun. */
  private void begun(String caller) throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    works.add(
        CompletableFuture.supplyAsync(
            () ->
                of(
                    places,
                    caller,
                    () -> {
                      inside.countDown();
                      awaitRead();
                      return "done";
                    }),
            threads));
    inside.await();
  }

  private void awaitRead() {
    try {
      read.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a caller hears whose time is over already if it has to wait. */
  private String atOnce(String caller) {
    AtomicReference<String> heard = new AtomicReference<>();
    WaitingCaller.of(_ -> {}, () -> true).run(() -> heard.set(of(places, caller, () -> "at once")));
    return heard.get();
  }

  @Test
  void oneCallerLeavesAPlaceToOthers() throws Exception {
    begun("/CN=greedy");
    begun("/CN=greedy");
    assertEquals(Reason.SILENT.name(), atOnce("/CN=greedy"));
    assertEquals("at once", atOnce("/CN=honest"));
  }

  @Test
  void anAreaHasNoMorePlacesThanItsSettingSays() throws Exception {
    begun("/CN=a");
    begun("/CN=b");
    begun("/CN=c");
    assertEquals(Reason.SILENT.name(), atOnce("/CN=d"));
    assertEquals(
        Reason.SILENT, assertThrows(StorageException.class, this::withoutACaller).reason());
  }

  private void withoutACaller() throws StorageException {
    AtomicReference<StorageException> refusal = new AtomicReference<>();
    WaitingCaller.of(_ -> {}, () -> true)
        .run(
            () -> {
              try {
                places.within(() -> "at once");
              } catch (StorageException e) {
                refusal.set(e);
              }
            });
    if (refusal.get() != null) {
      throw refusal.get();
    }
  }

  @Test
  void aPlaceThatBecomesFreeIsTaken() throws Exception {
    begun("/CN=a");
    begun("/CN=a");
    CompletableFuture<String> waits =
        CompletableFuture.supplyAsync(() -> of(places, "/CN=a", () -> "after"), threads);
    read.countDown();
    assertEquals("after", waits.get(30, TimeUnit.SECONDS));
    assertEquals("at once", atOnce("/CN=a"));
  }
}
