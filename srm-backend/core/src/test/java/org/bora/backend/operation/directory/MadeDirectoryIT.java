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
import org.bora.api.Catalogue;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that a door makes and fills before they get their name. */
class MadeDirectoryIT {
  private static final String CREATOR = "allow read, create, list to vo vo";
  private static final String OWNER = "allow all to vo vo";

  @TempDir Path dir;

  private DirectoryFixture with(String... rules) throws IOException {
    return new DirectoryFixture(dir, DirectorySettings.defaults(), rules);
  }

  private static ReturnStatus make(DirectoryFixture fixture, String made, String name) {
    MkdirRequest asked =
        new MkdirRequest(DirectoryFixture.surl(made), Optional.of(DirectoryFixture.surl(name)));
    return fixture
        .operations
        .call(Catalogue.MKDIR, DirectoryFixture.call(DirectoryFixture.MEMBER), asked)
        .status();
  }

  private static SrmStatus rename(DirectoryFixture fixture, String from, String to, boolean made) {
    return fixture.mv(
        DirectoryFixture.call(DirectoryFixture.MEMBER),
        new MvRequest(
            DirectoryFixture.surl(from), DirectoryFixture.surl(to), Optional.empty(), true, made));
  }

  private static SrmStatus remove(DirectoryFixture fixture, String name, boolean made) {
    RmdirRequest asked =
        new RmdirRequest(DirectoryFixture.surl(name), true, Optional.empty(), made);
    return fixture
        .operations
        .call(Catalogue.RMDIR, DirectoryFixture.call(DirectoryFixture.MEMBER), asked)
        .status()
        .code();
  }

  @Test
  void toCreateIsEnoughForWhatADoorHasMadeAndForNothingElse() throws IOException {
    try (DirectoryFixture fixture = with(CREATOR)) {
      assertEquals(SUCCESS, make(fixture, "/vo/d.copying", "/vo/d").code());
      fixture.file("d.copying/e/f", "x");
      assertEquals(AUTHORIZATION_FAILURE, rename(fixture, "/vo/d.copying", "/vo/d", false));
      assertEquals(SUCCESS, rename(fixture, "/vo/d.copying", "/vo/d", true));
      assertTrue(Files.exists(fixture.root.resolve("d/e/f")));

      assertEquals(SUCCESS, make(fixture, "/vo/g.copying", "/vo/g").code());
      fixture.file("g.copying/e/f", "x");
      assertEquals(AUTHORIZATION_FAILURE, remove(fixture, "/vo/g.copying", false));
      assertEquals(SUCCESS, remove(fixture, "/vo/g.copying", true));
      assertFalse(Files.exists(fixture.root.resolve("g.copying")));
    }
  }

  @Test
  void itIsRenamedOverNothing() throws IOException {
    try (DirectoryFixture fixture = with(OWNER)) {
      assertEquals(SUCCESS, make(fixture, "/vo/d.copying", "/vo/d").code());
      fixture.file("d/other", "x");
      assertEquals(DUPLICATION_ERROR, rename(fixture, "/vo/d.copying", "/vo/d", true));
      assertTrue(Files.exists(fixture.root.resolve("d.copying")));
    }
  }

  private static void assertRefused(DirectoryFixture fixture, String name, String why) {
    ReturnStatus refusal = make(fixture, "/vo/x.copying", name);
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
