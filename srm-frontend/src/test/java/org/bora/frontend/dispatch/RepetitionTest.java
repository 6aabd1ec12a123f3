package org.bora.frontend.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which operations are asked of another backend where one was not there to answer. */
class RepetitionTest {

  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
  private static final Caller ALICE = new Caller("/CN=alice", "/CN=ca", List.of(), "192.0.2.1");
  private static final Call CALL = new Call(ALICE, NOON.plusSeconds(30), "trace-1");

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable thing : open.reversed()) {
      thing.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> whatChangesNothingIsAskedOnceMoreOfAnother() {
    return OneOfEach.REPEATED.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.name(),
                    () -> {
                      BackendNearby first = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      BackendNearby second = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      RemoteBackend backend = backend(first, second);
                      assertFails(one, backend, BackendFailure.Kind.TRANSIENT);
                      assertEquals(List.of(one.name()), first.asked());
                      assertEquals(List.of(one.name()), second.asked());
                    }));
  }

  @Test
  void whatABackendCancelsBecauseItClosesIsAskedOfAnother() {
    BackendNearby first = nearby(BackendNearby.refusing(Status.CANCELLED));
    BackendNearby second = nearby(BackendNearby.refusing(Status.CANCELLED));
    RemoteBackend backend = backend(first, second);
    assertThrows(BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, OneOfEach.listing()));
    assertEquals(2, first.asked().size() + second.asked().size());
  }

  @TestFactory
  Stream<DynamicTest> whatBeginsOrEndsSomethingIsSentOnce() {
    return OneOfEach.SENT_ONCE.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.name(),
                    () -> {
                      BackendNearby first = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      BackendNearby second = nearby(BackendNearby.refusing(Status.UNAVAILABLE));
                      RemoteBackend backend = backend(first, second);
                      assertFails(one, backend, BackendFailure.Kind.TRANSIENT);
                      assertEquals(1, first.asked().size() + second.asked().size());
                    }));
  }

  @Test
  void everyOperationIsOneOrTheOther() {
    Set<String> known = names(OneOfEach.REPEATED);
    known.addAll(names(OneOfEach.SENT_ONCE));
    var all = new TreeSet<String>();
    Catalogue.ALL.forEach(operation -> all.add(operation.name()));
    assertEquals(all, known);
    assertEquals(all.size(), OneOfEach.REPEATED.size() + OneOfEach.SENT_ONCE.size());
  }

  @Test
  void theReferenceSaysOfEveryOperationWhetherItIsRepeated() throws IOException {
    Path reference = Path.of("..", "docs", "reference", "operations.md");
    Pattern row = Pattern.compile("\\| `(srm\\w+)` \\|.*\\| (yes|no) \\|[^|]*\\|");
    var documented =
        new TreeSet<>( // operations of ours, not of SRM
            List.of(
                "annotate",
                "changeAccessKey",
                "dayKeys",
                "directoryNote",
                "forgetRequest",
                "listAccessKeys",
                "lsInOrder",
                "notes",
                "open",
                "quotas",
                "reportDamage",
                "signingKey",
                "stat",
                "useTurl"));
    for (String line : Files.readAllLines(reference)) {
      Matcher match = row.matcher(line);
      if (match.matches() && match.group(2).equals("yes")) {
        documented.add(match.group(1));
      }
    }
    assertEquals(names(OneOfEach.REPEATED), documented);
  }

  @Test
  void nothingIsRepeatedForAnyOtherReason() {
    for (Status status :
        List.of(Status.INTERNAL, Status.DEADLINE_EXCEEDED, Status.PERMISSION_DENIED)) {
      BackendNearby first = nearby(BackendNearby.refusing(status));
      BackendNearby second = nearby(BackendNearby.refusing(status));
      RemoteBackend backend = backend(first, second);
      assertThrows(
          BackendFailure.class, () -> backend.call(Catalogue.LS, CALL, OneOfEach.listing()));
      assertEquals(1, first.asked().size() + second.asked().size(), status.toString());
    }
  }

  private static void assertFails(
      OneOfEach<?, ?> one, RemoteBackend backend, BackendFailure.Kind kind) {
    var failure = assertThrows(BackendFailure.class, () -> one.ask(backend, CALL));
    assertEquals(kind, failure.kind());
  }

  private static Set<String> names(List<OneOfEach<?, ?>> some) {
    return some.stream().map(OneOfEach::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private BackendNearby nearby(BackendNearby backend) {
    open.add(backend);
    return backend;
  }

  private RemoteBackend backend(BackendNearby... backends) {
    List<ManagedChannel> channels = Stream.of(backends).map(BackendNearby::channel).toList();
    var pool =
        new BackendPool(
            channels.stream().map(each -> (Supplier<ManagedChannel>) () -> each).toList(),
            () -> {},
            Duration.ofSeconds(10));
    open.add(pool);
    return new RemoteBackend(pool, CLOCK);
  }
}
