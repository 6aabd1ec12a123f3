package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.storage.spi.Owner;

/** The mapping of an unprivileged process: everything belongs to its own account. */
public final class ProcessMapping implements Mapping {

  private final Mapped everyone;

  /**
   * @param account the name of the process's own account, for listings and logs
   */
  public ProcessMapping(String account) {
    this.everyone = new Mapped.To(Owner.PROCESS, account);
  }

  @Override
  public Mapped map(Caller caller) {
    return everyone;
  }
}
