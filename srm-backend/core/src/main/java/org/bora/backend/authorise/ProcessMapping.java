package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.storage.spi.Owner;

/** What an unprivileged process can do: everything belongs to the account it runs as. */
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
