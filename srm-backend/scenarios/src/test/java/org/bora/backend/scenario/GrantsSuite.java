package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.AreaAcls.AreaAcl;
import org.bora.backend.access.JustInTime;
import org.bora.backend.access.TurlGrants;
import org.bora.backend.access.UntoldRequests;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.request.TokenSource;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * What TURLs open, and for how long, on whatever database a subclass names. Files belong to the
 * account of the test; {@code /CN=N} is mapped to account N, and Bob to an account of his own.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class GrantsSuite {
  private static final int BOBS = 40001;
  private static final Acl FILE = Acl.ofMode(0600);
  private static final Acl DIRECTORY = Acl.ofMode(0700);

  @TempDir Path root;
  private DatabaseSettings database;
  private SmallSite site;
  private Backend backend;

  /** The operations of one backend, with just in time access. */
  private record Backend(TurlGrants grants, JustInTime gets, JustInTime puts, JustInTime requests) {
    static Backend of(SmallSite site) {
      AreaAcls acls =
          new AreaAcls(Map.of("vo", new AreaAcl(AclMode.JUST_IN_TIME, Optional.empty())));
      TurlGrants grants =
          new TurlGrants(
              acls,
              new AccountRights(new NamedAccounts(), ProcessRights.ofThisProcess()),
              Backend::map,
              site.locator,
              site.transactions,
              new TokenSource(site.time, new SecureRandom()));
      UntoldRequests untold =
          new UntoldRequests(site.transactions, site.locator, site.books, site.tokens);
      return new Backend(
          grants,
          new JustInTime(site.gets, grants, untold),
          new JustInTime(site.puts, grants, untold),
          new JustInTime(site.requests, grants, untold));
    }

    private static Mapping.Mapped map(Caller caller) {
      if (caller.dn().equals(BOB)) {
        return new Mapping.Mapped.To(new Owner(BOBS, BOBS), "bob");
      }
      return caller.dn().startsWith("/CN=")
          ? new Mapping.Mapped.To(account(caller.dn()), "somebody")
          : new Mapping.Mapped.Refused("nobody knows " + caller.dn());
    }

    private static Owner account(String dn) {
      int number = Integer.parseInt(dn.substring("/CN=".length()));
      return new Owner(number, number);
    }
  }

  /** One for all: every test ends with no row of it left. */
  @BeforeAll
  void makesASchema(Schemas schemas) {
    database = schemas.migrated();
  }

  @BeforeEach
  void opensASite() throws IOException {
    site = new SmallSite(database, root, new SteppedTime(SmallSite.START));
    assumeTrue(site.tree.keepsAcls(), "the temporary directory has no access control lists");
    backend = Backend.of(site);
    Files.createDirectories(root.resolve("d"));
    for (String name : List.of("d/f", "d/g")) {
      Files.writeString(root.resolve(name), "x");
      site.tree.setAcl(path(name), FILE);
    }
    site.tree.setAcl(path("d"), DIRECTORY);
    site.tree.setAcl(path(""), Acl.ofMode(0711));
  }

  @AfterEach
  void closesIt() {
    site.close();
    site.tree.close();
  }

  private static AreaPath path(String name) {
    return AreaPath.parse(name);
  }

  private Acl acl(String name) throws IOException {
    return site.tree.acl(path(name));
  }

  private String get(String name) {
    GetReply reply =
        backend.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get(name));
    assertEquals(SrmStatus.FILE_PINNED, reply.files().getFirst().status().code());
    return reply.token().orElseThrow();
  }

  private void release(String token) {
    backend.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(BOB),
        new ReleaseRequest(Optional.of(token), List.of(), false));
  }

  private void assertClosed() throws IOException {
    assertEquals(FILE, acl("d/f"));
    assertEquals(FILE, acl("d/g"));
    assertEquals(DIRECTORY, acl("d"));
    assertEquals(Acl.ofMode(0711), acl(""));
  }

  /** The rows outlive the entries by one round, then they are gone too. */
  private void assertForgotten() {
    backend.grants.sweep(site.time.instant());
    backend.grants.sweep(site.time.instant());
    long rows =
        site.transactions.read(
            sql -> sql.sql("SELECT COUNT(*) FROM grant_entry").query(Long.class).single());
    assertEquals(0, rows);
  }

  @Test
  void aTurlOpensItsFileAndTheWayToItAndNothingElse() throws IOException {
    String token = get("d/f");
    assertEquals(FILE.withUser(BOBS, 4), acl("d/f"));
    assertEquals(DIRECTORY.withUser(BOBS, 1), acl("d"));
    assertEquals(Acl.ofMode(0711), acl(""), "the root can be searched by everybody");
    assertEquals(FILE, acl("d/g"));
    release(token);
    assertClosed();
    assertForgotten();
  }

  @Test
  void theLastPinTakesItAway() throws IOException {
    String first = get("d/f");
    String second = get("d/f");
    String neighbour = get("d/g");
    release(first);
    assertEquals(FILE.withUser(BOBS, 4), acl("d/f"));
    backend.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(BOB),
        new ReleaseRequest(Optional.empty(), List.of(surl("d/f")), false));
    assertEquals(FILE, acl("d/f"), "no pin of " + second + " is left");
    assertEquals(DIRECTORY.withUser(BOBS, 1), acl("d"));
    backend.requests.call(Catalogue.ABORT_REQUEST, site.call(BOB), new AbortRequest(neighbour));
    assertClosed();
    assertForgotten();
  }

  @Test
  void expiryAndWhatADeadBackendLeftIsSwept() throws IOException {
    get("d/f");
    String released = get("d/g");
    // as a backend does that dies before it comes to the lists
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(BOB),
        new ReleaseRequest(Optional.of(released), List.of(), false));
    assertEquals(FILE.withUser(BOBS, 4), acl("d/g"));
    backend.grants.sweep(site.time.instant());
    assertEquals(FILE, acl("d/g"));
    assertEquals(FILE.withUser(BOBS, 4), acl("d/f"), "this one holds");
    site.time.pass(Duration.ofHours(1));
    backend.grants.sweep(site.time.instant());
    assertClosed();
    assertForgotten();
  }

  @Test
  void whatStoodThereBeforeComesBack() throws IOException {
    Acl shut = Acl.ofMode(0644).withUser(BOBS, 0);
    site.tree.setAcl(path("d/f"), shut);
    String token = get("d/f");
    String again = get("d/f");
    assertEquals(OptionalInt.of(4), acl("d/f").user(BOBS));
    release(token);
    release(again);
    assertEquals(shut, acl("d/f"));
  }

  @Test
  void whatIsOpenAnywayIsLeftAlone() throws IOException {
    site.tree.setAcl(path("d"), Acl.ofMode(0755));
    site.tree.setAcl(path("d/f"), Acl.ofMode(0644));
    String token = get("d/f");
    assertEquals(Acl.ofMode(0644), acl("d/f"));
    release(token);
    assertEquals(Acl.ofMode(0644), acl("d/f"));
    assertForgotten();
  }

  @Test
  void whatItsOwnerGivesForGoodStays() throws IOException {
    String token = get("d/f");
    backend.grants.change(site.place("d/f"), acl -> acl.withUser(BOBS, 4), Set.of(BOBS));
    release(token);
    assertEquals(FILE.withUser(BOBS, 4), acl("d/f"));
    assertEquals(DIRECTORY, acl("d"), "nobody said anything of the directory");
    String second = get("d/f");
    backend.grants.change(site.place("d/f"), acl -> acl.withoutUser(BOBS), Set.of(BOBS));
    assertEquals(FILE, acl("d/f"), "nor is a TURL stronger than the owner");
    release(second);
    assertClosed();
    assertForgotten();
  }

  @Test
  void aNameThatMovesTakesNothingAlong() throws IOException {
    get("d/f");
    backend.grants.leave(site.place("d"));
    site.tree.rename(path("d"), path("e"));
    assertEquals(FILE, acl("e/f"));
    assertEquals(DIRECTORY, acl("e"));
    site.tree.rename(path("e"), path("d"));
    assertForgotten();
    assertClosed();
  }

  @Test
  void aFileThatIsRemovedLeavesTheWayClosed() throws IOException {
    get("d/f");
    site.tree.removeFile(path("d/f"));
    assertTrue(site.names.putOn(site.place("d/f")).isEmpty());
    site.removed(site.place("d/f"), Optional.empty());
    backend.grants.settle(List.of(surl("d/f")));
    assertEquals(DIRECTORY, acl("d"));
    assertForgotten();
  }

  @Test
  void aPutOpensTheWayToItsDirectoryUntilItIsDone() throws IOException {
    PutReply reply =
        backend.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(BOB),
            SmallSite.put(OverwriteMode.NEVER, "d/new", "d/newer"));
    String token = reply.token().orElseThrow();
    assertEquals(DIRECTORY.withUser(BOBS, 1), acl("d"));
    reply.files().forEach(file -> SmallSite.write(file.turl().orElseThrow(), "x"));
    backend.puts.call(
        Catalogue.PUT_DONE, site.call(BOB), new PutDoneRequest(token, List.of(surl("d/new"))));
    assertEquals(DIRECTORY.withUser(BOBS, 1), acl("d"), "one file is still to come");
    backend.puts.call(
        Catalogue.PUT_DONE, site.call(BOB), new PutDoneRequest(token, List.of(surl("d/newer"))));
    assertClosed();
    assertForgotten();
  }

  @Test
  void whoHasNoAccountGetsNoTurl() {
    GetReply reply =
        backend.gets.call(
            Catalogue.PREPARE_TO_GET, site.call(SmallSite.ALICE), SmallSite.get("d/f"));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, reply.status().code());
    assertEquals(Optional.empty(), reply.token());
  }

  /** Two backends and sixteen accounts at one file: every list is the last one that was read. */
  @Test
  void accountsDoNotLoseEachOthersEntries() throws Exception {
    List<String> pins = new ArrayList<>();
    for (int pin = 0; pin < 16; pin++) {
      pins.add(
          site.gets
              .call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("d/f"))
              .token()
              .orElseThrow());
    }
    Backend other = Backend.of(site);
    inParallel(
        pins.size(),
        at ->
            (at % 2 == 0 ? backend : other)
                .grants.open(
                    somebody(at), pins.get(at), TurlGrants.Use.READ, List.of(surl("d/f"))));
    assertEquals(16, acl("d/f").users().size());
    assertEquals(16, acl("d").users().size());
    inParallel(
        pins.size(),
        at -> {
          site.requests.call(
              Catalogue.ABORT_REQUEST, site.call(BOB), new AbortRequest(pins.get(at)));
          (at % 2 == 0 ? other : backend).grants.settle(pins.get(at));
        });
    assertClosed();
    assertForgotten();
  }

  private Caller somebody(int number) {
    Call call = site.call("/CN=" + (50_000 + number));
    return call.caller();
  }

  private interface Step {
    void run(int at);
  }

  private static void inParallel(int count, Step step)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int at = 0; at < count; at++) {
        int mine = at;
        running.add(threads.submit(() -> step.run(mine)));
      }
      for (Future<?> one : running) {
        one.get();
      }
    }
  }
}
