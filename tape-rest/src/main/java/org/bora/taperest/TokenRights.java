package org.bora.taperest;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * What a token permits for a stage request of its subject: a token for reading only must not end
 * the request. The engine identifies requests only by their subjects. It decides which files may be
 * staged and queried.
 */
final class TokenRights {
  private TokenRights() {}

  /** Cancelling needs storage.stage on all these files; failed ones have nothing to cancel. */
  static void mayEnd(Optional<Grant> grant, Collection<StageTarget> targets) throws Refused {
    boolean may =
        grant.isEmpty()
            || targets.stream()
                .filter(target -> target.state() != StageTarget.State.FAILED)
                .allMatch(target -> covered(grant.get(), target, List.of(Action.STAGE)));
    if (!may) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403, "the token has no scope storage.stage for these files");
    }
  }

  /**
   * Looking asks for storage.stage or storage.poll on one of the files. If all of them failed,
   * every token may look: a missing scope may be why they failed, and the client reads that here.
   */
  static void mayLook(Optional<Grant> grant, Collection<StageTarget> targets) throws Refused {
    boolean may =
        grant.isEmpty()
            || targets.stream().allMatch(target -> target.state() == StageTarget.State.FAILED)
            || targets.stream()
                .anyMatch(
                    target -> covered(grant.get(), target, List.of(Action.STAGE, Action.POLL)));
    if (!may) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "the token has neither scope storage.stage nor storage.poll for these files");
    }
  }

  private static boolean covered(Grant grant, StageTarget target, List<Action> actions) {
    String sfn = target.path().sfn();
    return grant.scopes().stream()
        .anyMatch(scope -> actions.contains(scope.action()) && scope.covers(sfn));
  }
}
