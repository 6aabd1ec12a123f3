package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.storage.spi.Owner;

/**
 * Which local account owns what a caller writes. An unprivileged process maps everyone to itself; a
 * privileged one asks the grid-mapfile, and refuses whom it does not name.
 */
public interface Mapping {

  /** An account, or why there is none. */
  sealed interface Mapped {
    record To(Owner owner, String account) implements Mapped {}

    /** {@code reason} may be shown to the caller. */
    record Refused(String reason) implements Mapped {}
  }

  Mapped map(Caller caller);

  /**
   * The account that a caller has already, asked for by others: nothing is leased for a name that
   * is only mentioned.
   */
  default Mapped known(Caller someone) {
    return map(someone);
  }
}
