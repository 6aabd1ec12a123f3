package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One backend freezes in an srmPutDone, and another one gets it again: from the frontend, or from
 * the client. Clients delete a file after any answer but SRM_SUCCESS.
 */
@Timeout(120)
abstract class PutDoneAgainSuite {
  /** The pins of {@link SmallSite#put}. */
  private static final Duration PIN = Duration.ofMinutes(10);

  /** One thread for each call: the common pool of a small machine has but one. */
  private static final Executor CALLERS = task -> Thread.ofVirtual().start(task);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final CountDownLatch frozen = new CountDownLatch(1);
  private final CountDownLatch thawed = new CountDownLatch(1);
  private DatabaseSettings settings;
  private AreaTree real;
  private SmallSite healthy;
  private Path root;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    real = SmallSite.open(root);
    healthy = new SmallSite(settings, real, time);
  }

  @AfterEach
  void close() {
    healthy.close();
    real.close();
  }

  private void freeze() throws InterruptedException {
    frozen.countDown();
    assertTrue(thawed.await(1, TimeUnit.MINUTES));
  }

  private SmallSite freezingBefore(String method) {
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            real,
            (called, _) -> {
              if (called.equals(method)) {
                uninterrupted(this::freeze);
              }
            });
    return new SmallSite(settings, tree, time);
  }

  private SmallSite freezingAfter(String method) {
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals(method)) {
                freeze();
              }
            });
    return new SmallSite(settings, tree, time);
  }

  private interface Waiting {
    void run() throws InterruptedException;
  }

  private static void uninterrupted(Waiting waiting) {
    try {
      waiting.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private PutReply written(OverwriteMode overwrite, String content) {
    PutReply reply =
        healthy.puts.call(Catalogue.PREPARE_TO_PUT, healthy.call(ALICE), put(overwrite, "a"));
    write(reply.files().getFirst().turl().orElseThrow(), content);
    return reply;
  }

  private static SrmStatus done(SmallSite site, Call call, PutReply reply) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a")));
    return site.puts.call(Catalogue.PUT_DONE, call, request).files().getFirst().status().code();
  }

  private SrmStatus done(SmallSite site, PutReply reply) {
    return done(site, site.call(ALICE), reply);
  }

  private static CompletableFuture<SrmStatus> begun(SmallSite site, Call call, PutReply reply) {
    return CompletableFuture.supplyAsync(() -> done(site, call, reply), CALLERS);
  }

  private SrmStatus status(PutReply reply) {
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    return healthy
        .puts
        .call(Catalogue.STATUS_OF_PUT, healthy.call(ALICE), question)
        .files()
        .getFirst()
        .status()
        .code();
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private List<AcceptedPut> rows() {
    return healthy.transactions.read(
        sql -> new PutTable().activeOn(sql, List.of(NameKey.of(healthy.place("a")))));
  }

  @ParameterizedTest(name = "the frontend says that it is a repetition: {0}")
  @ValueSource(booleans = {true, false})
  void aCallThatWaitsForAFrozenOneSucceedsWithIt(boolean told) throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    CountDownLatch sealed = new CountDownLatch(1);
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals("sealUpload")) {
                sealed.countDown();
              }
            });
    try (SmallSite slow = freezingBefore("publishUpload");
        SmallSite other = new SmallSite(settings, tree, time)) {
      CompletableFuture<SrmStatus> first = begun(slow, slow.call(ALICE), reply);
      assertTrue(frozen.await(1, TimeUnit.MINUTES));
      Call call = told ? other.call(ALICE).again() : other.call(ALICE);
      CompletableFuture<SrmStatus> second = begun(other, call, reply);
      assertTrue(sealed.await(1, TimeUnit.MINUTES));
      thawed.countDown();
      assertEquals(SrmStatus.SUCCESS, first.get(1, TimeUnit.MINUTES));
      assertEquals(SrmStatus.SUCCESS, second.get(1, TimeUnit.MINUTES));
    }
    assertEquals(List.of("a"), onDisk());
    assertEquals(
        SrmStatus.DUPLICATION_ERROR,
        done(healthy, reply),
        "of a file that was stored before the call came");
  }

  @Test
  void aCallWhoseUploadWasFoundToBeTheOldFileMeanwhileSucceeds() throws Exception {
    assertEquals(SrmStatus.SUCCESS, done(healthy, written(OverwriteMode.NEVER, "hello")));
    PutReply reply = written(OverwriteMode.WHEN_FILES_ARE_DIFFERENT, "hello");
    try (SmallSite slow = freezingBefore("sealUpload")) {
      CompletableFuture<SrmStatus> first = begun(slow, slow.call(ALICE), reply);
      assertTrue(frozen.await(1, TimeUnit.MINUTES));
      assertEquals(SrmStatus.SUCCESS, done(healthy, healthy.call(ALICE).again(), reply));
      thawed.countDown();
      assertEquals(SrmStatus.SUCCESS, first.get(1, TimeUnit.MINUTES), "its upload is gone");
    }
    assertEquals(List.of("a"), onDisk());
  }

  @Test
  void whatADeadBackendHadPublishedIsASuccessForTheFirstWhoIsAnswered() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    publishAndDie(reply);
    time.pass(PIN.plusMinutes(20));
    healthy.sweep.round();
    assertEquals(SrmStatus.SUCCESS, status(reply), "the sweep has finished it");
    assertEquals(SrmStatus.SUCCESS, done(healthy, reply), "no call was answered before");
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  @Test
  void whatADeadBackendHadPublishedIsASuccessThoughItsPinIsOver() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    publishAndDie(reply);
    time.pass(PIN.plusSeconds(1));
    assertEquals(SrmStatus.SUCCESS, done(healthy, reply));
    assertEquals(List.of("a"), onDisk());
  }

  private void publishAndDie(PutReply reply) {
    AtomicBoolean died = new AtomicBoolean();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals("publishUpload")) {
                died.set(true);
                throw new IllegalStateException("the machine goes down here");
              }
            });
    try (SmallSite mortal = new SmallSite(settings, tree, time)) {
      done(mortal, reply);
    } catch (IllegalStateException e) {
      assertTrue(died.get(), e::toString);
    }
    assertTrue(died.get());
  }

  @Test
  void aChecksumThatOutlastsThePinDoesNotCostTheUpload() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    time.pass(PIN.minusSeconds(60));
    try (SmallSite slow = freezingAfter("sealUpload")) {
      CompletableFuture<SrmStatus> first = begun(slow, slow.call(ALICE), reply);
      assertTrue(frozen.await(1, TimeUnit.MINUTES));
      time.pass(Duration.ofMinutes(5));
      PutReply rival =
          healthy.puts.call(
              Catalogue.PREPARE_TO_PUT, healthy.call(ALICE), put(OverwriteMode.ALWAYS, "a"));
      assertEquals(SrmStatus.FILE_BUSY, rival.files().getFirst().status().code());
      assertEquals(0, healthy.sweep.round().overduePuts());
      assertEquals(SrmStatus.SUCCESS, done(healthy, reply), "the first call came in time");
      thawed.countDown();
      assertEquals(SrmStatus.SUCCESS, first.get(1, TimeUnit.MINUTES));
    }
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  /** The call fails, because other bytes were announced than there are: the pin can be seen. */
  @ParameterizedTest(name = "{0} s left for {1} bytes, checksum told: {2}")
  @CsvSource({
    "90, 6, true, false",
    "29, 6, true, true",
    "90, 2000000000, true, true",
    "90, 6, false, true"
  })
  void aPinIsExtendedWhereSealingMayOutlastIt(int left, long size, boolean told, boolean extended) {
    PutReply reply =
        healthy.puts.call(
            Catalogue.PREPARE_TO_PUT, healthy.call(ALICE), put(OverwriteMode.NEVER, size, "a"));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    time.pass(PIN.minusSeconds(left));
    Optional<String> adler32 = told ? Optional.of("062c0215") : Optional.empty();
    PutDoneRequest request =
        new PutDoneRequest(
            reply.token().orElseThrow(), List.of(surl("a")), adler32, Optional.empty());

    healthy.puts.call(Catalogue.PUT_DONE, healthy.call(ALICE), request);

    Duration until = extended ? Duration.ofMinutes(15) : Duration.ofSeconds(left);
    assertEquals(time.instant().plus(until), rows().getFirst().writing().pinUntil());
  }

  @Test
  void anSrmPutDoneThatWasNotRepeatedWithinTheGraceIsOver() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    time.pass(PIN.minusSeconds(60));
    try (SmallSite slow = freezingAfter("sealUpload")) {
      CompletableFuture<SrmStatus> first = begun(slow, slow.call(ALICE), reply);
      assertTrue(frozen.await(1, TimeUnit.MINUTES));
      time.pass(Duration.ofMinutes(16));
      assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, done(healthy, reply));
      thawed.countDown();
      assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, first.get(1, TimeUnit.MINUTES));
    }
    assertEquals(List.of(), onDisk());
  }

  @Test
  void aRepetitionByTheFrontendIsJudgedAsItsFirstCall() {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    time.pass(PIN.plusSeconds(30));
    assertEquals(
        SrmStatus.SUCCESS,
        done(healthy, healthy.call(ALICE).again(), reply),
        "the call came in time, to a backend that did not answer");
  }

  @Test
  void aFirstCallAfterTheEndOfThePinIsLate() throws IOException {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    time.pass(PIN);
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, done(healthy, reply));
    assertEquals(List.of(), onDisk());
  }

  /** Seed 159670828618 of the simulation at commit d28a82e1: the name stayed busy. */
  @Test
  void aPinIsNotExtendedForAnUploadThatIsGone() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    Instant end = rows().getFirst().writing().pinUntil();
    // a backend removes the upload of an overdue put, and loses its transaction
    real.discardUpload(rows().getFirst().upload());
    time.pass(PIN.plusSeconds(1));

    assertEquals(SrmStatus.FAILURE, done(healthy, healthy.call(ALICE).again(), reply));
    assertEquals(end, rows().getFirst().writing().pinUntil());
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, status(reply));

    assertEquals(SrmStatus.SUCCESS, done(healthy, written(OverwriteMode.NEVER, "anew")));
    assertEquals("anew", Files.readString(root.resolve("a")));
  }

  @Test
  void anUploadThatCannotBeSeenForAMomentIsStoredByTheNextCall() throws Exception {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    Path hidden = SmallSite.physical(reply.files().getFirst().turl().orElseThrow());
    Path aside = root.resolveSibling("aside");
    Files.move(hidden, aside);
    assertEquals(SrmStatus.FAILURE, done(healthy, reply));
    Files.move(aside, hidden);
    assertEquals(SrmStatus.SUCCESS, done(healthy, reply));
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  @Test
  void anEndThatReadThePinBeforeItWasExtendedDoesNotEndThePut() {
    PutReply reply = written(OverwriteMode.NEVER, "hello");
    List<AcceptedPut> read = rows();
    time.pass(PIN.plusSeconds(1));
    healthy.transactions.run(
        sql -> {
          new PutTable().extend(sql, read, time.instant().plusSeconds(60));
          return sql;
        });
    healthy.putEnding.end(read, PutState.Event.PIN_OVER, time.instant());
    assertEquals(SrmStatus.SPACE_AVAILABLE, status(reply));
    assertEquals(SrmStatus.SUCCESS, done(healthy, reply));
  }
}
