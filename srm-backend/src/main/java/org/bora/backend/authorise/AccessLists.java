package org.bora.backend.authorise;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.StorageArea;

/**
 * Decides by the access lists of the areas. To write does not imply to read: an area can be a drop
 * box. To read or to write implies to list, because every client lists before it transfers.
 */
public final class AccessLists implements Authoriser {

  private final Map<String, AreaAccess> accessByArea;

  /**
   * @param accessByArea by the area's name; an area that is not in it is closed to everyone
   */
  public AccessLists(Map<String, AreaAccess> accessByArea) {
    this.accessByArea = Map.copyOf(accessByArea);
  }

  @Override
  public Decision decide(Caller caller, OperationClass use, StorageArea area) {
    AreaAccess access = accessByArea.getOrDefault(area.name(), AreaAccess.defaults());
    return decide(caller, use, area.name(), access)
        .or(() -> impliedListing(caller, use, area.name(), access))
        .orElseGet(
            () ->
                new Denied(
                    "no rule of area "
                        + area.name()
                        + " allows "
                        + verb(use)
                        + " by "
                        + describe(caller)));
  }

  private static Optional<Decision> decide(
      Caller caller, OperationClass use, String area, AreaAccess access) {
    List<AccessRule> rules = access.rulesFor(use);
    for (int i = 0; i < rules.size(); i++) {
      AccessRule rule = rules.get(i);
      if (rule.who().matches(caller)) {
        String said =
            "rule " + (i + 1) + " of area " + area + ": " + verb(use) + " by " + rule.who();
        return Optional.of(rule.allow() ? new Allowed(said) : new Denied("refused by " + said));
      }
    }
    return Optional.empty();
  }

  private static Optional<Decision> impliedListing(
      Caller caller, OperationClass use, String area, AreaAccess access) {
    if (use != OperationClass.LIST) {
      return Optional.empty();
    }
    return decide(caller, OperationClass.READ, area, access)
        .filter(Allowed.class::isInstance)
        .or(() -> decide(caller, OperationClass.WRITE, area, access))
        .filter(Allowed.class::isInstance);
  }

  private static String verb(OperationClass use) {
    return use.name().toLowerCase(Locale.ROOT);
  }

  private static String describe(Caller caller) {
    return caller.fqans().isEmpty()
        ? caller.dn() + " (no VOMS attributes)"
        : caller.dn() + " " + caller.fqans();
  }

  @Override
  public boolean isKnown(Caller caller) {
    return accessByArea.entrySet().stream()
        .anyMatch(
            entry ->
                List.of(OperationClass.values()).stream()
                    .anyMatch(use -> isAllowed(caller, use, entry.getKey(), entry.getValue())));
  }

  private static boolean isAllowed(
      Caller caller, OperationClass use, String area, AreaAccess access) {
    return decide(caller, use, area, access).filter(Allowed.class::isInstance).isPresent();
  }
}
