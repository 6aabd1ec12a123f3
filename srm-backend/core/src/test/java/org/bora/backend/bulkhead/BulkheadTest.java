package org.bora.backend.bulkhead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.bora.api.BackendFailure;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
import org.bora.backend.database.ConnectionShares;
import org.bora.backend.database.OpenTransaction;
import org.bora.backend.database.Transactions;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BulkheadTest {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final int PLACES = 16;

  private final AtomicLong nanos = new AtomicLong();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch mended = new CountDownLatch(1);
  private final List<CompletableFuture<String>> calls = new ArrayList<>();
  private final ConnectionShares shares = new ConnectionShares(1);
  private final Bulkhead bulkhead =
      new Bulkhead("a", new BulkheadSettings(SILENCE, PLACES), shares, nanos::get);

  @AfterEach
  void end() {
    mended.countDown();
    threads.shutdownNow();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    bulkhead.look();
  }

  /** A call that hangs until {@link #mended}; returns when it is inside. */
  private void hang(Length length) throws InterruptedException {
    calls.add(hanging(length));
  }

  private CompletableFuture<String> hanging(Length length) throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CompletableFuture<String> call =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return bulkhead.ask(
                    length,
                    () -> {
                      inside.countDown();
                      return waited();
                    });
              } catch (StorageException e) {
                return e.reason().name();
              }
            },
            threads);
    assertTrue(inside.await(30, TimeUnit.SECONDS));
    return call;
  }

  private String waited() {
    try {
      return mended.await(30, TimeUnit.SECONDS) ? "done" : "never mended";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private boolean isAsked() {
    try {
      return bulkhead.ask(Length.SHORT, () -> true);
    } catch (StorageException e) {
      assertEquals(Reason.SILENT, e.reason());
      return false;
    }
  }

  @Test
  void whereOneHangsAndNoneEndsOthersAreRefusedAtOnce() throws Exception {
    hang(Length.SHORT);
    pass(SILENCE);
    assertTrue(isAsked(), "not yet");
    hang(Length.SHORT);
    pass(Duration.ofSeconds(1));
    assertFalse(bulkhead.isSilent(), "a call has just ended");
    pass(SILENCE);
    assertTrue(bulkhead.isSilent());
    assertFalse(isAsked());
    assertEquals(2, bulkhead.calls(), "who is refused has no place");
  }

  @Test
  void oneNowAndThenTriesWhetherItIsBack() throws Exception {
    hang(Length.SHORT);
    pass(SILENCE.plusSeconds(1));
    assertFalse(isAsked());
    nanos.addAndGet(SILENCE.toNanos());
    assertTrue(isAsked());
    assertFalse(isAsked(), "only one");
    pass(Duration.ofSeconds(1));
    assertFalse(bulkhead.isSilent(), "it has answered that one");
    assertTrue(isAsked());
  }

  @Test
  void whereItIsBackAllAreAsked() throws Exception {
    hang(Length.SHORT);
    pass(SILENCE.plusSeconds(1));
    assertFalse(isAsked());
    mended.countDown();
    assertEquals("done", calls.getFirst().get(30, TimeUnit.SECONDS));
    bulkhead.look();
    assertTrue(isAsked());
    assertEquals(0, bulkhead.calls());
  }

  @Test
  void wherePartsOfItHangTheRestIsAskedUntilManyHang() throws Exception {
    hang(Length.SHORT);
    for (int i = 0; i < 5; i++) {
      assertTrue(isAsked());
      pass(Duration.ofSeconds(9));
    }
    assertFalse(bulkhead.isSilent(), "others are answered");
    hang(Length.SHORT);
    nanos.addAndGet(SILENCE.plusSeconds(1).toNanos());
    assertTrue(isAsked());
    bulkhead.look();
    assertTrue(bulkhead.isSilent(), "two of sixteen");
  }

  @Test
  void whatTakesLongIsNoSilence() throws Exception {
    for (int i = 0; i < PLACES / 2; i++) {
      hang(Length.LONG);
    }
    pass(Duration.ofHours(3));
    assertFalse(bulkhead.isSilent());
    assertTrue(isAsked());
  }

  @Test
  void whereAllPlacesHangInWhatTakesLongNobodyWaitsForOne() throws Exception {
    for (int i = 0; i < PLACES; i++) {
      hang(Length.LONG);
    }
    CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(this::isAsked, threads);
    pass(SILENCE);
    assertFalse(bulkhead.isSilent(), "not yet");
    pass(Duration.ofSeconds(1));
    assertTrue(bulkhead.isSilent());
    assertFalse(waiting.get(30, TimeUnit.SECONDS), "who waits for a place is told");
    nanos.addAndGet(SILENCE.toNanos());
    assertFalse(isAsked(), "and who would try finds none");
    mended.countDown();
    assertEquals("done", calls.getFirst().get(30, TimeUnit.SECONDS));
    bulkhead.look();
    assertTrue(isAsked());
  }

  @Test
  void whatHasJustComeInAfterAQuietHourIsNoSilence() throws Exception {
    pass(Duration.ofHours(1));
    for (int i = 0; i < PLACES; i++) {
      hang(Length.LONG);
    }
    bulkhead.look();
    assertFalse(bulkhead.isSilent());
  }

  @Test
  void whatNeverComesBackIsLeftBehindWhenOthersAreAnswered() throws Exception {
    hang(Length.SHORT);
    hang(Length.SHORT);
    pass(SILENCE.plusSeconds(1));
    assertTrue(bulkhead.isSilent());
    for (int tries = 0; tries < 3; tries++) {
      assertTrue(bulkhead.isSilent(), "too few were answered");
      nanos.addAndGet(SILENCE.toNanos());
      assertTrue(isAsked());
      bulkhead.look();
    }
    assertFalse(bulkhead.isSilent());
    pass(SILENCE.plusSeconds(1));
    assertFalse(bulkhead.isSilent(), "though two hang for ever");
    hang(Length.SHORT);
    pass(SILENCE.plusSeconds(1));
    assertTrue(bulkhead.isSilent(), "what hangs now counts");
  }

  @Test
  void whoFindsNoConnectionDoesNotUseUpTheTry() throws Exception {
    ConnectionShares.Share kept = shares.share(() -> false);
    Transactions transactions = transactions();
    CountDownLatch holds = new CountDownLatch(1);
    CompletableFuture<Void> holder =
        CompletableFuture.runAsync(
            () ->
                transactions.run(
                    sql -> {
                      OpenTransaction.waitsFor(kept);
                      holds.countDown();
                      return waited();
                    }),
            threads);
    assertTrue(holds.await(30, TimeUnit.SECONDS));
    hang(Length.SHORT);
    pass(SILENCE.plusSeconds(1));
    nanos.addAndGet(SILENCE.toNanos());
    BackendFailure busy =
        assertThrows(BackendFailure.class, () -> transactions.run(sql -> isAsked()));
    assertTrue(busy.isOfSilentStorage());
    assertTrue(isAsked(), "it is another one's");
    mended.countDown();
    holder.get(30, TimeUnit.SECONDS);
  }

  /** On connections that answer nothing. */
  private static Transactions transactions() {
    Connection connection = fake(Connection.class, (_, _, _) -> null);
    DataSource source = fake(DataSource.class, (_, _, _) -> connection);
    return new Transactions(source, source, time -> {}, new Random(1));
  }

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(
        Proxy.newProxyInstance(
            BulkheadTest.class.getClassLoader(), new Class<?>[] {type}, answers));
  }

  @Test
  void itsCallersAreTold() throws Exception {
    List<BackendFailure> heard = new ArrayList<>();
    WaitingCaller.of(heard::add, () -> false).run(() -> assertTrue(isAsked()));
    CompletableFuture<Void> told = new CompletableFuture<>();
    AtomicInteger times = new AtomicInteger();
    CountDownLatch inside = new CountDownLatch(1);
    threads.execute(
        () ->
            WaitingCaller.of(
                    failure -> {
                      times.incrementAndGet();
                      assertEquals(BackendFailure.Kind.TRANSIENT, failure.kind());
                      told.complete(null);
                    },
                    () -> false)
                .run(
                    () -> {
                      try {
                        bulkhead.order(
                            Length.SHORT,
                            () -> {
                              inside.countDown();
                              waited();
                            });
                      } catch (StorageException e) {
                        told.completeExceptionally(e);
                      }
                    }));
    assertTrue(inside.await(30, TimeUnit.SECONDS));
    bulkhead.look();
    assertEquals(0, times.get());
    pass(SILENCE.plusSeconds(1));
    told.get(30, TimeUnit.SECONDS);
    pass(SILENCE);
    assertEquals(1, times.get(), "once");
    assertEquals(List.of(), heard, "whose call has ended hears nothing");
  }

  @Test
  void whereAllPlacesAreTakenOneIsWaitedFor() throws Exception {
    for (int i = 0; i < PLACES; i++) {
      hang(Length.LONG);
    }
    CompletableFuture<Boolean> next = CompletableFuture.supplyAsync(this::isAsked, threads);
    mended.countDown();
    assertTrue(next.get(30, TimeUnit.SECONDS));
    for (CompletableFuture<String> call : calls) {
      assertEquals("done", call.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void settingsOutOfBoundsAreRefused() {
    Duration most = Duration.ofMinutes(10);
    assertThrows(
        IllegalArgumentException.class, () -> new BulkheadSettings(most.plusNanos(1), PLACES));
    assertThrows(
        IllegalArgumentException.class, () -> new BulkheadSettings(Duration.ofMillis(999), PLACES));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 7));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 10_001));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 16, 16, 1));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 16, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 16, 4, 5));
    assertThrows(IllegalArgumentException.class, () -> new BulkheadSettings(most, 16, 4, 0));
  }
}
