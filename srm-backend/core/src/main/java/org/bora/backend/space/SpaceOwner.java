package org.bora.backend.space;

import java.util.ArrayList;
import java.util.List;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;

/**
 * The owner of a reservation: a certificate subject or, if the area is configured so, a role of a
 * VO. Both are stored as text: a subject has a '=' before its second slash, a role does not.
 */
public final class SpaceOwner {
  private SpaceOwner() {}

  /** Who will own what the caller reserves in an area. */
  public static String of(Caller caller, StorageArea area) {
    return area.ownership() == OwnerRule.ROLE
        ? caller.fqans().stream()
            .findFirst()
            .filter(fqan -> !fqan.role().isEmpty())
            .map(Fqan::toString)
            .orElse(caller.dn())
        : caller.dn();
  }

  /** Under which names a caller may own something: the subject, and the role shown first. */
  public static List<String> names(Caller caller) {
    List<String> names = new ArrayList<>(List.of(caller.dn()));
    caller.fqans().stream()
        .findFirst()
        .filter(fqan -> !fqan.role().isEmpty())
        .ifPresent(fqan -> names.add(fqan.toString()));
    return names;
  }
}
