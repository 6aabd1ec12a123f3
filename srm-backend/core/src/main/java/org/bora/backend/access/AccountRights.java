package org.bora.backend.access;

import java.util.HashSet;
import java.util.Set;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;

/**
 * Finds out what the filesystem allows local accounts to do, from the root of an area downwards.
 * Thread safe; asks the name service and the disk.
 */
public final class AccountRights {
  private static final int SEARCH = 1;

  private final Accounts accounts;
  private final ProcessRights process;

  public AccountRights(Accounts accounts, ProcessRights process) {
    this.accounts = accounts;
    this.process = process;
  }

  /** The account that a GridFTP server serves a mapped caller under. */
  public Actor actor(Mapped.To mapped) {
    Set<Integer> gids = new HashSet<>(accounts.groupsOf(mapped.account()));
    if (mapped.owner().equals(Owner.PROCESS)) {
      gids.add(process.gid());
      return new Actor(process.uid(), gids);
    }
    gids.add(mapped.owner().gid());
    return new Actor(mapped.owner().uid(), gids);
  }

  /**
   * What the account may do with an entry, as an octal digit: nothing where it may not search a
   * directory on the way.
   */
  public int digit(Actor actor, Place place) throws StorageException {
    AreaTree tree = place.area().tree();
    AreaPath real = RealPath.of(tree, place.path());
    for (AreaPath directory : RealPath.above(real)) {
      if ((digit(actor, tree, directory) & SEARCH) == 0) {
        return 0;
      }
    }
    return digit(actor, tree, real);
  }

  /** What the account may do with one entry that it holds already; {@code path} has no links. */
  static int digit(Actor actor, AreaTree tree, AreaPath path) throws StorageException {
    EntryFacts facts = tree.facts(path);
    return actor.digit(tree.acl(path), new Owner(facts.uid(), facts.gid()));
  }
}
