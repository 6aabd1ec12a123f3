package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.storage.spi.Owner;

/**
 * Maps a caller to the local account that owns the caller's files. An unprivileged process maps
 * everyone to its own account. A privileged one reads the grid-mapfile, and refuses callers without
 * an entry.
 */
public interface Mapping {

  /** An account, or the reason why there is none. */
  sealed interface Mapped {
    record To(Owner owner, String account) implements Mapped {}

    /** {@code reason} may be shown to the caller. */
    record Refused(String reason) implements Mapped {}
  }

  Mapped map(Caller caller);

  /**
   * The existing account of a caller that another caller names: no account is leased for a name
   * that is only mentioned.
   */
  default Mapped known(Caller someone) {
    return map(someone);
  }
}
