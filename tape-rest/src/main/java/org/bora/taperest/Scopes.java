package org.bora.taperest;

import java.util.Optional;
import java.util.Set;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The scopes that a call needs (WLCG profile 1.3: {@code storage.stage}, {@code storage.poll}).
 * Whether a scope covers a file is decided by the engine, file by file, and for the files of
 * requests by {@link TokenRights}.
 */
final class Scopes {
  private Scopes() {}

  /**
   * Refuses a token without a scope for the call.
   *
   * @param grant of the token; empty for callers with a certificate, who need none
   */
  static void require(Optional<Grant> grant, Route.Kind kind, String method) throws Refused {
    Set<Action> wanted = wanted(kind, method);
    if (grant.isEmpty() || wanted.isEmpty()) {
      return;
    }
    if (grant.get().scopes().stream().noneMatch(scope -> wanted.contains(scope.action()))) {
      throw new Refused(
          HttpStatus.FORBIDDEN_403,
          "the token needs storage.stage"
              + (wanted.contains(Action.POLL) ? " or storage.poll" : "")
              + " for this: it has "
              + grant.get());
    }
  }

  /** Every storage scope allows to ask where its files are. */
  private static Set<Action> wanted(Route.Kind kind, String method) {
    return switch (kind) {
      case STAGE, CANCEL, RELEASE -> Set.of(Action.STAGE);
      case REQUEST ->
          method.equals("DELETE") ? Set.of(Action.STAGE) : Set.of(Action.STAGE, Action.POLL);
      case DISCOVERY, DESCRIPTION, ARCHIVE_INFO, UNKNOWN -> Set.of();
    };
  }
}
