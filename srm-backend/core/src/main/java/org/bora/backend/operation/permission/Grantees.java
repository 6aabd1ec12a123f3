package org.bora.backend.operation.permission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Permission;
import org.bora.api.permission.SetPermissionRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.PermissionMode;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.Mapping.Mapped;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;

/**
 * Resolves the names of a request: local accounts and groups by their name or number, and grid
 * identities, which begin with a slash, by the account they are mapped to.
 */
final class Grantees {

  /** Stands for the owning group. */
  private static final String OWNING_GROUP = "-";

  private final Accounts accounts;
  private final Mapping mapping;

  Grantees(Accounts accounts, Mapping mapping) {
    this.accounts = accounts;
    this.mapping = mapping;
  }

  /** A name without an account on this machine. */
  static final class UnknownName extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param sentence for the caller
     */
    private UnknownName(String sentence) {
      super(sentence);
    }
  }

  /**
   * The users and groups in a request. An entry for the file's owner or owning group is one of the
   * three base entries, whatever name the request uses.
   */
  WantedRights resolve(SetPermissionRequest request, EntryFacts facts) throws UnknownName {
    Optional<PermissionMode> owner = request.owner();
    Optional<PermissionMode> group = Optional.empty();
    Map<Integer, PermissionMode> users = new HashMap<>();
    Map<Integer, PermissionMode> groups = new HashMap<>();
    for (Permission entry : request.users()) {
      int uid = user(entry.name());
      if (uid == facts.uid()) {
        owner = once(owner, entry);
      } else {
        once(Optional.ofNullable(users.put(uid, entry.mode())), entry);
      }
    }
    for (Permission entry : request.groups()) {
      if (entry.name().equals(OWNING_GROUP) || group(entry.name()) == facts.gid()) {
        group = once(group, entry);
      } else {
        once(Optional.ofNullable(groups.put(group(entry.name()), entry.mode())), entry);
      }
    }
    return new WantedRights(owner, group, request.other(), users, groups);
  }

  private static Optional<PermissionMode> once(Optional<PermissionMode> before, Permission entry)
      throws UnknownName {
    if (before.isPresent()) {
      throw new UnknownName("the request names '" + entry.name() + "' twice");
    }
    return Optional.of(entry.mode());
  }

  private int user(String name) throws UnknownName {
    if (name.startsWith("/")) {
      return mapped(new Caller(name, "", List.of(), ""), name).uid();
    }
    Optional<Owner> account = accounts.find(name);
    if (account.isPresent()) {
      return account.get().uid();
    }
    return number(name).orElseThrow(() -> new UnknownName("no local account '" + name + "'"));
  }

  private int group(String name) throws UnknownName {
    if (name.startsWith("/")) {
      return mapped(new Caller("", "", List.of(fqan(name)), ""), name).gid();
    }
    OptionalInt group = accounts.findGroup(name);
    if (group.isPresent()) {
      return group.getAsInt();
    }
    return number(name).orElseThrow(() -> new UnknownName("no local group '" + name + "'"));
  }

  private static Fqan fqan(String name) throws UnknownName {
    try {
      return Fqan.parse(name);
    } catch (IllegalArgumentException notOne) {
      throw new UnknownName("'" + name + "' is not an FQAN");
    }
  }

  private Owner mapped(Caller someone, String name) throws UnknownName {
    return switch (mapping.known(someone)) {
      case Mapped.Refused(String reason) ->
          throw new UnknownName("'" + name + "' has no local account: " + reason);
      case Mapped.To(Owner owner, String _) -> {
        if (owner.equals(Owner.PROCESS)) {
          throw new UnknownName(
              "'"
                  + name
                  + "' has no account of its own: all files here belong to one account, and the"
                  + " rules of the storage area decide");
        }
        yield owner;
      }
    };
  }

  /** As srmGetPermission writes accounts that have no name. */
  private static OptionalInt number(String name) {
    try {
      int number = Integer.parseUnsignedInt(name);
      return number == -1 ? OptionalInt.empty() : OptionalInt.of(number);
    } catch (NumberFormatException notOne) {
      return OptionalInt.empty();
    }
  }
}
