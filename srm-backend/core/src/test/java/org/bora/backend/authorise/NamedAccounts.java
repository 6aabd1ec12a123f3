package org.bora.backend.authorise;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.storage.spi.Owner;

/** Accounts that a test lists; user and group have the same number. */
public final class NamedAccounts implements Accounts {

  private final Map<String, Owner> owners = new HashMap<>();

  public NamedAccounts with(String account, int number) {
    owners.put(account, new Owner(number, number));
    return this;
  }

  @Override
  public Optional<Owner> find(String account) {
    return Optional.ofNullable(owners.get(account));
  }

  @Override
  public Set<Integer> groupsOf(String account) {
    return find(account).map(owner -> Set.of(owner.gid())).orElse(Set.of());
  }

  @Override
  public OptionalInt findGroup(String group) {
    return find(group).map(owner -> OptionalInt.of(owner.gid())).orElse(OptionalInt.empty());
  }

  @Override
  public String userName(int uid) {
    return name(uid);
  }

  @Override
  public String groupName(int gid) {
    return name(gid);
  }

  private String name(int number) {
    return owners.entrySet().stream()
        .filter(entry -> entry.getValue().uid() == number)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(String.valueOf(number));
  }
}
