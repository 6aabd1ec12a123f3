package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class TokenRightsTest {
  private static final StageTarget STAGED = target("/vo/%64ir//a", StageTarget.State.COMPLETED);
  private static final StageTarget WAITING = target("/vo/dir/b", StageTarget.State.SUBMITTED);
  private static final StageTarget FAILED = target("/other/c", StageTarget.State.FAILED);
  private static final List<StageTarget> ALL = List.of(STAGED, WAITING, FAILED);

  private static StageTarget target(String path, StageTarget.State state) {
    return new StageTarget(
        new SentPath(path), state, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static Optional<Grant> grant(Action action, String path) {
    return Optional.of(new Grant(List.of(new Scope(action, path, false))));
  }

  private static void refused(org.junit.jupiter.api.function.Executable asked) {
    assertEquals(403, assertThrows(Refused.class, asked).status());
  }

  @Test
  void callersWithCertificatesMayDoBoth() {
    assertDoesNotThrow(() -> TokenRights.mayEnd(Optional.empty(), ALL));
    assertDoesNotThrow(() -> TokenRights.mayLook(Optional.empty(), ALL));
  }

  @Test
  void storageStageAllowsToEndAndToLook() {
    assertDoesNotThrow(() -> TokenRights.mayEnd(grant(Action.STAGE, "/vo/dir"), ALL));
    assertDoesNotThrow(() -> TokenRights.mayLook(grant(Action.STAGE, "/vo/dir"), ALL));
  }

  @Test
  void storagePollAllowsToLookAlone() {
    assertDoesNotThrow(() -> TokenRights.mayLook(grant(Action.POLL, "/vo"), ALL));
    refused(() -> TokenRights.mayEnd(grant(Action.POLL, "/vo"), ALL));
  }

  @Test
  void storageReadAllowsNeither() {
    refused(() -> TokenRights.mayLook(grant(Action.READ, "/"), ALL));
    refused(() -> TokenRights.mayEnd(grant(Action.READ, "/"), ALL));
    refused(() -> TokenRights.mayEnd(Optional.of(new Grant(List.of())), ALL));
  }

  @Test
  void whyAllFilesFailedMayBeReadWhateverTheScopesCover() {
    StageTarget failed = target("/vo/other/a", StageTarget.State.FAILED);
    assertDoesNotThrow(
        () -> TokenRights.mayLook(grant(Action.STAGE, "/vo/dir"), List.of(failed, failed)));
    refused(
        () ->
            TokenRights.mayLook(
                grant(Action.STAGE, "/vo/dir"),
                List.of(failed, target("/vo/other/b", StageTarget.State.SUBMITTED))));
  }

  @Test
  void aScopeCountsForItsPathAlone() {
    refused(() -> TokenRights.mayEnd(grant(Action.STAGE, "/vo/dir/a"), ALL));
    refused(() -> TokenRights.mayLook(grant(Action.STAGE, "/vo/di"), ALL));
    assertDoesNotThrow(() -> TokenRights.mayEnd(grant(Action.STAGE, "/vo/dir/a"), List.of(STAGED)));
  }
}
