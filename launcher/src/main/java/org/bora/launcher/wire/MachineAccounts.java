package org.bora.launcher.wire;

import java.util.Objects;
import java.util.Optional;
import org.bora.backend.authorise.Accounts;
import org.bora.storage.account.Account;
import org.bora.storage.spi.Owner;

/** The machine's accounts as the backend asks for them. */
record MachineAccounts(org.bora.storage.account.Accounts accounts) implements Accounts {

  MachineAccounts {
    Objects.requireNonNull(accounts, "accounts");
  }

  @Override
  public Optional<Owner> find(String account) {
    return accounts.byName(account).map(Account::owner);
  }

  @Override
  public String userName(int uid) {
    return accounts.userName(uid);
  }

  @Override
  public String groupName(int gid) {
    return accounts.groupName(gid);
  }
}
