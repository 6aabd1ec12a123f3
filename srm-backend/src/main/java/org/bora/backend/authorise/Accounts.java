package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.storage.spi.Owner;

/**
 * The local accounts of the machine. Thread safe; implementations may block on a name service and
 * should cache, for listings ask once per entry.
 */
public interface Accounts {

  /** The numbers of an account; empty where there is none of that name. */
  Optional<Owner> find(String account);

  /** The name of a user for people to read; the number as text where it has none. */
  String userName(int uid);

  /** The name of a group for people to read; the number as text where it has none. */
  String groupName(int gid);
}
