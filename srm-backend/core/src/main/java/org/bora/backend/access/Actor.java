package org.bora.backend.access;

import java.util.Set;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.Owner;

/**
 * An account as the kernel sees it when it opens files.
 *
 * @param gids all its groups
 */
public record Actor(int uid, Set<Integer> gids) {
  private static final int ALL = 7;

  public Actor {
    gids = Set.copyOf(gids);
  }

  /** What it may do with an entry, as an octal digit. Root may do everything. */
  int digit(Acl acl, Owner owned) {
    return uid == 0 ? ALL : acl.permits(owned, uid, gids);
  }
}
