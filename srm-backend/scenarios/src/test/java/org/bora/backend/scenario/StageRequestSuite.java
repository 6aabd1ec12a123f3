package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What requests of the WLCG Tape REST API need of bringOnlines beyond SRM. */
abstract class StageRequestSuite {
  private RecallBench bench;
  private Backend one;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static SourceFile file(String name, int pinSeconds) {
    return new SourceFile(
        SmallSite.surl(name), Optional.empty(), OptionalInt.of(pinSeconds), Optional.empty());
  }

  private static GetRequest request(Optional<String> name, SourceFile... files) {
    return request(name, OptionalInt.empty(), files);
  }

  private static GetRequest deferred(int seconds, SourceFile... files) {
    return request(Optional.empty(), OptionalInt.of(seconds), files);
  }

  private static GetRequest request(
      Optional<String> name, OptionalInt deferredSeconds, SourceFile... files) {
    return new GetRequest(
        List.of(files),
        "",
        OptionalInt.of(3600),
        OptionalInt.empty(),
        deferredSeconds,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        name,
        true);
  }

  private GetReply stage(String caller, Optional<String> name, SourceFile... files) {
    return one.site()
        .bringOnline
        .call(Catalogue.BRING_ONLINE, one.site().call(caller), request(name, files));
  }

  private GetReply named(String caller, String name, String... files) {
    SourceFile[] wanted = Stream.of(files).map(file -> file(file, 60)).toArray(SourceFile[]::new);
    return stage(caller, Optional.of(name), wanted);
  }

  @Test
  void eachFileIsPinnedAsLongAsItIsWanted() throws Exception {
    bench.onTape(one, "a", "b");
    GetReply asked = stage(ALICE, Optional.empty(), file("a", 100), file("b", 7200));
    one.work();

    List<Integer> left =
        bench.status(one, ALICE, asked).files().stream()
            .map(file -> file.remainingPinTime().orElseThrow())
            .toList();
    assertEquals(List.of(100, 7200), left);
    bench.time.pass(Duration.ofSeconds(101));
    assertEquals(
        List.of(SrmStatus.FILE_LIFETIME_EXPIRED, SrmStatus.SUCCESS),
        RecallBench.codes(bench.status(one, ALICE, asked)));
  }

  @Test
  void whoHasNoUseForAForecastGetsNone() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = stage(ALICE, Optional.empty(), file("a", 100));
    String token = asked.token().orElseThrow();

    GetReply briefly =
        one.site()
            .bringOnline
            .call(
                Catalogue.STATUS_OF_BRING_ONLINE,
                one.site().call(ALICE),
                new StatusRequest(token, List.of(), true));

