package org.bora.backend.operation.directory;

import static org.bora.api.word.SrmStatus.AUTHORIZATION_FAILURE;
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
import org.bora.api.directory.MvRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.ReturnStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a door replaces is moved aside only where the caller may finish or undo that: else it would
 * be left under the name aside.
 */
class MakeRoomIT {
  private static final String OWNER = "allow all to vo vo";
  private static final MvRequest ASIDE =
      MvRequest.toMakeRoom(
          DirectoryFixture.surl("/vo/n"), DirectoryFixture.surl("/vo/n.aside"), Optional.empty());
  private static final MvRequest OTHER_NAME =
      MvRequest.exactly(ASIDE.from(), ASIDE.to(), Optional.empty());

  @TempDir Path dir;

  private static ReturnStatus ask(DirectoryFixture fixture, Caller caller, MvRequest asked) {
    return fixture.operations.call(Catalogue.MV, DirectoryFixture.call(caller), asked).status();
  }

  private static void assertStays(DirectoryFixture fixture, Caller caller, String why) {
    ReturnStatus refusal = ask(fixture, caller, ASIDE);
    assertEquals(AUTHORIZATION_FAILURE, refusal.code());
    assertTrue(refusal.explanation().contains(why), refusal.explanation());
    assertTrue(Files.exists(fixture.root.resolve("n")));
    assertFalse(Files.exists(fixture.root.resolve("n.aside")));
  }

  /** The same rename is allowed where nothing is to come to the old name. */
  @ParameterizedTest
  @CsvSource({
    "deny create to anyone on /vo/n, to create /vo/n",
    "deny delete to anyone on /vo/n.aside, to rename and remove /vo/n.aside",
  })
  void aFileStaysWhereItCouldNotComeBackOrGo(String rule, String why) throws IOException {
    try (DirectoryFixture fixture = new DirectoryFixture(dir, settings(), rule, OWNER)) {
      fixture.file("n", "kept");
      assertStays(fixture, DirectoryFixture.MEMBER, why);
      assertEquals(SUCCESS, ask(fixture, DirectoryFixture.MEMBER, OTHER_NAME).code());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "deny create to anyone on /vo/n/kept/**, to create /vo/n",
    "deny delete to anyone on /vo/n.aside/kept/**, to rename and remove /vo/n.aside",
  })
  void aDirectoryStaysWhereSomethingInItCouldNot(String rule, String why) throws IOException {
    try (DirectoryFixture fixture = new DirectoryFixture(dir, settings(), rule, OWNER)) {
      fixture.file("n/f", "kept");
      assertStays(fixture, DirectoryFixture.MEMBER, why);
      assertEquals(SUCCESS, ask(fixture, DirectoryFixture.MEMBER, OTHER_NAME).code());
    }
  }

  @Test
  void aTokenThatMayCreateButNotRemoveReplacesNothing() throws IOException {
    try (DirectoryFixture fixture = new DirectoryFixture(dir, settings(), OWNER)) {
      fixture.file("n", "kept");
      assertStays(fixture, with(Action.CREATE), "to rename and remove /vo/n.aside");
      assertEquals(SUCCESS, ask(fixture, with(Action.MODIFY), ASIDE).code());
    }
  }

  @Test
  void whoMayDoAllOfItMovesDirectoriesAside() throws IOException {
    try (DirectoryFixture fixture = new DirectoryFixture(dir, settings(), OWNER)) {
      fixture.file("n/f", "kept");
      assertEquals(SUCCESS, ask(fixture, DirectoryFixture.MEMBER, ASIDE).code());
      assertTrue(Files.exists(fixture.root.resolve("n.aside/f")));
    }
  }

  private static DirectorySettings settings() {
    return DirectorySettings.defaults();
  }

  /** By a token of an issuer. */
  private static Caller with(Action action) {
    return new Caller(
        "/ISSUER=iam/SUB=m",
        "https://iam",
        DirectoryFixture.MEMBER.fqans(),
        "::1",
        Optional.of(new Grant(List.of(new Scope(action, "/vo", false)))));
  }
}
