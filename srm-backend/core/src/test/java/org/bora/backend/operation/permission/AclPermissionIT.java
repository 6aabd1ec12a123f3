package org.bora.backend.operation.permission;

import static org.bora.backend.operation.permission.PermissionFixture.ALICE;
import static org.bora.backend.operation.permission.PermissionFixture.BOB;
import static org.bora.backend.operation.permission.PermissionFixture.BOBS;
import static org.bora.backend.operation.permission.PermissionFixture.PHYSICS;
import static org.bora.backend.operation.permission.PermissionFixture.call;
import static org.bora.backend.operation.permission.PermissionFixture.entry;
import static org.bora.backend.operation.permission.PermissionFixture.wanted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Catalogue;
import org.bora.api.directory.Permission;
import org.bora.api.permission.FilePermissions;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Call;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.PermissionType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.access.AclMode;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.Acl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access control lists by srmSetPermission, srmGetPermission and srmCheckPermission. */
class AclPermissionIT {
  private static final Call OWNER = call(ALICE, "/vo");
  private static final Call STRANGER = call(BOB, "/vo");

  @TempDir Path dir;
  private PermissionFixture site;

  @BeforeEach
  void opensTheArea() throws IOException {
    site = new PermissionFixture(dir, new SetPermissionIT.Idle(), AclMode.NONE);
    site.file("f", "rw-r-----");
  }

  @AfterEach
  void closesTheArea() {
    site.close();
  }

  private ReturnStatus users(PermissionType type, Permission... users) {
    return site.set(OWNER, "f", wanted(type, null, null, List.of(users), List.of()));
  }

  private ReturnStatus groups(PermissionType type, Permission... groups) {
    return site.set(OWNER, "f", wanted(type, null, null, List.of(), List.of(groups)));
  }

  private static void assertDone(ReturnStatus status) {
    assertEquals(SrmStatus.SUCCESS, status.code(), status::explanation);
  }

  private Acl acl() throws IOException {
    return site.tree.acl(site.path("f"));
  }

  @Test
  void entriesAreAddedChangedAndRemoved() throws IOException {
    site.needsAcls();
    assertDone(users(PermissionType.ADD, entry("bob", PermissionMode.R)));
    assertDone(users(PermissionType.ADD, entry("bob", PermissionMode.W)));
    assertDone(groups(PermissionType.CHANGE, entry("physics", PermissionMode.RX)));
    assertEquals(Acl.ofMode(0640).withUser(BOBS, 6).withNamedGroup(PHYSICS, 5), acl());
    assertDone(users(PermissionType.CHANGE, entry("bob", PermissionMode.X)));
    assertEquals(OptionalInt.of(1), acl().user(BOBS));
    assertDone(users(PermissionType.REMOVE, entry("bob", PermissionMode.NONE)));
    assertDone(users(PermissionType.REMOVE, entry("carol", PermissionMode.RWX)));
    assertDone(groups(PermissionType.REMOVE, entry("physics", PermissionMode.NONE)));
    assertEquals(Acl.ofMode(0640), acl());
  }

  @Test
  void whatIsReadBackIsWhatWasSaid() throws IOException {
    site.needsAcls();
    assertDone(
        site.set(
            OWNER,
            "f",
            wanted(
                PermissionType.CHANGE,
                PermissionMode.RWX,
                PermissionMode.X,
                List.of(entry("bob", PermissionMode.RW), entry("40009", PermissionMode.R)),
                List.of(entry("physics", PermissionMode.R), entry("-", PermissionMode.RX)))));
    FilePermissions said = site.get("f");
    assertEquals(PermissionMode.RWX, said.owner().mode());
    assertEquals(PermissionMode.X, said.other());
    assertEquals(
        List.of(entry("bob", PermissionMode.RW), entry("40009", PermissionMode.R)), said.users());
    assertEquals(PermissionMode.RX, said.groups().getFirst().mode(), "the owning group is first");
    assertEquals(entry("physics", PermissionMode.R), said.groups().get(1));
    site.tree.setMode(site.path("f"), 0740);
    assertEquals(
        List.of(entry("bob", PermissionMode.R), entry("40009", PermissionMode.R)),
        site.get("f").users(),
        "what the mask takes away is nobody's right");
  }

