package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.storage.account.Account;
import org.bora.storage.spi.Owner;

/** The accounts that the machine's name service knows. */
public final class MachineAccounts implements Accounts {

  private final org.bora.storage.account.Accounts nameService;

  public MachineAccounts(org.bora.storage.account.Accounts nameService) {
    this.nameService = nameService;
  }

  @Override
  public Optional<Owner> find(String account) {
    return nameService.byName(account).map(Account::owner);
  }

  @Override
  public String userName(int uid) {
    return nameService.userName(uid);
  }

  @Override
  public String groupName(int gid) {
    return nameService.groupName(gid);
  }
}
