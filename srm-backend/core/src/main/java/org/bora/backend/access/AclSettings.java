package org.bora.backend.access;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.backend.access.AreaAcls.AreaAcl;
import org.bora.backend.authorise.Accounts;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.Owner;

/**
 * Access control lists of one area.
 *
 * @param entries of the default list, for mode AHEAD only; base entries that are not given are
 *     those of the mode that new directories have
 */
public record AclSettings(AclMode mode, List<DefaultEntry> entries) {

  public AclSettings {
    Objects.requireNonNull(mode, "mode");
    entries = List.copyOf(entries);
    if (mode != AclMode.AHEAD && !entries.isEmpty()) {
      throw new IllegalArgumentException("default-acl counts only where acl is ahead");
    }
    Set<String> seen = new HashSet<>();
    for (DefaultEntry entry : entries) {
      if (!seen.add(entry.kind() + ":" + entry.name())) {
        throw new IllegalArgumentException("default-acl names '" + entry.name() + "' twice");
      }
    }
  }

  /** Owner and mode decide, as on any filesystem. */
  public static AclSettings defaults() {
    return new AclSettings(AclMode.NONE, List.of());
  }

  /**
   * The lists with the numbers of this machine.
   *
   * @param directoryMode of new directories
   * @throws IllegalArgumentException where no account or group has one of the names
   */
  public AreaAcl resolved(Accounts accounts, int directoryMode) {
    if (mode != AclMode.AHEAD) {
      return new AreaAcl(mode, Optional.empty());
    }
    Acl acl = Acl.ofMode(directoryMode);
    for (DefaultEntry entry : entries) {
      acl = entry.isBase() ? withBase(acl, entry) : acl;
    }
    for (DefaultEntry entry : entries) {
      acl = entry.isBase() ? acl : withNamed(acl, entry, accounts);
    }
    return new AreaAcl(mode, Optional.of(acl));
  }

  private static Acl withBase(Acl acl, DefaultEntry entry) {
    return switch (entry.kind()) {
      case USER -> acl.withOwner(entry.digit());
      case GROUP -> acl.withGroup(entry.digit());
      case OTHER -> acl.withOther(entry.digit());
    };
  }

  private static Acl withNamed(Acl acl, DefaultEntry entry, Accounts accounts) {
    if (entry.kind() == DefaultEntry.Kind.USER) {
      Optional<Owner> account = accounts.find(entry.name());
      return acl.withUser(
          account.orElseThrow(() -> unknown("account", entry)).uid(), entry.digit());
    }
    OptionalInt group = accounts.findGroup(entry.name());
    return acl.withNamedGroup(group.orElseThrow(() -> unknown("group", entry)), entry.digit());
  }

  private static IllegalArgumentException unknown(String kind, DefaultEntry entry) {
    return new IllegalArgumentException(
        "default-acl: this machine has no " + kind + " '" + entry.name() + "'");
  }
}
