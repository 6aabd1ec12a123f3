package org.bora.server.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AclSettings;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.AreaAcls.AreaAcl;
import org.bora.backend.area.AreaGate;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** The access control lists of the areas, with the accounts of this machine. */
final class AclParts {
  private AclParts() {}

  /**
   * Checks that the configuration is possible, and sets a default list on an area's root if it has
   * none.
   *
   * @param directoryMode of new directories
   */
  static AreaAcls begin(Areas areas, Accounts accounts, int directoryMode) throws StartFailure {
    Map<String, AreaAcl> all = new HashMap<>();
    for (StorageArea area : areas.locator().areas()) {
      AclSettings settings = areas.acls().getOrDefault(area.name(), AclSettings.defaults());
      try {
        AreaAcl acl = settings.resolved(accounts, directoryMode);
        if (acl.mode() != AclMode.NONE) {
          begin(areas, area, acl);
        }
        all.put(area.name(), acl);
      } catch (IllegalArgumentException | StorageException wrong) {
        throw new StartFailure("area " + area.name() + ": " + wrong.getMessage());
      }
    }
    return new AreaAcls(all);
  }

  /** A withheld area is checked before its first call. */
  private static void begin(Areas areas, StorageArea area, AreaAcl acl) throws StorageException {
    Optional<AreaGate> gate = areas.gates().of(area.name());
    if (gate.isPresent()) {
      gate.get().first(() -> begin(area.tree(), acl));
    } else {
      begin(area.tree(), acl);
    }
  }

  private static void begin(AreaTree tree, AreaAcl acl) throws StorageException {
    if (!tree.keepsAcls()) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "the filesystem of "
              + tree.root()
              + " keeps no POSIX access control lists; mount it with acl, or set acl: none");
    }
    if (acl.handedDown().isPresent() && tree.defaultAcl(AreaPath.ROOT).isEmpty()) {
      tree.setDefaultAcl(AreaPath.ROOT, acl.handedDown());
    }
  }
}
