package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.RequestType;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.listing.Listings;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.StatusOfLs;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listings that outlive their calls, on whatever database a subclass names. */
abstract class ListingSuite {
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final List<Backend> backends = new ArrayList<>();
  private DatabaseSettings settings;
  private AreaTree tree;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path root) throws IOException {
    settings = schemas.migrated();
    tree = SmallSite.open(root);
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(root.resolve(name), name);
    }
  }

  @AfterEach
  void close() throws InterruptedException {
    for (Backend backend : backends) {
      backend.mayGoOn.countDown();
      backend.tasks.settle();
      backend.site.close();
    }
    tree.close();
  }

  /** A backend whose disk answers no question for a directory until it may go on. */
  private final class Backend {
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CountedTasks tasks = new CountedTasks();
    private final SmallSite site;
    private final Ls ls;
    private final StatusOfLs statusOfLs;

    Backend(int listings) {
      site = new SmallSite(settings, slow(), time);
      ListingSettings limits =
          new ListingSettings(AT_ONCE, listings, Duration.ofMinutes(10), Duration.ofMinutes(10));
      DirectorySettings sizes = DirectorySettings.defaults();
      Lister lister = new Lister(site.entrance, site.names, new NamedAccounts(), sizes, time, time);
      Listings kept = new Listings(site.transactions, site.tokens, limits);
      LongListings longListings = new LongListings(lister, kept, limits, time, tasks);
      ls = new Ls(lister, longListings, sizes, time);
      statusOfLs = new StatusOfLs(kept, longListings);
      backends.add(this);
    }

    private AreaTree slow() {
      return (AreaTree)
          Proxy.newProxyInstance(
              AreaTree.class.getClassLoader(),
              new Class<?>[] {AreaTree.class},
              (_, called, arguments) -> {
                if (called.getName().equals("list")) {
                  waits.countDown();
                  assertTrue(mayGoOn.await(1, TimeUnit.MINUTES), "nobody lets the listing go on");
                }
                try {
                  return called.invoke(tree, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    LsReply list(int levels) {
      return list(levels, OptionalInt.empty());
    }

    LsReply list(int levels, OptionalInt patience) {
      return ls.ls(
          site.call(ALICE),
          new LsRequest(
              List.of(surl("")),
              true,
              false,
              OptionalInt.of(levels),
              OptionalInt.empty(),
              OptionalInt.empty(),
              Optional.empty(),
              patience,
              Optional.empty()));
    }

    LsReply status(String dn, String token, int offset, int count) {
      return statusOfLs.statusOfLs(
          site.call(dn),
          new StatusOfLsRequest(token, OptionalInt.of(offset), OptionalInt.of(count)));
    }

    LsReply status(String token) {
      return status(ALICE, token, 0, 0);
    }

    void goOn() throws InterruptedException {
      mayGoOn.countDown();
      tasks.settle();
    }
  }

  private Backend slow() {
    return new Backend(1);
  }

  /** The token of a listing that waits for its disk by now. */
  private static String begun(Backend backend) throws InterruptedException {
    String token = token(backend.list(1));
    assertTrue(backend.waits.await(1, TimeUnit.MINUTES), "no listing begins");
    return token;
  }

  private static String token(LsReply reply) {
    assertEquals(SrmStatus.REQUEST_INPROGRESS, reply.status().code());
    assertEquals(List.of(), reply.details());
    return reply.token().orElseThrow();
  }

  private static List<String> names(LsReply reply) {
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    return reply.details().getFirst().children().stream().map(PathDetail::path).sorted().toList();
  }

  private static final List<String> ALL = List.of("/vo/a", "/vo/b", "/vo/c");

  @Test
  void aListingThatTakesLongGivesATokenAndGoesOn() throws InterruptedException {
    Backend backend = slow();
    String token = token(backend.list(1));
    assertEquals(token, token(backend.status(token)));
    backend.goOn();
    assertEquals(ALL, names(backend.status(token)));
    assertEquals(ALL, names(backend.status(token)), "as often as it is asked for");
    assertEquals(ALL, names(new Backend(1).status(token)), "another backend answers as well");
  }

  @Test
  void aListingThatTakesNoTimeIsAnsweredByItsCall() throws InterruptedException {
    Backend backend = new Backend(0);
    assertEquals(List.of(), names(backend.list(0)));
    assertEquals(0, backend.tasks.begun(), "one entry needs no thread");
    backend.goOn();
    assertEquals(ALL, names(backend.list(1)), "there is no room, so the call waits");
    assertTrue(backend.list(1).token().isEmpty());
  }

  /** Doors of other protocols have no word for "ask again with this token". */
  @Test
  void aDoorThatTakesNoTokenWaitsForTheListing() throws Exception {
    Backend backend = slow();
    CompletableFuture<LsReply> reply =
        CompletableFuture.supplyAsync(() -> backend.list(1, OptionalInt.of(60)));
    assertTrue(backend.waits.await(1, TimeUnit.MINUTES), "no listing begins");
    assertFalse(reply.isDone());
    backend.goOn();
    LsReply listed = reply.get(1, TimeUnit.MINUTES);
    assertEquals(ALL, names(listed));
    assertEquals(Optional.empty(), listed.token());
  }

  @Test
  void aDoorThatHasWaitedForLongEnoughIsToldSo() throws Exception {
    Backend backend = slow();
    CompletableFuture<LsReply> reply =
        CompletableFuture.supplyAsync(() -> backend.list(1, OptionalInt.of(20)));
    assertTrue(backend.waits.await(1, TimeUnit.MINUTES), "no listing begins");
    time.pass(Duration.ofSeconds(21));
    backend.goOn();
    ExecutionException late =
        assertThrows(ExecutionException.class, () -> reply.get(1, TimeUnit.MINUTES));
    assertEquals(BackendFailure.Kind.TIMED_OUT, ((BackendFailure) late.getCause()).kind());
  }

  @Test
  void aPageIsCutFromWhatWasFound() throws InterruptedException {
    Backend backend = slow();
    String token = token(backend.list(1));
    backend.goOn();
    List<String> pages = new ArrayList<>();
    for (int offset = 0; offset < 3; offset++) {
      pages.addAll(names(backend.status(ALICE, token, offset, 1)));
    }
    assertEquals(ALL, pages.stream().sorted().toList());
    assertEquals(List.of(), names(backend.status(ALICE, token, 3, 1)));
    assertEquals(SrmStatus.INVALID_REQUEST, backend.status(ALICE, token, -1, 0).status().code());
  }

  @Test
  void tokensAreTheirOwnersOnly() throws InterruptedException {
    Backend backend = slow();
    String token = token(backend.list(1));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, backend.status(BOB, token, 0, 0).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, backend.status("nonsense").status().code());
    String put =
        backend
            .site
            .puts
            .call(
                Catalogue.PREPARE_TO_PUT,
                backend.site.call(ALICE),
                SmallSite.put(OverwriteMode.NEVER, "new"))
            .token()
            .orElseThrow();
    assertEquals(SrmStatus.INVALID_REQUEST, backend.status(put).status().code());
  }

  @Test
  void anAbortedListingStaysAbortedWhateverItFinds() throws InterruptedException {
    Backend backend = slow();
    String token = token(backend.list(1));
    AbortRequest abort = new AbortRequest(token);
    SmallSite site = backend.site;
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), abort).status().code());
    assertEquals(SrmStatus.ABORTED, backend.status(token).status().code());
    backend.goOn();
    assertEquals(SrmStatus.ABORTED, backend.status(token).status().code());
    assertEquals(1, summary(site, token).failed().orElseThrow());
  }

  @Test
  void aFinishedListingIsNotAborted() throws InterruptedException {
    Backend backend = slow();
    String token = token(backend.list(1));
    SmallSite site = backend.site;
    assertEquals(1, summary(site, token).waiting().orElseThrow());
    backend.goOn();
    site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(token));
    assertEquals(ALL, names(backend.status(token)));
    RequestSummary summary = summary(site, token);
    assertEquals(Optional.of(RequestType.LS), summary.type());
    assertEquals(SrmStatus.SUCCESS, summary.status().code());
    assertEquals(1, summary.completed().orElseThrow());
  }

  private static RequestSummary summary(SmallSite site, String token) {
    return site.requests
        .call(Catalogue.GET_REQUEST_SUMMARY, site.call(ALICE), new TokensRequest(List.of(token)))
        .requests()
        .getFirst();
  }

  @Test
  void whatADeadBackendHasBegunAnotherBeginsAgain() throws InterruptedException {
    Backend dead = slow();
    String token = begun(dead);
    Backend other = slow();
    token(other.status(token));
    assertEquals(0, other.tasks.begun(), "the lease runs");
    time.pass(Duration.ofMinutes(2));
    token(other.status(token));
    token(other.status(token));
    other.goOn();
    assertEquals(2, other.tasks.begun(), "one listing, one end: nobody begins a third time");
    assertEquals(ALL, names(other.status(token)));
    dead.goOn();
    assertEquals(ALL, names(other.status(token)), "what the dead one brings is not taken");
  }

  @Test
  void aListingThatKillsIsGivenUp() throws InterruptedException {
    Backend backend = slow();
    String token = begun(backend);
    for (int death = 0; death < 2; death++) {
      time.pass(Duration.ofMinutes(2));
      Backend next = slow();
      token(next.status(token));
      assertTrue(next.waits.await(1, TimeUnit.MINUTES), "no listing begins again");
    }
    time.pass(Duration.ofMinutes(2));
    slow().status(token);
    assertEquals(SrmStatus.FAILURE, backend.status(token).status().code());
  }

  @Test
  void aListingThatNeverEndsTimesOut() throws InterruptedException {
    Backend backend = slow();
    String token = begun(backend);
    time.pass(Duration.ofMinutes(11));
    backend.goOn();
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, backend.status(token).status().code());
  }

  @Test
  void whatWasFoundIsForgottenInTheEnd() throws InterruptedException {
    Backend backend = slow();
    String token = begun(backend);
    backend.goOn();
    time.pass(Duration.ofMinutes(19));
    assertEquals(0, backend.site.sweep.round().others());
    time.pass(Duration.ofMinutes(2));
    assertEquals(1, backend.site.sweep.round().others());
    assertEquals(SrmStatus.INVALID_REQUEST, backend.status(token).status().code());
  }
}
