package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.storage.spi.Owner;

/** Accounts that files may be given to: they exist, and are not root unless that is allowed. */
final class UsableAccounts {

  private final Accounts accounts;
  private final boolean rootAllowed;

  UsableAccounts(Accounts accounts, boolean rootAllowed) {
    this.accounts = accounts;
    this.rootAllowed = rootAllowed;
  }

  /** Why an account cannot be used, for administrators; empty where it can. */
  Optional<String> obstacle(String account) {
    Optional<Owner> owner = accounts.find(account);
    if (owner.isEmpty()) {
      return Optional.of("account " + account + " does not exist on this machine");
    }
    return owner.get().uid() == 0 && !rootAllowed
        ? Optional.of("account " + account + " is root, to which no caller is mapped")
        : Optional.empty();
  }

  /** Only for an account without an obstacle. */
  Mapped mapped(String account) {
    return new Mapped.To(accounts.find(account).orElseThrow(), account);
  }
}