  @Test
  void baseEntriesMayBeNamedToo() throws IOException {
    assertDone(users(PermissionType.CHANGE, entry("alice", PermissionMode.R)));
    assertDone(groups(PermissionType.ADD, entry("-", PermissionMode.W)));
    assertEquals(Acl.ofMode(0460), acl());
    SetPermissionRequest none =
        wanted(
            PermissionType.REMOVE,
            PermissionMode.R,
            null,
            List.of(),
            List.of(entry("-", PermissionMode.R)));
    assertDone(site.set(OWNER, "f", none));
    assertEquals(Acl.ofMode(0), acl(), "REMOVE ignores the mode");
    SetPermissionRequest add =
        wanted(PermissionType.ADD, PermissionMode.R, PermissionMode.X, List.of(), List.of());
    assertDone(site.set(OWNER, "f", add));
    assertDone(site.set(OWNER, "f", add));
    assertEquals(Acl.ofMode(0401), acl());
  }

  @Test
  void gridIdentitiesMeanTheAccountsTheyAreMappedTo() throws IOException {
    site.needsAcls();
    assertDone(users(PermissionType.ADD, entry(BOB, PermissionMode.R)));
    assertDone(groups(PermissionType.ADD, entry("/vo/physics", PermissionMode.R)));
    assertEquals(Acl.ofMode(0640).withUser(BOBS, 4).withNamedGroup(PHYSICS, 4), acl());
  }

