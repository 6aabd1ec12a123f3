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

  /** The numbers of an account; empty where there is none of that name. */
  Optional<Owner> find(String account);

  /** The numbers of all groups of an account, the primary one among them; none where it is not. */
  Set<Integer> groupsOf(String account);

  /** The number of a group; empty where there is none of that name. */
  OptionalInt findGroup(String group);

  /** The name of a user for people to read; the number as text where it has none. */
  String userName(int uid);

  /** The name of a group for people to read; the number as text where it has none. */
  String groupName(int gid);
}
