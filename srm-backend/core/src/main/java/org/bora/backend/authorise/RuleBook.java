package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Explanation.Passed;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;

/** The rules of all areas; immutable. */
public final class RuleBook implements Authoriser {

  private final Map<String, AreaRules> rulesByArea = new HashMap<>();

  /**
   * @param rules by the area's name; an area that is not in it is closed to everyone
   */
  public RuleBook(Map<String, List<Rule>> rules) {
    rules.forEach((area, list) -> rulesByArea.put(area, new AreaRules(area, list)));
  }

  @Override
  public Decision decide(Caller caller, OperationClass use, Place place) {
    AreaRules rules = rules(place.area().name());
    AskingCaller asker = new AskingCaller(caller);
    return caller
        .grant()
        .map(grant -> new Granted(grant, rules).decide(asker, use, spot(place)))
        .orElseGet(() -> rules.decide(asker, use, place.path()));
  }

  @Override
  public Decision decideOnDirectory(Caller caller, OperationClass use, Place place) {
    return caller
        .grant()
        .map(
            grant ->
                new Granted(grant, rules(place.area().name()))
                    .decideOnDirectory(new AskingCaller(caller), use, spot(place)))
        .orElseGet(() -> decide(caller, use, place));
  }

  @Override
  public Decision decideDirectory(Caller caller, Place place) {
    return caller
        .grant()
        .map(
            grant ->
                new Granted(grant, rules(place.area().name()))
                    .decideDirectory(new AskingCaller(caller), spot(place)))
        .orElseGet(() -> decide(caller, OperationClass.CREATE, place));
  }

  @Override
  public Decision decideRename(Caller caller, Place place) {
    return caller
        .grant()
        .map(
            grant ->
                new Granted(grant, rules(place.area().name()))
                    .decideRename(new AskingCaller(caller), spot(place)))
        .orElseGet(() -> decide(caller, OperationClass.DELETE, place));
  }

  @Override
  public boolean isRenameAllowedWithin(Caller caller, Place place) {
    return caller
        .grant()
        .map(
            grant ->
                new Granted(grant, rules(place.area().name()))
                    .isRenameAllowedWithin(new AskingCaller(caller), spot(place)))
        .orElseGet(() -> isAllowedWithin(caller, OperationClass.DELETE, place));
  }

  @Override
  public boolean isAllowedWithin(Caller caller, OperationClass use, Place place) {
    AreaRules rules = rules(place.area().name());
    AskingCaller asker = new AskingCaller(caller);
    return caller
        .grant()
        .map(grant -> new Granted(grant, rules).isAllowedWithin(asker, use, spot(place)))
        .orElseGet(() -> rules.isAllowedWithin(asker, use, place.path()));
  }

  @Override
  public Explanation explain(Caller caller, OperationClass use, Place place) {
    return explain(caller, use, place.area().name(), place.sfn(), place.path());
  }

  private static Granted.Spot spot(Place place) {
    return new Granted.Spot(place.sfn(), place.path());
  }

  /** The same for a place of which only the names are known, without a filesystem. */
  public Explanation explain(
      Caller caller, OperationClass use, String area, String sfn, AreaPath path) {
    AreaRules known = rules(area);
    AskingCaller asker = new AskingCaller(caller);
    Decision decision =
        caller
            .grant()
            .map(grant -> new Granted(grant, known).decide(asker, use, new Granted.Spot(sfn, path)))
            .orElseGet(() -> known.decide(asker, use, path));
    if (caller.grant().isPresent()
        && known.said(asker, use, path).filter(said -> said.equals(decision)).isEmpty()) {
      return new Explanation(decision, List.of(), Optional.empty()); // the scopes decide
    }
    List<Passed> passed = new ArrayList<>();
    for (Rule rule : known.rules()) {
      Optional<String> mismatch = mismatch(rule, asker, use, path);
      if (mismatch.isEmpty()) {
        return new Explanation(decision, passed, Optional.of(rule));
      }
      passed.add(new Passed(rule, mismatch.get()));
    }
    return new Explanation(decision, passed, Optional.empty());
  }

  private static Optional<String> mismatch(
      Rule rule, AskingCaller asker, OperationClass use, AreaPath path) {
    if (!rule.uses().contains(use)) {
      return Optional.of("does not cover " + use.word());
    }
    if (!rule.who().matches(asker.caller())) {
      return Optional.of("the caller is not " + rule.who());
    }
    if (rule.from().isPresent() && !asker.isWithin(rule.from().get())) {
      return Optional.of("host '" + asker.caller().host() + "' is not within " + rule.from().get());
    }
    return rule.isAbout(path)
        ? Optional.empty()
        : Optional.of("the path is not " + rule.on().map(PathPattern::toString).orElse(""));
  }

  @Override
  public boolean isKnown(Caller caller) {
    if (caller.grant().isPresent() && caller.grant().get().within().isEmpty()) {
      return !caller.grant().get().scopes().isEmpty();
    }
    AskingCaller asker = new AskingCaller(caller);
    for (AreaRules rules : rulesByArea.values()) {
      for (OperationClass use : OperationClass.values()) {
        if (rules.isPossibleWithin(asker, use, AreaPath.ROOT)) {
          return true;
        }
      }
    }
    return false;
  }

  private AreaRules rules(String area) {
    AreaRules rules = rulesByArea.get(area);
    return rules == null ? new AreaRules(area, List.of()) : rules;
  }
}
