package org.bora.backend.scenario;

import static org.bora.api.word.OverwriteMode.NEVER;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutReply;
import org.bora.api.word.Reply;
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
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A put or get whose client never learns its token, in an area that opens its files just in time:
 * it holds no name and no pin, and leaves nothing on disk (I4, I5).
 */
@ExtendWith(MariaDb.class)
class UntoldRequestIT extends OnSmallSite {
  private static final int BOBS = 40001;
  private static final Acl CLOSED = Acl.ofMode(0700);
  private static final AreaPath DIRECTORY = AreaPath.parse("d");

  @BeforeEach
  void makesADirectoryThatHasToBeOpened() throws IOException {
    assumeTrue(site.tree.keepsAcls(), "the temporary directory has no access control lists");
    Files.createDirectory(root.resolve("d"));
    site.tree.setAcl(DIRECTORY, CLOSED);
  }

  private static JustInTime opening(SmallSite at, Backend operations) {
    TurlGrants grants =
        new TurlGrants(
            new AreaAcls(Map.of("vo", new AreaAcl(AclMode.JUST_IN_TIME, Optional.empty()))),
            new AccountRights(new NamedAccounts(), ProcessRights.ofThisProcess()),
            _ -> new Mapping.Mapped.To(new Owner(BOBS, BOBS), "bob"),
            at.locator,
            at.transactions,
            at.tokens);
    return new JustInTime(
        operations, grants, new UntoldRequests(at.transactions, at.locator, at.books, at.tokens));
  }

  private interface Request {
    Reply ask(SmallSite at);
  }

  private PutReply put(SmallSite at) {
    return opening(at, at.puts)
        .call(Catalogue.PREPARE_TO_PUT, at.call(BOB), SmallSite.put(NEVER, "d/a", "d/b"));
  }

  private GetReply get(SmallSite at) {
    return opening(at, at.gets).call(Catalogue.PREPARE_TO_GET, at.call(BOB), SmallSite.get("d/c"));
  }

  /** Tries each look at whether the caller still waits, until none of them finds it gone. */
  private void endsWhereverItsCallerLeaves(Request request) throws IOException {
    int looks = 0;
    boolean left;
    do {
      site.callerLeavesAfter.set(looks);
      boolean told = false;
      try {
        Reply reply = request.ask(site);
        told = true;
        site.callerLeavesAfter.set(Integer.MAX_VALUE);
        assertEquals(SrmStatus.SUCCESS, reply.status().code(), reply::toString);
      } catch (BackendFailure e) {
        assertEquals(BackendFailure.Kind.TIMED_OUT, e.kind());
      }
      left = !told;
      site.callerLeavesAfter.set(Integer.MAX_VALUE);
      if (left) {
        assertNothingIsHeld("left after look " + looks);
      }
      looks++;
    } while (left);
    assertTrue(looks > 3, "it left before and after the request was committed");
  }

  private void endsWhereTheStorageDoesNotLetItsFilesBeOpened(Request request) throws IOException {
    Intercepted.Before refuses =
        (method, _) -> {
          if (method.equals("setAcl")) {
            throw new StorageException(Reason.READ_ONLY, "no list is changed");
          }
        };
    AreaTree tree = Intercepted.of(AreaTree.class, SmallSite.open(root), refuses);
    SmallSite refusing = new SmallSite(settings, tree, new SteppedTime(SmallSite.START));
    try {
      BackendFailure told = assertThrows(BackendFailure.class, () -> request.ask(refusing));
      assertEquals(BackendFailure.Kind.PERMANENT, told.kind());
    } finally {
      refusing.close();
      tree.close();
    }
    assertNothingIsHeld("refused");
  }

  @Test
  void aPutEndsWhereverItsCallerLeaves() throws IOException {
    endsWhereverItsCallerLeaves(this::put);
  }

  @Test
  void aPutEndsWhereTheStorageDoesNotLetItsFilesBeOpened() throws IOException {
    endsWhereTheStorageDoesNotLetItsFilesBeOpened(this::put);
  }

  @Test
  void aGetEndsWhereverItsCallerLeaves() throws IOException {
    Files.writeString(root.resolve("d/c"), "hello");
    endsWhereverItsCallerLeaves(this::get);
  }

  @Test
  void aGetEndsWhereTheStorageDoesNotLetItsFilesBeOpened() throws IOException {
    Files.writeString(root.resolve("d/c"), "hello");
    endsWhereTheStorageDoesNotLetItsFilesBeOpened(this::get);
  }

  private void assertNothingIsHeld(String when) throws IOException {
    assertEquals(0, count("put_file WHERE active_key IS NOT NULL"), when);
    assertEquals(0, count("pin WHERE state IN ('PINNED', 'WAITING')"), when);
    try (Stream<Path> entries = Files.list(root.resolve("d"))) {
      assertEquals(
          List.of(),
          entries.map(Path::getFileName).filter(name -> !name.endsWith("c")).toList(),
          when);
    }
    opening(site, site.puts).grants().sweep(site.time.instant());
    assertEquals(CLOSED, site.tree.acl(DIRECTORY), when);
  }

  private long count(String rows) {
    return site.transactions.read(
        sql -> sql.sql("SELECT COUNT(*) FROM " + rows).query(Long.class).single());
  }
}
