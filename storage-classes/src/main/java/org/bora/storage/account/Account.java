package org.bora.storage.account;

import java.util.List;
import java.util.Objects;
import org.bora.storage.spi.Owner;

/**
 * A local account.
 *
 * @param gid primary group
 * @param groups all groups, the primary one among them
 */
public record Account(String name, int uid, int gid, List<Integer> groups) {
  public Account {
    Objects.requireNonNull(name, "name");
    groups = List.copyOf(groups);
  }

  /** The owner of what this account writes. */
  public Owner owner() {
    return new Owner(uid, gid);
  }
}
