package org.bora.storage.spi;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * Which attributes of a file were written by Bora. The owner of a file may write any attribute, so
 * an attribute without a valid seal gives no rights. An absent attribute counts as written by Bora.
 *
 * @param here sealed for this very file
 * @param moved sealed for another file of the same account: this one may be its copy, made by a
 *     restored backup or by the account itself
 */
public record Vouched(Set<Claim> here, Set<Claim> moved) {

  /** The attributes that a seal covers. */
  public enum Claim {
    /** The identifier of the upload that made it. */
    ID,
    LABEL,
    /** Where its copy on tape is. */
    TAPE,
    /** That its bytes are on tape alone. */
    STUB
  }

  /** All attributes, as for an entry that is not a file or has none. */
  public static final Vouched ALL = new Vouched(EnumSet.allOf(Claim.class), Set.of());

  /** Not checked. */
  public static final Vouched NOTHING = new Vouched(Set.of(), Set.of());

  public Vouched {
    Objects.requireNonNull(here, "here");
    Objects.requireNonNull(moved, "moved");
  }

  public boolean isAll() {
    return here.size() == Claim.values().length;
  }
}
