package org.bora.backend.authorise;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.storage.account.Account;
import org.bora.storage.account.NameServiceAccounts;
import org.bora.storage.spi.Owner;

/** The accounts that the machine's name service knows. */
public final class MachineAccounts implements Accounts {

  private final NameServiceAccounts nameService;

  public MachineAccounts(NameServiceAccounts nameService) {
    this.nameService = nameService;
  }

  @Override
  public Optional<Owner> find(String account) {
    return nameService.byName(account).map(Account::owner);
  }

  @Override
  public Set<Integer> groupsOf(String account) {
    return nameService.byName(account).map(found -> Set.copyOf(found.groups())).orElse(Set.of());
  }

  @Override
  public OptionalInt findGroup(String group) {
    return nameService.groupNumber(group).map(OptionalInt::of).orElse(OptionalInt.empty());
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
