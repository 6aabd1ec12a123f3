package org.bora.door.macaroon;

import java.util.Optional;
import org.bora.api.word.Grant.Action;

/** What a caveat {@code activity:} may name; the words are those of dCache, which clients use. */
enum Activity {
  /** Read files. */
  DOWNLOAD(Action.READ),
  /** Store new files and make directories; with DELETE also replace files. */
  UPLOAD(Action.CREATE),
  /** Remove files and directories. */
  DELETE(Action.DELETE),
  /** Make directories, and rename together with UPLOAD. */
  MANAGE(Action.MANAGE),
  /** List directories and look at files. */
  LIST(Action.LIST),
  /** Look at files and directories. */
  READ_METADATA(Action.LIST),
  /** Nothing here: HTTP changes no metadata. */
  UPDATE_METADATA(Action.LIST),
  /** Recall from tape. */
  STAGE(Action.STAGE),
  /** Ask how a recall stands. */
  POLL(Action.POLL);

  private final Action action;

  Activity(Action action) {
    this.action = action;
  }

  Action action() {
    return action;
  }

  static Optional<Activity> of(String word) {
    for (Activity activity : values()) {
      if (activity.name().equals(word)) {
        return Optional.of(activity);
      }
    }
    return Optional.empty();
  }
}
