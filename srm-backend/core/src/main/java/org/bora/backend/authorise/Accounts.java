package org.bora.backend.authorise;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.storage.spi.Owner;

/**
 * The local accounts of the machine. Thread safe; implementations may block on a name service and
 * should cache, for listings ask once per entry.
 */
public interface Accounts {

  /** The user and group IDs of an account; empty if there is no such account. */
  Optional<Owner> find(String account);

  /** The group IDs of an account, including the primary one; empty if there is no such account. */
  Set<Integer> groupsOf(String account);

  /** The ID of a group; empty if there is no such group. */
  OptionalInt findGroup(String group);

  /** The name of a user; the ID as text if it has no name. */
  String userName(int uid);

  /** The name of a group; the ID as text if it has no name. */
  String groupName(int gid);
}