  @Test
  void aNameThatNobodyHasIsToldAndNothingChanges() throws IOException {
    for (String name : List.of("nobody-at-all", "/CN=nobody", "-1", "")) {
      ReturnStatus status =
          users(PermissionType.ADD, entry("bob", PermissionMode.R), entry(name, PermissionMode.R));
      assertEquals(SrmStatus.INVALID_REQUEST, status.code(), name);
      assertTrue(status.explanation().contains("'" + name + "'"), status::explanation);
    }
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        groups(PermissionType.ADD, entry("nobody-at-all", PermissionMode.R)).code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        users(PermissionType.ADD, entry("bob", PermissionMode.R), entry(BOB, PermissionMode.W))
            .code());
    assertEquals(Acl.ofMode(0640), acl());
  }

  @Test
  void onlyTheOwnerChangesPermissionsWhereFilesHaveOwners() throws IOException {
    SetPermissionRequest open =
        wanted(PermissionType.CHANGE, null, PermissionMode.RWX, List.of(), List.of());
    SrmStatus refused = site.set(call("/CN=nobody", "/vo"), "f", open).code();
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, refused, "nobody is mapped");
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, site.set(call(ALICE), "f", open).code(), "no rule");
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, site.set(STRANGER, "f", open).code(), "another's file");
    assertEquals("rw-r-----", site.mode("f"));
    assertDone(site.set(call("/O=admin"), "f", open));
    assertEquals("rw-r--rwx", site.mode("f"));
    site.withoutPrivilege();
    assertDone(
        site.set(
            STRANGER,
            "f",
            wanted(PermissionType.CHANGE, PermissionMode.RW, null, List.of(), List.of())));
    ReturnStatus status = users(PermissionType.ADD, entry(BOB, PermissionMode.R));
    assertEquals(SrmStatus.INVALID_REQUEST, status.code());
    assertTrue(status.explanation().contains("belong to one account"), status::explanation);
  }

  @Test
  void directoriesHaveListsAndLinksHaveNot() throws IOException {
    site.needsAcls();
    Files.createDirectory(dir.resolve("d"));
    Files.createSymbolicLink(dir.resolve("link"), Path.of("f"));
    SetPermissionRequest bob =
        wanted(PermissionType.ADD, null, null, List.of(entry("bob", PermissionMode.RX)), List.of());
    assertDone(site.set(OWNER, "d", bob));
    assertEquals(List.of(entry("bob", PermissionMode.RX)), site.get("d").users());
    assertEquals(SrmStatus.INVALID_PATH, site.set(OWNER, "link", bob).code());
    assertEquals(SrmStatus.INVALID_PATH, site.getStatus(OWNER, "/vo/link"));
  }

  @Test
  void permissionsAreToldToThoseWhoMayList() {
    assertEquals(SrmStatus.SUCCESS, site.getStatus(call("/CN=x"), "/vo/f"));
    assertEquals(SrmStatus.SUCCESS, site.getStatus(OWNER, "/"));
    assertEquals(SrmStatus.INVALID_PATH, site.getStatus(OWNER, "/vo/none"));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.getStatus(call("/O=x"), "/vo/f"));
    assertEquals(
        SrmStatus.PARTIAL_SUCCESS,
        site.operations
            .call(
                Catalogue.GET_PERMISSION,
                OWNER,
                new SurlsRequest(List.of(new Surl("srm://h/vo/f"), new Surl("srm://h/vo/none"))))
            .status()
            .code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.operations
            .call(Catalogue.GET_PERMISSION, OWNER, new SurlsRequest(List.of()))
            .status()
            .code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.operations
            .call(Catalogue.CHECK_PERMISSION, OWNER, new SurlsRequest(List.of()))
            .status()
            .code());
  }

  private Optional<PermissionMode> may(Call call, String sfn) {
    return site.check(call, sfn).mode();
  }

  @Test
  void rightsAreWhatTheRulesAllowAndTheAccountCan() throws IOException {
    site.needsAcls();
    Path sub = Files.createDirectory(dir.resolve("d"));
    site.file("d/g", "rw-r--r--");
    site.tree.setMode(site.path("d"), 0755);
    site.tree.setMode(site.path(""), 0755);
    assertEquals(Optional.of(PermissionMode.NONE), may(STRANGER, "/vo/f"));
    assertDone(users(PermissionType.ADD, entry("bob", PermissionMode.RW)));
    assertEquals(Optional.of(PermissionMode.RW), may(STRANGER, "/vo/f"));
    assertEquals(Optional.of(PermissionMode.NONE), may(call(BOB), "/vo/f"), "no rule");
    assertEquals(Optional.of(PermissionMode.R), may(STRANGER, "/vo/d/g"));
    assertEquals(Optional.of(PermissionMode.RX), may(STRANGER, "/vo/d"));
    assertEquals(Optional.of(PermissionMode.RX), may(call(BOB), "/vo/d"));
    assertEquals(Optional.of(PermissionMode.RX), may(STRANGER, "/"));
    site.tree.setMode(site.path("d"), 0700);
    assertEquals(Optional.of(PermissionMode.NONE), may(STRANGER, "/vo/d/g"), sub + " is closed");
    assertEquals(Optional.of(PermissionMode.NONE), may(call("/CN=nobody", "/vo"), "/vo/f"));
    assertEquals(SrmStatus.INVALID_PATH, site.check(OWNER, "/vo/none").status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, site.check(call("/O=x"), "/vo/f").status().code());
  }

  @Test
  void theOwnersRightsAreTheOwners() throws IOException {
    site.tree.setMode(site.path("f"), 0577);
    boolean root = ProcessRights.ofThisProcess().uid() == 0;
    assertEquals(Optional.of(root ? PermissionMode.RW : PermissionMode.R), may(OWNER, "/vo/f"));
    site.withoutPrivilege();
    assertEquals(may(OWNER, "/vo/f"), may(STRANGER, "/vo/f"), "all are one account");
  }

  @Test
  void whereFilesAreOpenedJustInTimeTheRulesDecide(@TempDir Path other) throws IOException {
    try (PermissionFixture just =
        new PermissionFixture(other, new SetPermissionIT.Idle(), AclMode.JUST_IN_TIME)) {
      just.file("f", "rw-------");
      assertEquals(Optional.of(PermissionMode.RW), just.check(STRANGER, "/vo/f").mode());
      assertEquals(Optional.of(PermissionMode.NONE), just.check(call(BOB), "/vo/f").mode());
    }
  }
}
