package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.wire.Messages;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.frontend.dispatch.BackendNearby.Answer;
import org.bora.frontend.dispatch.BackendNearby.Health;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the calls of a backend that hangs, or has lost its database. */
@Timeout(60)
class SilentBackendTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON.plusSeconds(3600), "trace-1");
  private static final Surl FILE = new Surl("srm://se.example/testvo/a");
  private static final StatusReply DONE = new StatusReply(ReturnStatus.success());
  private static final ByteString DONE_BYTES =
      ByteString.copyFrom(Messages.answer(Catalogue.MKDIR, DONE));
  private static final ByteString FILES_DONE =
      ByteString.copyFrom(
          Messages.answer(
              Catalogue.PUT_DONE, new SurlStatusesReply(ReturnStatus.success(), List.of())));
  private static final AbortRequest QUESTION = new AbortRequest("t");

  private final List<AutoCloseable> open = new ArrayList<>();
  private final ExecutorService calls = Executors.newCachedThreadPool();
  private final BackendNearby hanging = nearby(method -> new Answer.Silence());
  private final BackendNearby well =
      nearby(method -> new Answer.Bytes(method.equals("srmPutDone") ? FILES_DONE : DONE_BYTES));
  private BackendPool pool;
  private RemoteBackend backend;

  /** Only the one that hangs is ready when calls come. */
  @BeforeEach
  void begin() {
    well.says(Health.DRAINS);
    pool = pool(hanging, well);
    backend = new RemoteBackend(pool, CLOCK);
    pool.look();
    await(() -> isReady(0) && !isReady(1));
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
    calls.shutdownNow();
  }

  @Test
  void whatMayBeRepeatedIsDoneByAnotherAndSaysThatItIsRepeated() throws Exception {
    CompletableFuture<SurlStatusesReply> call =
        begun(() -> backend.call(Catalogue.PUT_DONE, CALL, new PutDoneRequest("t", List.of(FILE))));
    otherServes();
    hanging.says(Health.SILENT);
    looks(BackendLine.LOOKS + 1);
    assertEquals(DONE.status(), call.get(30, TimeUnit.SECONDS).status());
    assertTrue(Messages.asked(Catalogue.PUT_DONE, well.messages().getFirst()).repeated());
  }

  @Test
  void theCallersOfTheOthersAreToldToTryAgain() throws Exception {
    CompletableFuture<StatusReply> call =
        begun(() -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    otherServes();
    hanging.says(Health.SILENT);
    looks(BackendLine.LOOKS + 1);
    assertEquals(BackendFailure.Kind.TRANSIENT, failure(call).kind());
    assertEquals(List.of(), well.asked());
  }

  @Test
  void aBackendThatIsSlowAndAnswersForItsHealthKeepsItsCalls() {
    CompletableFuture<StatusReply> call =
        begun(() -> backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)));
    otherServes();
    for (int look = 0; look < 5 * BackendLine.LOOKS; look++) {
      looks(1);
      await(() -> isReady(0));
    }
    assertFalse(call.isDone());
  }

  @Test
  void aBackendThatDrainsKeepsItsCalls() {
    CompletableFuture<StatusReply> call =
        begun(() -> backend.call(Catalogue.ABORT_REQUEST, CALL, QUESTION));
    otherServes();
    hanging.says(Health.DRAINS);
    looks(1);
    await(() -> !isReady(0));
    looks(5 * BackendLine.LOOKS);
    assertFalse(call.isDone());
    assertEquals(
        DONE, backend.call(Catalogue.MKDIR, CALL, new MkdirRequest(FILE)), "others are asked");
  }

  @Test
  void whatABackendWithoutDatabaseHasInHandIsDoneByAnother() throws Exception {
    CompletableFuture<StatusReply> call =
        begun(() -> backend.call(Catalogue.ABORT_REQUEST, CALL, QUESTION));
    otherServes();
    hanging.says(Health.CUT_OFF);
    looks(2);
    assertFalse(call.isDone(), "the same may have happened to all");
    looks(1);
    assertEquals(DONE, call.get(30, TimeUnit.SECONDS));
  }

  @Test
  void whereAllHaveLostTheirDatabaseTheirCallsWaitForIt() {
    CompletableFuture<StatusReply> call =
        begun(() -> backend.call(Catalogue.ABORT_REQUEST, CALL, QUESTION));
    well.says(Health.CUT_OFF);
    hanging.says(Health.CUT_OFF);
    looks(1);
    await(() -> !isReady(0));
    looks(5 * BackendLine.LOOKS);
    assertFalse(call.isDone());
  }

  @Test
  void aBackendThatWasSilentGetsCallsAgainWhenItHasAnsweredSeveralTimes() {
    otherServes();
    hanging.says(Health.SILENT);
    looks(BackendLine.LOOKS + 1);
    assertFalse(isReady(0));
    hanging.says(Health.SERVES);
    int looks = 0;
    for (; !isReady(0); looks++) {
      int before = looks;
      assertTrue(before < 1000, "it does not come back");
      pool.look();
      LockSupport.parkNanos(5_000_000);
    }
    assertTrue(looks >= 3, "after " + looks + " looks");
  }

  @Test
  void aBackendOfAnotherGenerationIsNotAskedAndItIsSaidWhy() {
    BackendNearby older = nearby(method -> new Answer.Bytes(DONE_BYTES));
    older.says(Health.DOES_NOT_KNOW_THE_NAME);
    BackendPool alone = pool(older);
    await(
        () -> {
          alone.look();
          return alone.figures().getFirst().trouble().contains("upgrade frontends and backends");
        });
    assertFalse(alone.figures().getFirst().ready());
    BackendFailure none =
        assertThrows(
            BackendFailure.class,
            () -> new RemoteBackend(alone, CLOCK).call(Catalogue.ABORT_REQUEST, CALL, QUESTION));
    assertEquals(BackendFailure.Kind.TRANSIENT, none.kind());
    assertEquals(List.of(), older.asked());
  }

  private void otherServes() {
    well.says(Health.SERVES);
    await(
        () -> {
          pool.look();
          return isReady(1);
        });
  }

  private void looks(int count) {
    for (int look = 0; look < count; look++) {
      pool.look();
    }
  }

  private boolean isReady(int line) {
    return pool.figures().get(line).ready();
  }

  private <T> CompletableFuture<T> begun(Supplier<T> call) {
    CompletableFuture<T> answer = CompletableFuture.supplyAsync(call, calls);
    await(() -> !hanging.asked().isEmpty());
    return answer;
  }

  private static BackendFailure failure(CompletableFuture<?> call) {
    var failed = assertThrows(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
    return assertInstanceOf(BackendFailure.class, failed.getCause());
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "in vain");
      LockSupport.parkNanos(2_000_000);
    }
  }

  private BackendNearby nearby(Function<String, Answer> answers) {
    BackendNearby backend = BackendNearby.atOnce(answers);
    open.add(backend);
    return backend;
  }

  private BackendPool pool(BackendNearby... backends) {
    var made =
        new BackendPool(
            Stream.of(backends).map(each -> (Supplier<ManagedChannel>) each::channel).toList(),
            () -> {},
            Duration.ofSeconds(10));
    open.add(made);
    return made;
  }
}
