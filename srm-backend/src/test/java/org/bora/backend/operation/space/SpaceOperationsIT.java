package org.bora.backend.operation.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.SurlLocator;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SpaceFacts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of a real filesystem; others use it too, so they are compared with some tolerance. */
class SpaceOperationsIT {

  private static final Call MEMBER = call("/CN=m");
  private static final Call STRANGER = call("/CN=s");

  @TempDir Path dir;
  private AreaTree tree;

  private static Call call(String dn) {
    return new Call(new Caller(dn, "/CN=CA", List.of(), "::1"), Instant.MAX, "trace");
  }

  @BeforeEach
  void opensTheArea() throws IOException {
    tree = new PosixDriver().open(dir);
  }

  @AfterEach
  void closesTheArea() {
    tree.close();
  }

  private SpaceOperations operations(long promised) {
    Locator locator =
        new SurlLocator(
            new LocateSettings(List.of("h")),
            List.of(AreaTrees.area("/vo", tree), AreaTrees.area("/closed")));
    Authoriser authoriser = WrittenRules.of("/vo", "allow read to dn /CN=m");
    return new SpaceOperations(
        new GetSpaceTokens(locator, authoriser),
        new GetSpaceMetaData(locator, authoriser, _ -> promised));
  }

  private SpaceFigures figures(long promised) {
    SpaceMetaDataReply reply = operations(promised).getSpaceMetaData(MEMBER, List.of("token-vo"));
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    return reply.spaces().getFirst().figures().orElseThrow();
  }

  @Test
  void figuresAreThoseOfTheFilesystemLessWhatIsPromised() throws IOException {
    SpaceFacts facts = tree.space();
    long promised = facts.available() / 2;

    SpaceFigures figures = figures(promised);

    assertEquals(facts.total(), figures.total());
    assertEquals(facts.total(), figures.guaranteed());
    long tolerance = facts.available() / 5;
    assertTrue(Math.abs(facts.available() - promised - figures.unused()) < tolerance);
    assertEquals(-1, figures.lifetimeLeft());
  }

  @Test
  void unusedIsNeverNegative() {
    assertEquals(0, figures(Long.MAX_VALUE).unused());
  }

  @Test
  void everyTokenHasItsStatus() {
    List<String> tokens = List.of("token-vo", "unknown", "token-closed");

    SpaceMetaDataReply reply = operations(0).getSpaceMetaData(MEMBER, tokens);

    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    assertEquals(tokens, reply.spaces().stream().map(SpaceDetail::token).toList());
    assertEquals(
        List.of(SrmStatus.SUCCESS, SrmStatus.INVALID_REQUEST, SrmStatus.AUTHORIZATION_FAILURE),
        reply.spaces().stream().map(space -> space.status().code()).toList());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        operations(0).getSpaceMetaData(MEMBER, List.of()).status().code());
  }

  @Test
  void tokensAreFoundByTheirExactDescription() {
    SpaceOperations operations = operations(0);

    assertEquals(
        List.of("token-vo"), operations.getSpaceTokens(MEMBER, Optional.of("VO")).tokens());
    assertEquals(List.of("token-vo"), operations.getSpaceTokens(MEMBER, Optional.empty()).tokens());
    for (String other : List.of("vo", "VO ", "CLOSED")) {
      assertEquals(
          SrmStatus.INVALID_REQUEST,
          operations.getSpaceTokens(MEMBER, Optional.of(other)).status().code());
    }
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        operations.getSpaceTokens(STRANGER, Optional.empty()).status().code());
  }
}
