package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
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
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may open a file that was on tape alone, where accounts are granted access one by one. */
abstract class StubRightsSuite {
  private static final int BOBS = 40001;

  private RecallBench bench;
  private Backend one;
  private SmallSite site;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend(bench.library, tree -> tree, RoomMaker.NONE);
    site = one.site();
    site.tree.makeDirectory(AreaPath.parse("d"), Owner.PROCESS, 0755);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** As a GridFTP server does that runs as the account of the caller. */
  @Test
  void aGetOpensTheFileForItsAccountOnceItIsBack() throws Exception {
    assumeTrue(site.tree.keepsAcls(), "the temporary directory has no access control lists");
    bench.onTape(one, "d/a");
    site.tree.setAcl(AreaPath.parse("d"), Acl.ofMode(0700));
    site.tree.setAcl(AreaPath.parse("d/a"), Acl.ofMode(0600));
    TurlGrants grants = grants();
    UntoldRequests untold =
        new UntoldRequests(site.transactions, site.locator, site.books, site.tokens);
    JustInTime gets = new JustInTime(site.gets, grants, untold);
    GetReply asked = gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("d/a"));
    assertEquals(List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(asked));
    assertEquals(Acl.ofMode(0600), site.tree.acl(AreaPath.parse("d/a")), "nothing to read yet");

    one.work();
    String token = asked.token().orElseThrow();
    GetReply done =
        gets.call(Catalogue.STATUS_OF_GET, site.call(BOB), new StatusRequest(token, List.of()));
    assertEquals(List.of(SrmStatus.FILE_PINNED), RecallBench.codes(done));
    assertEquals(Acl.ofMode(0600).withUser(BOBS, 4), site.tree.acl(AreaPath.parse("d/a")));
    assertEquals(Acl.ofMode(0700).withUser(BOBS, 1), site.tree.acl(AreaPath.parse("d")));
    if (ProcessRights.ofThisProcess().uid() == 0) {
      assertEquals(RecallBench.content("d/a"), readByBob(bench.root().resolve("d/a")));
    }

    new JustInTime(site.requests, grants, untold)
        .call(
            Catalogue.RELEASE_FILES,
            site.call(BOB),
            new ReleaseRequest(Optional.of(token), List.of(), true));
    assertFalse(site.tree.facts(AreaPath.parse("d/a")).residency().onDisk());
    assertEquals(Acl.ofMode(0600), site.tree.acl(AreaPath.parse("d/a")), "the stub opens nothing");
    assertEquals(Acl.ofMode(0700), site.tree.acl(AreaPath.parse("d")));
    bench.bringOnline(one, ALICE, "d/a");
    one.work();
    assertEquals(Acl.ofMode(0600), site.tree.acl(AreaPath.parse("d/a")));
  }

  private TurlGrants grants() {
    return new TurlGrants(
        new AreaAcls(Map.of("vo", new AreaAcl(AclMode.JUST_IN_TIME, Optional.empty()))),
        new AccountRights(new NamedAccounts(), ProcessRights.ofThisProcess()),
        caller -> new Mapping.Mapped.To(new Owner(BOBS, BOBS), "bob"),
        site.locator,
        site.transactions,
        site.tokens);
  }

  private static String readByBob(Path file) throws Exception {
    // the directories of the test itself are not of the area
    Set<PosixFilePermission> searchable = PosixFilePermissions.fromString("rwx--x--x");
    Path area = file.getParent().getParent();
    Files.setPosixFilePermissions(area, searchable);
    Files.setPosixFilePermissions(area.getParent(), searchable);
    String bob = Integer.toString(BOBS);
    Process reader =
        new ProcessBuilder(
                "setpriv", "--reuid", bob, "--regid", bob, "--clear-groups", "cat", file.toString())
            .redirectErrorStream(true)
            .start();
    String read = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(reader.waitFor(30, TimeUnit.SECONDS));
    return read;
  }
}
