package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.storage.spi.AreaPath;

/**
 * The rules of one area, in order: the first rule that matches decides, and if none matches, the
 * answer is no.
 *
 * <p>Every client lists before it transfers. So if no rule mentions listing, callers may list a
 * place if they may read, write, create, delete or stage it, or anything that can be below it.
 */
final class AreaRules {

  private static final List<OperationClass> IMPLY_LISTING =
      List.of(
          OperationClass.READ,
          OperationClass.WRITE,
          OperationClass.CREATE,
          OperationClass.DELETE,
          OperationClass.STAGE);

  /** A rule for one kind of use, with its text prepared once. */
  private record Ruling(Rule rule, Decision decision) {}

  /** Whether something holds for a place and everything that can be below it. */
  private enum Extent {
    EVERYWHERE,
    NOT_EVERYWHERE,
    /** No rule speaks of it. */
    UNSAID
  }

  private final String area;
  private final List<Rule> rules;
  private final Map<OperationClass, Ruling[]> rulings = new EnumMap<>(OperationClass.class);

  AreaRules(String area, List<Rule> rules) {
    this.area = area;
    this.rules = List.copyOf(rules);
    for (OperationClass use : OperationClass.values()) {
      List<Ruling> about = new ArrayList<>();
      for (int i = 0; i < rules.size(); i++) {
        Rule rule = rules.get(i);
        if (rule.uses().contains(use)) {
          about.add(new Ruling(rule, said(rule, i + 1, use)));
        }
      }
      rulings.put(use, about.toArray(Ruling[]::new));
    }
  }

  private Decision said(Rule rule, int number, OperationClass use) {
    String where = "rule " + number + " of area " + area;
    return rule.allow()
        ? new Allowed(use.word() + " is allowed by " + where, rule.origin() + ": " + rule)
        : new Denied(use.word() + " is denied by " + where + ", " + rule.kind());
  }

  List<Rule> rules() {
    return rules;
  }

  /**
   * The decision of the first rule for the caller, the use and the place. For a {@link NameBeside}
   * the rules of both names must allow it.
   */
  Optional<Decision> said(AskingCaller asker, OperationClass use, AreaPath path) {
    return NameBeside.original(path)
        .flatMap(original -> first(asker, use, original))
        .filter(Denied.class::isInstance)
        .or(() -> first(asker, use, path));
  }

  private Optional<Decision> first(AskingCaller asker, OperationClass use, AreaPath path) {
    for (Ruling ruling : rulings.get(use)) {
      if (ruling.rule().isFor(asker) && ruling.rule().isAbout(path)) {
        return Optional.of(ruling.decision());
      }
    }
    return Optional.empty();
  }

  Decision decide(AskingCaller asker, OperationClass use, AreaPath path) {
    Optional<Decision> said = said(asker, use, path);
    if (said.isPresent()) {
      return said.get();
    }
    if (use == OperationClass.LIST) {
      for (OperationClass implying : IMPLY_LISTING) {
        if (isPossibleWithin(asker, implying, path)) {
          String reason = "list is implied by " + implying.word() + " in area " + area;
          return new Allowed(reason, "no rule (" + reason + ")");
        }
      }
    }
    return new Denied(
        "no rule of area "
            + area
            + " allows "
            + use.word()
            + " by "
            + described(asker.caller())
            + " here");
  }

  /** Whether the caller may do so at this place or may at some that can lie below it. */
  boolean isPossibleWithin(AskingCaller asker, OperationClass use, AreaPath path) {
    return possible(asker, use, path).orElse(false)
        && NameBeside.original(path)
            .flatMap(original -> possible(asker, use, original))
            .orElse(true);
  }

  private Optional<Boolean> possible(AskingCaller asker, OperationClass use, AreaPath path) {
    for (Ruling ruling : rulings.get(use)) {
      Rule rule = ruling.rule();
      if (rule.isFor(asker)
          && (rule.allow() ? rule.reachesWithin(path) : rule.coversAllWithin(path))) {
        return Optional.of(rule.allow());
      }
    }
    return Optional.empty();
  }

  /** Whether the caller may do so at this place and everywhere that can lie below it. */
  boolean isAllowedWithin(AskingCaller asker, OperationClass use, AreaPath path) {
    return switch (extent(asker, use, path)) {
      case EVERYWHERE -> true;
      case NOT_EVERYWHERE -> false;
      case UNSAID ->
          use == OperationClass.LIST
              && IMPLY_LISTING.stream()
                  .anyMatch(implying -> extent(asker, implying, path) == Extent.EVERYWHERE);
    };
  }

  /** Whether a rule denies it at this place, or at some that can lie below it. */
  boolean isDeniedWithin(AskingCaller asker, OperationClass use, AreaPath path) {
    return extent(asker, use, path) == Extent.NOT_EVERYWHERE;
  }

  private Extent extent(AskingCaller asker, OperationClass use, AreaPath path) {
    return NameBeside.original(path)
        .map(original -> extentOf(asker, use, original))
        .filter(Extent.NOT_EVERYWHERE::equals)
        .orElseGet(() -> extentOf(asker, use, path));
  }

  private Extent extentOf(AskingCaller asker, OperationClass use, AreaPath path) {
    for (Ruling ruling : rulings.get(use)) {
      Rule rule = ruling.rule();
      if (!rule.isFor(asker) || !rule.reachesWithin(path)) {
        continue;
      }
      if (!rule.allow()) {
        return Extent.NOT_EVERYWHERE;
      }
      if (rule.coversAllWithin(path)) {
        return Extent.EVERYWHERE;
      }
    }
    return Extent.UNSAID;
  }

  private static String described(Caller caller) {
    return caller.fqans().isEmpty()
        ? caller.dn() + " (no VOMS attributes)"
        : caller.dn() + " " + caller.fqans();
  }
}
