package org.bora.storage.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * A POSIX access control list (POSIX 1003.1e draft 17, acl(5)). The owning group and all named
 * entries, the group class, have at most what the mask has.
 *
 * <p>A change keeps the effective rights of all others: if a wider mask would activate bits of
 * other entries that the old mask removed, these bits are dropped. A list without named entries has
 * no mask.
 *
 * @param owner digit of the owning user
 * @param users named users, by their number
 * @param group digit of the owning group
 * @param groups named groups, by their number
 * @param mask present if there are named entries
 * @param other digit of all others
 */
public record Acl(
    int owner,
    List<AclEntry> users,
    int group,
    List<AclEntry> groups,
    OptionalInt mask,
    int other) {
  private static final int ALL = 7;
  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;
  private static final Comparator<AclEntry> BY_ID =
      (one, two) -> Integer.compareUnsigned(one.id(), two.id());

  public Acl {
    checkDigit(owner);
    checkDigit(group);
    checkDigit(other);
    checkDigit(mask.orElse(0));
    users = sorted(users);
    groups = sorted(groups);
    if (mask.isEmpty() && !(users.isEmpty() && groups.isEmpty())) {
      throw new IllegalArgumentException("named entries need a mask");
    }
  }

  /** What three digits say. */
  public static Acl ofMode(int mode) {
    return new Acl(
        (mode >> OWNER_SHIFT) & ALL,
        List.of(),
        (mode >> GROUP_SHIFT) & ALL,
        List.of(),
        OptionalInt.empty(),
        mode & ALL);
  }

  /** The nine permission bits of an entry with this list: the mask stands for the group class. */
  public int mode() {
    return (owner << OWNER_SHIFT) | (groupClass() << GROUP_SHIFT) | other;
  }

  /** Whether three digits say all of it. */
  public boolean isMinimal() {
    return mask.isEmpty();
  }

  /** The same rights with nothing left for the mask to take away. */
  public Acl effective() {
    int limit = groupClass();
    return new Acl(
        owner, limited(users, limit), group & limit, limited(groups, limit), mask, other);
  }

  /** The list that remains when no account may do more than this digit. */
  public Acl limitedTo(int digit) {
    OptionalInt limit =
        mask.isPresent() ? OptionalInt.of(mask.getAsInt() & digit) : OptionalInt.empty();
    int ownGroup = mask.isPresent() ? group : group & digit;
    return new Acl(owner & digit, users, ownGroup, groups, limit, other & digit);
  }

  public Acl withOwner(int digit) {
    return new Acl(digit, users, group, groups, mask, other);
  }

  public Acl withOther(int digit) {
    return new Acl(owner, users, group, groups, mask, digit);
  }

  public Acl withGroup(int digit) {
    Acl narrow = narrowed(digit);
    return narrow.regrouped(narrow.users, digit, narrow.groups, digit);
  }

  /** With this entry of a named user instead of any that is there. */
  public Acl withUser(int uid, int digit) {
    Acl narrow = narrowed(digit);
    return narrow.regrouped(with(narrow.users, uid, digit), narrow.group, narrow.groups, digit);
  }

  public Acl withoutUser(int uid) {
    return regrouped(without(users, uid), group, groups, 0);
  }

  /** With this entry of a named group instead of any that is there. */
  public Acl withNamedGroup(int gid, int digit) {
    Acl narrow = narrowed(digit);
    return narrow.regrouped(narrow.users, narrow.group, with(narrow.groups, gid, digit), digit);
  }

  public Acl withoutNamedGroup(int gid) {
    return regrouped(users, group, without(groups, gid), 0);
  }

  /** The digit of a named user, before the mask. */
  public OptionalInt user(int uid) {
    return digit(users, uid);
  }

  /** The digit of a named group, before the mask. */
  public OptionalInt namedGroup(int gid) {
    return digit(groups, gid);
  }

  /**
   * The effective rights of an account without privileges (acl(5), access check algorithm).
   *
   * @param owned owner of the entry
   * @param gids all groups of the account
   */
  public int permits(Owner owned, int uid, Collection<Integer> gids) {
    if (owned.uid() == uid) {
      return owner;
    }
    if (user(uid).isPresent()) {
      return user(uid).getAsInt() & groupClass();
    }
    List<Integer> matching = new ArrayList<>();
    if (gids.contains(owned.gid())) {
      matching.add(group);
    }
    groups.stream()
        .filter(entry -> gids.contains(entry.id()))
        .forEach(entry -> matching.add(entry.permissions()));
    return matching.isEmpty()
        ? other
        : matching.stream().reduce(0, (one, two) -> one | two) & groupClass();
  }

  private int groupClass() {
    return mask.orElse(group);
  }

  /** Takes from all what a mask widened by {@code digit} would give them. */
  private Acl narrowed(int digit) {
    int kept = ALL & ~(digit & ~groupClass());
    return new Acl(owner, limited(users, kept), group & kept, limited(groups, kept), mask, other);
  }

  private Acl regrouped(
      List<AclEntry> newUsers, int newGroup, List<AclEntry> newGroups, int changed) {
    int union = newGroup;
    for (AclEntry entry : newUsers) {
      union |= entry.permissions();
    }
    for (AclEntry entry : newGroups) {
      union |= entry.permissions();
    }
    int limit = (groupClass() & union) | changed;
    return newUsers.isEmpty() && newGroups.isEmpty()
        ? new Acl(owner, newUsers, newGroup & limit, newGroups, OptionalInt.empty(), other)
        : new Acl(owner, newUsers, newGroup, newGroups, OptionalInt.of(limit), other);
  }

  private static List<AclEntry> with(List<AclEntry> entries, int id, int digit) {
    List<AclEntry> changed = new ArrayList<>(without(entries, id));
    changed.add(new AclEntry(id, digit));
    return changed;
  }

  private static List<AclEntry> without(List<AclEntry> entries, int id) {
    return entries.stream().filter(entry -> entry.id() != id).toList();
  }

  private static OptionalInt digit(List<AclEntry> entries, int id) {
    return entries.stream()
        .filter(entry -> entry.id() == id)
        .mapToInt(AclEntry::permissions)
        .findFirst();
  }

  private static List<AclEntry> limited(List<AclEntry> entries, int limit) {
    return entries.stream().map(entry -> entry.limitedTo(limit)).toList();
  }

  private static List<AclEntry> sorted(List<AclEntry> entries) {
    if (entries.stream().map(AclEntry::id).distinct().count() != entries.size()) {
      throw new IllegalArgumentException("two entries of one number in " + entries);
    }
    return entries.stream().sorted(BY_ID).toList();
  }

  private static void checkDigit(int digit) {
    if ((digit & ~ALL) != 0) {
      throw new IllegalArgumentException(digit + " is not an octal digit");
    }
  }
}
