package org.bora.backend.operation.directory;

import static org.bora.api.word.SrmStatus.AUTHORIZATION_FAILURE;
import static org.bora.api.word.SrmStatus.DUPLICATION_ERROR;
import static org.bora.api.word.SrmStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that a door makes and fills before they get their name. */
class LaterNameIT {
  private static final String CREATOR = "allow read, create, list to vo vo";
  private static final String OWNER = "allow all to vo vo";

  @TempDir Path dir;

  private DirectoryFixture with(String... rules) throws IOException {
    return new DirectoryFixture(dir, DirectorySettings.defaults(), rules);
  }

  private static ReturnStatus make(DirectoryFixture fixture, String made, String name) {
    return make(fixture, DirectoryFixture.MEMBER, made, name);
  }

  private static ReturnStatus make(
      DirectoryFixture fixture, Caller caller, String made, String name) {
    MkdirRequest asked =
        new MkdirRequest(DirectoryFixture.surl(made), Optional.of(DirectoryFixture.surl(name)));
    return fixture.operations.call(Catalogue.MKDIR, DirectoryFixture.call(caller), asked).status();
  }

  private static SrmStatus rename(DirectoryFixture fixture, Caller caller, String from, String to) {
    return fixture.mv(
        DirectoryFixture.call(caller),
        MvRequest.exactly(
            DirectoryFixture.surl(from), DirectoryFixture.surl(to), Optional.empty()));
  }

  private static SrmStatus remove(DirectoryFixture fixture, Caller caller, String name) {
    RmdirRequest asked = new RmdirRequest(DirectoryFixture.surl(name), true);
    return fixture
        .operations
        .call(Catalogue.RMDIR, DirectoryFixture.call(caller), asked)
        .status()
        .code();
  }

  /** By a token of an issuer. */
  private static Caller with(Action... actions) {
    List<Scope> scopes = Stream.of(actions).map(action -> new Scope(action, "/vo", false)).toList();
    return new Caller(
        "/ISSUER=iam/SUB=m",
        "https://iam",
        DirectoryFixture.MEMBER.fqans(),
        "::1",
        Optional.of(new Grant(scopes)));
  }

  /**
   * A token that allows to create allows to rename. If the door removed such a copy for it, files
   * of others would go that were moved into the copy before.
   */
  @Test
  void aTokenToCreateNeitherBeginsACopyNorRemovesAFileByOne() throws IOException {
    try (DirectoryFixture fixture = with(OWNER)) {
      Caller creator = with(Action.CREATE);
      assertRefused(fixture, creator, "/vo/x", "needs the right to remove it again");

      Path file = fixture.file("result", "of another user");
      assertEquals(SUCCESS, make(fixture, "/vo/d.copying", "/vo/d").code());
      assertEquals(SUCCESS, rename(fixture, creator, "/vo/result", "/vo/d.copying/result"));
      assertEquals(AUTHORIZATION_FAILURE, remove(fixture, creator, "/vo/d.copying"));
      assertEquals(SUCCESS, rename(fixture, creator, "/vo/d.copying/result", "/vo/result"));
      assertTrue(Files.exists(file));
    }
  }

  @Test
  void aTokenMustAllowToRenameAndToRemove() throws IOException {
    try (DirectoryFixture fixture = with(OWNER)) {
      assertRefused(fixture, with(Action.DELETE), "/vo/x", "");
      assertEquals(SUCCESS, make(fixture, with(Action.MODIFY), "/vo/d.copying", "/vo/d").code());
      Caller both = with(Action.CREATE, Action.DELETE);
      assertEquals(SUCCESS, make(fixture, both, "/vo/e.copying", "/vo/e").code());
      assertEquals(SUCCESS, rename(fixture, both, "/vo/e.copying", "/vo/e"));
      assertEquals(SUCCESS, remove(fixture, both, "/vo/e"));
    }
  }

  @Test
  void rulesMustAllowToRemoveEverythingThere() throws IOException {
    try (DirectoryFixture fixture = with(CREATOR)) {
      assertRefused(fixture, "/vo/x", "needs the right to remove it again");
    }
  }

  @Test
  void rulesMustNotKeepAnythingBelow() throws IOException {
    try (DirectoryFixture fixture = with("deny delete to anyone on /vo/x.copying/a/**", OWNER)) {
      assertRefused(fixture, "/vo/x", "needs the right to remove it again");
      assertEquals(SUCCESS, make(fixture, "/vo/e.copying", "/vo/e").code());
    }
  }

  @Test
  void itIsRenamedOverNothing() throws IOException {
    try (DirectoryFixture fixture = with(OWNER)) {
      assertEquals(SUCCESS, make(fixture, "/vo/d.copying", "/vo/d").code());
      fixture.file("d/other", "x");
      assertEquals(
          DUPLICATION_ERROR, rename(fixture, DirectoryFixture.MEMBER, "/vo/d.copying", "/vo/d"));
      assertTrue(Files.exists(fixture.root.resolve("d.copying")));
    }
  }

  private static void assertRefused(DirectoryFixture fixture, String name, String why) {
    assertRefused(fixture, DirectoryFixture.MEMBER, name, why);
  }

  private static void assertRefused(
      DirectoryFixture fixture, Caller caller, String name, String why) {
    ReturnStatus refusal = make(fixture, caller, "/vo/x.copying", name);
    assertEquals(AUTHORIZATION_FAILURE, refusal.code(), name);
    assertTrue(refusal.explanation().contains(why), refusal.explanation());
    assertFalse(Files.exists(fixture.root.resolve("x.copying")), name);
  }

  @Test
  void aCallerWhoMayNotFillTheNameHearsSoBeforeAnythingIsMade() throws IOException {
    String denied = "deny create to anyone on /vo/d/secret/**";
    try (DirectoryFixture fixture = with(denied, OWNER)) {
      assertRefused(fixture, "/vo/d", "to create everything below /vo/d");
      assertEquals(SUCCESS, make(fixture, "/vo/e.copying", "/vo/e").code());
    }
  }

  @Test
  void aCallerWhoMayNotFillTheNameBesideHearsSoToo() throws IOException {
    try (DirectoryFixture fixture = with("deny create to anyone on /vo/x.copying/deep/**", OWNER)) {
      assertRefused(fixture, "/vo/x", "to create everything below /vo/x.copying");
    }
  }

  @Test
  void whatIsThereMustBeTheCallersToReplace() throws IOException {
    try (DirectoryFixture fixture = with(CREATOR)) {
      fixture.file("d/f", "x");
      fixture.file("f", "x");
      for (String there : List.of("/vo/d", "/vo/f")) {
        assertRefused(fixture, there, "");
      }
    }
  }

  @Test
  void everythingBelowMustBeTheCallersToReplace() throws IOException {
    try (DirectoryFixture fixture = with("deny delete to anyone on /vo/d/kept/**", OWNER)) {
      fixture.file("d/f", "x");
      assertRefused(fixture, "/vo/d", "to rename everything below /vo/d");
      fixture.file("e/f", "x");
      assertEquals(SUCCESS, make(fixture, "/vo/e.copying", "/vo/e").code());
    }
  }

  @Test
  void areasStayWhereTheyAre() throws IOException {
    try (DirectoryFixture fixture = with(OWNER)) {
      assertRefused(fixture, "/vo", "root of a storage area");
      assertRefused(fixture, "/vo/tape", "root of a storage area");
      assertRefused(fixture, "/top", "");
    }
  }
}
