package org.bora.backend.stage.rebuild;

import org.bora.storage.spi.EntryFacts;

/** Which attributes of files a rebuild trusts. */
public enum Belief {
  /** What Bora has sealed on the very file. */
  SEALED,
  /**
   * What Bora has sealed on it, or on another file of the same account: the area was copied to
   * another filesystem, or restored from a backup.
   */
  RESTORED,
  /**
   * All of it, but for the reservation that a file says it is counted in: the seal keys are lost.
   * An account can claim the copy on tape of another's file then.
   */
  UNSEALED;

  /** Without what is not believed. */
  EntryFacts of(EntryFacts facts) {
    return switch (this) {
      case SEALED -> facts.certain();
      case RESTORED -> facts.certainOrMoved();
      case UNSEALED -> facts;
    };
  }
}
