package org.bora.backend.authorise;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.storage.spi.AreaPath;

/**
 * One rule of an area.
 *
 * @param allow whether it allows or denies
 * @param uses the kinds of use to which it applies
 * @param who the callers to whom it applies
 * @param from addresses of callers; empty: all
 * @param on places; empty: the whole area
 * @param text as written
 * @param origin where it is written
 */
public record Rule(
    boolean allow,
    Set<OperationClass> uses,
    Who who,
    Optional<HostRange> from,
    Optional<PathPattern> on,
    String text,
    RuleOrigin origin) {

  public Rule {
    uses = Set.copyOf(uses);
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(on, "on");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(origin, "origin");
  }

  boolean isFor(AskingCaller asker) {
    return who.matches(asker.caller()) && (from.isEmpty() || asker.isWithin(from.get()));
  }

  boolean isAbout(AreaPath path) {
    return on.isEmpty() || on.get().matches(path);
  }

  /** Whether it is about this place and everything that can lie below it. */
  boolean coversAllWithin(AreaPath path) {
    return on.isEmpty() || on.get().coversAllWithin(path);
  }

  /** Whether it may be about this place or something that can lie below it. */
  boolean reachesWithin(AreaPath path) {
    return on.isEmpty() || on.get().reachesWithin(path);
  }

  /** What kind of rule it is, for callers: names neither people nor places. */
  String kind() {
    return "a rule "
        + who.kind()
        + (from.isPresent() ? " from certain hosts" : "")
        + (on.isPresent() ? " on certain paths" : "");
  }

  @Override
  public String toString() {
    return text;
  }
}
