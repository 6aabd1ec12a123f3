package org.bora.backend.authorise;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.storage.spi.AreaPath;

/**
 * What a caller with a token may do in one area: the scopes replace the rules that allow, and the
 * rules that deny still apply. So a token never allows more than its scopes, and the site has the
 * last word. If the grant is within the rights of its caller, the rules must also allow the action.
 */
record Granted(Grant grant, AreaRules rules) {

  /** A place in the area, by both its names. */
  record Spot(String sfn, AreaPath path) {}

  Granted {
    Objects.requireNonNull(grant, "grant");
    Objects.requireNonNull(rules, "rules");
  }

  Decision decide(AskingCaller asker, OperationClass use, Spot place) {
    Optional<Scope> scope =
        use == OperationClass.LIST ? looking(place.sfn()) : covering(use, place.sfn());
    return decided(asker, use, place, scope);
  }

  /** The same of a directory, which a path with a slash at its end names, too. */
  Decision decideOnDirectory(AskingCaller asker, OperationClass use, Spot place) {
    return use == OperationClass.LIST
        ? decide(asker, use, place)
        : decided(asker, use, place, coveringDirectory(use, place.sfn()));
  }

  /** {@code storage.create:/foo/bar} allows to make {@code /foo} too, as a directory. */
  Decision decideDirectory(AskingCaller asker, Spot place) {
    Optional<Scope> scope =
        covering(OperationClass.CREATE, place.sfn())
            .or(() -> managing(place.sfn()))
            .or(
                () ->
                    first(
                        each ->
                            allows(each.action(), OperationClass.CREATE)
                                && each.mayBeMade(place.sfn())));
    return decided(asker, OperationClass.CREATE, place, scope);
  }

  /**
   * {@code storage.create} permits renaming, but not removal. A grant within the caller's rights
   * has a separate action for renaming, because storing new files does not include taking names
   * away.
   */
  Decision decideRename(AskingCaller asker, Spot place) {
    return decided(asker, OperationClass.DELETE, place, renaming(place.sfn()));
  }

  private Optional<Scope> renaming(String sfn) {
    return grant.within().isPresent() ? managing(sfn) : covering(OperationClass.CREATE, sfn);
  }

  private Optional<Scope> managing(String sfn) {
    return first(scope -> scope.action() == Action.MANAGE && scope.covers(sfn));
  }

  /**
   * Whether a scope covers the place and everything below it, without a rule that denies part of
   * it.
   */
  boolean isAllowedWithin(AskingCaller asker, OperationClass use, Spot place) {
    Optional<Scope> scope =
        use == OperationClass.LIST
            ? first(each -> each.covers(place.sfn()))
            : within(use, place.sfn());
    return scope.isPresent() && isRuledWithin(asker, use, place);
  }

  private boolean isRuledWithin(AskingCaller asker, OperationClass use, Spot place) {
    return grant.within().isPresent()
        ? rules.isAllowedWithin(asker, use, place.path())
        : !rules.isDeniedWithin(asker, use, place.path());
  }

  boolean isRenameAllowedWithin(AskingCaller asker, Spot place) {
    return renaming(place.sfn()).isPresent() && isRuledWithin(asker, OperationClass.DELETE, place);
  }

  private Decision decided(
      AskingCaller asker, OperationClass use, Spot place, Optional<Scope> scope) {
    if (scope.isEmpty()) {
      return new Denied("the token does not allow " + use.word() + " here: it has " + grant);
    }
    if (grant.within().isPresent()) {
      return rules.decide(asker, use, place.path());
    }
    Optional<Decision> said = rules.said(asker, use, place.path());
    if (said.isPresent() && said.get() instanceof Denied denied) {
      return denied;
    }
    String reason = use.word() + " is allowed by scope " + scope.get();
    return new Allowed(reason, "token of " + asker.caller().issuer());
  }

  /** What has others below it and is removed is a directory. */
  private Optional<Scope> within(OperationClass use, String sfn) {
    return use == OperationClass.DELETE ? coveringDirectory(use, sfn) : covering(use, sfn);
  }

  /** A path with a slash at its end is no file. */
  private Optional<Scope> covering(OperationClass use, String sfn) {
    return first(
        scope ->
            allows(scope.action(), use)
                && scope.covers(sfn)
                && !(scope.directory() && sfn.equals(scope.path())));
  }

  private Optional<Scope> coveringDirectory(OperationClass use, String sfn) {
    return first(scope -> allows(scope.action(), use) && scope.covers(sfn));
  }

  /** Every storage scope allows to look at its path, and at the directories that lead there. */
  private Optional<Scope> looking(String sfn) {
    return first(scope -> scope.covers(sfn) || scope.isBelow(sfn));
  }

  private Optional<Scope> first(Predicate<Scope> condition) {
    List<Scope> scopes = grant.scopes();
    return scopes.stream().filter(condition).findFirst();
  }

  private static boolean allows(Action action, OperationClass use) {
    return switch (use) {
      case READ -> action == Action.READ;
      case CREATE -> action == Action.CREATE || action == Action.MODIFY;
      case WRITE -> action == Action.MODIFY;
      case DELETE -> action == Action.MODIFY || action == Action.DELETE;
      case STAGE -> action == Action.STAGE;
      case LIST -> true;
      case RESERVE, ADMIN -> false;
    };
  }
}
