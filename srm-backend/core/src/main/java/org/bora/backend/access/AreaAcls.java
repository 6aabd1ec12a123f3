package org.bora.backend.access;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.Acl;

/**
 * The access control lists of all areas, as configured.
 *
 * @param byArea by name; an area that is not in it has mode NONE
 */
public record AreaAcls(Map<String, AreaAcl> byArea) {

  /**
   * The lists of one area.
   *
   * @param handedDown what new directories begin with; empty where the mode is not AHEAD
   */
  public record AreaAcl(AclMode mode, Optional<Acl> handedDown) {
    public AreaAcl {
      Objects.requireNonNull(mode, "mode");
      if (handedDown.isPresent() != (mode == AclMode.AHEAD)) {
        throw new IllegalArgumentException("a default list belongs to AHEAD, not to " + mode);
      }
    }
  }

  private static final AreaAcl PLAIN = new AreaAcl(AclMode.NONE, Optional.empty());

  public AreaAcls {
    byArea = Map.copyOf(byArea);
  }

  /** Modes alone decide everywhere. */
  public static AreaAcls none() {
    return new AreaAcls(Map.of());
  }

  /** Whether any area has this mode. */
  public boolean has(AclMode mode) {
    return byArea.values().stream().anyMatch(acl -> acl.mode() == mode);
  }

  public AclMode mode(StorageArea area) {
    return of(area).mode();
  }

  /** What new directories of the area begin with, where nothing above them hands anything down. */
  public Optional<Acl> handedDown(StorageArea area) {
    return of(area).handedDown();
  }

  private AreaAcl of(StorageArea area) {
    return byArea.getOrDefault(area.name(), PLAIN);
  }
}
