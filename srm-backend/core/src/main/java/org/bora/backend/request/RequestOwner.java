package org.bora.backend.request;

import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;

/**
 * The owner of a request.
 *
 * @param dn subject of the caller who made it
 * @param role primary FQAN whose holders may also use the token; absent if it belongs to {@code dn}
 *     alone
 * @param vo virtual organisation of the owner, for administrators; absent if there is none, or if
 *     an earlier release made the request
 */
public record RequestOwner(String dn, Optional<String> role, Optional<String> vo) {

  public RequestOwner {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(vo, "vo");
  }

  /** Belongs to the caller alone. */
  public static RequestOwner alone(Caller caller) {
    return new RequestOwner(caller.dn(), Optional.empty(), caller.vo());
  }

  /**
   * The owner of a request about files of these areas: the caller's role shares it if each of these
   * areas says so and the caller has a role.
   */
  public static RequestOwner of(Caller caller, Collection<StorageArea> areas) {
    boolean shared =
        !areas.isEmpty() && areas.stream().allMatch(area -> area.ownership() == OwnerRule.ROLE);
    return new RequestOwner(caller.dn(), shared ? roleOf(caller) : Optional.empty(), caller.vo());
  }

  /** Whether the caller may use what belongs to this owner. */
  public boolean includes(Caller caller) {
    return dn.equals(caller.dn()) || (role.isPresent() && role.equals(roleOf(caller)));
  }

  private static Optional<String> roleOf(Caller caller) {
    return caller.fqans().stream()
        .findFirst()
        .filter(fqan -> !fqan.role().isEmpty())
        .map(Fqan::toString);
  }
}
