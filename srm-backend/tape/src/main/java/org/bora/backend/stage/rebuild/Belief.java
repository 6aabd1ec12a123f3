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
   * Believe all attributes except the reservation of a file, for a site that has lost its seal
   * keys. An account can then claim the tape copy of another account's file.
   */
  UNSEALED;

  /** The attributes without those that are not believed. */
  EntryFacts of(EntryFacts facts) {
    return switch (this) {
      case SEALED -> facts.certain();
      case RESTORED -> facts.certainOrMoved();
      case UNSEALED -> facts;
    };
  }
}