    for (GetReply reply : List.of(asked, briefly)) {
      assertEquals(List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(reply));
      // as little as can be said
      assertEquals(OptionalInt.of(1), reply.files().getFirst().estimatedWait());
    }
    int wait = bench.status(one, ALICE, asked).files().getFirst().estimatedWait().orElseThrow();
    assertTrue(wait > 1, "SRM is told of a wait of " + wait + " s");
  }

  @Test
  void whenAFileBeganAndEndedIsTold() throws Exception {
    bench.onTape(one, "a", "b");
    GetReply asked = stage(ALICE, Optional.empty(), file("a", 9000), file("missing", 9000));
    GetFileStatus waiting = asked.files().getFirst();
    assertEquals(Optional.empty(), waiting.began());
    assertEquals(Optional.empty(), waiting.ended());
    Instant refused = asked.files().get(1).ended().orElseThrow();

    bench.time.pass(Duration.ofSeconds(40));
    Instant then = one.site().tokens.now();
    one.work();
    bench.time.pass(Duration.ofSeconds(40));

    List<GetFileStatus> done = bench.status(one, ALICE, asked).files();
    assertEquals(Optional.of(then), done.getFirst().began());
    assertEquals(Optional.of(then), done.getFirst().ended());
    assertEquals(Optional.empty(), done.get(1).began());
    assertEquals(Optional.of(refused), done.get(1).ended());
    assertTrue(refused.isBefore(then));
  }

  @Test
  void aFileThatIsBeingReadHasBegunForWhoeverAsksForItThen() throws Exception {
    bench.onTape(one, "a", "b");
    List<GetReply> joined = new ArrayList<>();
    Backend reader =
        reader(
            () -> {
              bench.time.pass(Duration.ofSeconds(1));
              joined.add(stage(BOB, Optional.empty(), file("a", 9000)));
            });
    GetReply first = stage(ALICE, Optional.empty(), file("a", 9000));
    reader.work();

    GetFileStatus reading = joined.getFirst().files().getFirst();
    assertEquals(SrmStatus.REQUEST_INPROGRESS, reading.status().code());
    Instant then = one.site().tokens.now();
    assertEquals(Optional.of(then), reading.began(), "when it was asked for");
    GetFileStatus done = bench.status(one, BOB, joined.getFirst()).files().getFirst();
    assertEquals(SrmStatus.SUCCESS, done.status().code());
    assertEquals(Optional.of(then), done.began());
    assertEquals(
        Optional.of(then.minusSeconds(1)),
        bench.status(one, ALICE, first).files().getFirst().began());
    GetReply later = stage(ALICE, Optional.empty(), file("b", 9000));
    assertEquals(Optional.empty(), later.files().getFirst().began(), "nothing reads it");
  }

  @Test
  void aFileThatIsBeingReadHasBegunForWhoseDeferredStartIsDue() throws Exception {
    bench.onTape(one, "a");
    GetReply deferred =
        one.site()
            .bringOnline
            .call(Catalogue.BRING_ONLINE, one.site().call(BOB), deferred(1, file("a", 9000)));
    List<GetFileStatus> due = new ArrayList<>();
    Backend reader =
        reader(
            () -> {
              bench.time.pass(Duration.ofSeconds(1));
              one.site().duePins.round();
              due.add(bench.status(one, BOB, deferred).files().getFirst());
            });
    stage(ALICE, Optional.empty(), file("a", 9000));
    reader.work();

    assertEquals(SrmStatus.REQUEST_INPROGRESS, due.getFirst().status().code());
    assertEquals(Optional.of(one.site().tokens.now()), due.getFirst().began());
  }

  /** A backend that recalls, with something that happens while it reads. */
  private Backend reader(Runnable meanwhile) {
    WatchedLibrary library =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              meanwhile.run();
              real.recall(work);
            });
    return bench.backend(library, tree -> tree, RoomMaker.NONE);
  }

  @Test
  void aPinThatIsGivenBackEndedItsWaitingBefore() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = stage(ALICE, Optional.empty(), file("a", 9000));
    one.work();
    Optional<Instant> staged = bench.status(one, ALICE, asked).files().getFirst().ended();
    bench.time.pass(Duration.ofMinutes(5));
    one.site()
        .requests
        .call(
            Catalogue.RELEASE_FILES,
            one.site().call(ALICE),
            new ReleaseRequest(asked.token(), List.of(SmallSite.surl("a")), false));
    assertEquals(staged, bench.status(one, ALICE, asked).files().getFirst().ended());
  }

  @Test
  void whatIsGivenUpEndsThenAndWhatIsTooLateAtItsDeadline() throws Exception {
    bench.onTape(one, "a", "b");
    GetReply asked = stage(ALICE, Optional.empty(), file("a", 60), file("b", 60));
    Instant deadline = one.site().tokens.now().plusSeconds(3600);
    bench.time.pass(Duration.ofMinutes(5));
    Instant then = one.site().tokens.now();
    one.site()
        .requests
        .call(
            Catalogue.ABORT_FILES,
            one.site().call(ALICE),
            new AbortFilesRequest(asked.token().orElseThrow(), List.of(SmallSite.surl("a"))));
    bench.time.pass(Duration.ofHours(2));

    List<Optional<Instant>> byClock = ends(asked);
    one.site().duePins.round();
    assertEquals(List.of(Optional.of(then), Optional.of(deadline)), byClock);
    assertEquals(byClock, ends(asked), "stored");
  }

  private List<Optional<Instant>> ends(GetReply asked) {
    return bench.status(one, ALICE, asked).files().stream().map(GetFileStatus::ended).toList();
  }

  @Test
  void aRequestThatIsAskedForAgainIsTheSame() throws Exception {
    bench.onTape(one, "a", "b");
    GetReply first = named(ALICE, "k", "a", "b");
    one.work();

    GetReply again = named(ALICE, "k", "a", "b");

    assertEquals(first.token(), again.token());
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), RecallBench.codes(again));
    assertNotEquals(first.token(), named(ALICE, "l", "a", "b").token(), "another name");
    assertNotEquals(first.token(), named(BOB, "k", "a", "b").token(), "another caller");
    assertEquals(6, pins(), "two of each request");
  }

  private int pins() {
    return one.site()
        .transactions
        .read(sql -> sql.sql("SELECT COUNT(*) FROM pin").query(Integer.class).single());
  }

  @Test
  void aNameStandsForTheSameFiles() throws Exception {
    bench.onTape(one, "a", "b");
    named(ALICE, "k", "a");
    GetReply other = named(ALICE, "k", "b");
    assertEquals(SrmStatus.DUPLICATION_ERROR, other.status().code());
    assertFalse(other.token().isPresent());
  }

  @Test
  void aNameGoesWithItsRequest() throws Exception {
    bench.onTape(one, "a");
    String first = named(ALICE, "k", "a").token().orElseThrow();
    one.site()
        .requests
        .call(Catalogue.FORGET_REQUEST, one.site().call(ALICE), new TokenRequest(first));
    assertNotEquals(first, named(ALICE, "k", "a").token().orElseThrow());
  }

  @Test
  void ofManyAtTheSameTimeOneIsMade() throws Exception {
    bench.onTape(one, "a", "b");
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      calls.add(() -> named(ALICE, "k", "a", "b").token().orElseThrow());
    }
    Set<String> tokens = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> each : threads.invokeAll(calls)) {
        tokens.add(each.get());
      }
    }
    assertEquals(1, tokens.size());
    assertEquals(2, pins());
  }
}
