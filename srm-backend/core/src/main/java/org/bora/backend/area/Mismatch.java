package org.bora.backend.area;

import java.util.Optional;
import org.bora.storage.spi.RootFacts;

/** Why the directory at a root is not the one that the area was claimed with. */
public final class Mismatch {
  private Mismatch() {}

  /** A sentence for the administrator, with the remedy; empty if the directory is the area's. */
  public static Optional<String> of(String area, AreaClaim claim, RootFacts facts) {
    String meant =
        "; where this is the area's new place, run `bora areas adopt " + area + "` on this backend";
    if (facts.mark().isEmpty()) {
      return Optional.of(
          "its root does not have the area's mark "
              + claim.mark()
              + " (claimed by "
              + claim.claimedBy()
              + "); mount the filesystem of the area there, or correct 'root'"
              + meant);
    }
    if (!facts.mark().get().equals(claim.mark())) {
      return Optional.of(
          "its root has the mark "
              + facts.mark().get()
              + ", the area has "
              + claim.mark()
              + " (claimed by "
              + claim.claimedBy()
              + "); mount the filesystem of the area there, or correct 'root'"
              + meant);
    }
    if (facts.inode() != claim.inode()) {
      return Optional.of(
          "its root has the area's mark but is another directory (inode "
              + facts.inode()
              + ", the area has "
              + claim.inode()
              + "), probably a copy; mount the filesystem of the area there, or correct 'root'"
              + meant);
    }
    return Optional.empty();
  }
}
