package org.bora.backend.authorise;

import static org.bora.backend.authorise.OperationClass.ADMIN;
import static org.bora.backend.authorise.OperationClass.CREATE;
import static org.bora.backend.authorise.OperationClass.DELETE;
import static org.bora.backend.authorise.OperationClass.LIST;
import static org.bora.backend.authorise.OperationClass.READ;
import static org.bora.backend.authorise.OperationClass.RESERVE;
import static org.bora.backend.authorise.OperationClass.STAGE;
import static org.bora.backend.authorise.OperationClass.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;

/** What scopes of tokens allow, in an area whose rules say nothing of their callers. */
class GrantedTest {
  private static final RuleBook SILENT = WrittenRules.of("/testvo");

  private static Caller with(Scope... scopes) {
    return new Caller(
        "/ISSUER=iam/SUB=alice",
        "https://iam",
        List.of(new Fqan("/testvo", "")),
        "::1",
        Optional.of(new Grant(List.of(scopes))));
  }

  private static Caller within(Scope... scopes) {
    return new Caller(
        "/CN=Alice",
        "/CN=CA",
        List.of(new Fqan("/testvo", "")),
        "::1",
        Optional.of(new Grant(List.of(scopes), Optional.of("the caveats"))));
  }

  private static Scope scope(Action action, String path) {
    return new Scope(action, path, false);
  }

  private static Place place(String path) {
    return new Place(AreaTrees.area("/testvo"), AreaPath.parse(path));
  }

  private static boolean may(RuleBook rules, Caller caller, OperationClass use, String path) {
    return rules.decide(caller, use, place(path)) instanceof Allowed;
  }

  private static Set<OperationClass> uses(Scope scope, String path) {
    Set<OperationClass> uses = new TreeSet<>();
    Arrays.stream(OperationClass.values())
        .filter(use -> may(SILENT, with(scope), use, path))
        .forEach(uses::add);
    return uses;
  }

  @Test
  void everyScopeAllowsItsUsesAndToLook() {
    Map<Action, Set<OperationClass>> expected =
        Map.of(
            Action.READ, Set.of(READ, LIST),
            Action.CREATE, Set.of(CREATE, LIST),
            Action.MODIFY, Set.of(CREATE, WRITE, DELETE, LIST),
            Action.STAGE, Set.of(STAGE, LIST),
            Action.POLL, Set.of(LIST));
    expected.forEach(
        (action, allowed) -> {
          assertEquals(allowed, uses(scope(action, "/testvo/a"), "a"), action.word());
          assertEquals(allowed, uses(scope(action, "/testvo/a"), "a/b/c"), action.word());
          assertEquals(allowed, uses(scope(action, "/"), "a/b"), action.word());
        });
  }

  @Test
  void aScopeEndsAtTheNamesOfItsPath() {
    assertEquals(Set.of(), uses(scope(Action.MODIFY, "/testvo/a"), "ab"));
    assertEquals(Set.of(), uses(scope(Action.MODIFY, "/testvo/a"), "b"));
    assertEquals(Set.of(LIST), uses(scope(Action.MODIFY, "/testvo/a/b"), "a"));
    assertEquals(Set.of(), uses(scope(Action.MODIFY, "/other"), "a"));
  }

  @Test
  void aPathWithASlashAtItsEndIsNoFile() {
    Scope directory = new Scope(Action.MODIFY, "/testvo/a", true);
    assertEquals(Set.of(LIST), uses(directory, "a"));
    for (OperationClass use : List.of(CREATE, DELETE, LIST)) {
      Decision known = SILENT.decideOnDirectory(with(directory), use, place("a"));
      assertTrue(known instanceof Allowed, use.word());
      Decision above = SILENT.decideOnDirectory(with(directory), use, place("ab"));
      assertFalse(above instanceof Allowed, use.word());
    }
    assertFalse(SILENT.decideOnDirectory(with(directory), READ, place("a")) instanceof Allowed);
    assertTrue(SILENT.isAllowedWithin(with(directory), DELETE, place("a")));
    assertEquals(Set.of(CREATE, WRITE, DELETE, LIST), uses(directory, "a/b"));
    assertTrue(SILENT.decideDirectory(with(directory), place("a")) instanceof Allowed);
  }

  @Test
  void theDirectoriesAboveAPathMayBeMadeAndNothingElseThere() {
    Caller caller = with(scope(Action.CREATE, "/testvo/a/b"));
    assertTrue(SILENT.decideDirectory(caller, place("a")) instanceof Allowed);
    assertTrue(SILENT.decideDirectory(caller, place("a/b/c")) instanceof Allowed);
    assertFalse(SILENT.decideDirectory(caller, place("c")) instanceof Allowed);
    assertFalse(may(SILENT, caller, CREATE, "a"));
    Caller reader = with(scope(Action.READ, "/testvo/a/b"));
    assertFalse(SILENT.decideDirectory(reader, place("a")) instanceof Allowed);
  }

  @Test
  void toCreateAllowsToRenameAndNotToRemove() {
    Caller creator = with(scope(Action.CREATE, "/testvo/a"));
    assertTrue(SILENT.decideRename(creator, place("a/b")) instanceof Allowed);
    assertTrue(SILENT.isRenameAllowedWithin(creator, place("a/b")));
    assertFalse(SILENT.decideRename(creator, place("b")) instanceof Allowed);
    assertFalse(may(SILENT, creator, DELETE, "a/b"));
    assertFalse(SILENT.isAllowedWithin(creator, DELETE, place("a/b")));
  }

  /** A grant that only takes away has a word of its own for it, that of macaroons. */
  @Test
  void withinTheRightsOfACallerToCreateIsNotToRename() {
    RuleBook rules = WrittenRules.of("/testvo", "allow all to anyone");
    for (Action action : List.of(Action.CREATE, Action.MODIFY, Action.DELETE)) {
      Caller caller = within(scope(action, "/testvo/a"));
      assertFalse(rules.decideRename(caller, place("a/b")) instanceof Allowed, action.word());
      assertFalse(rules.isRenameAllowedWithin(caller, place("a/b")), action.word());
    }
    Caller manager = within(scope(Action.MANAGE, "/testvo/a"));
    assertTrue(rules.decideRename(manager, place("a/b")) instanceof Allowed);
    assertTrue(rules.isRenameAllowedWithin(manager, place("a/b")));
    assertFalse(rules.decideRename(manager, place("b")) instanceof Allowed);
    assertFalse(SILENT.decideRename(manager, place("a/b")) instanceof Allowed);
  }

  @Test
  void aRuleThatDeniesStillCounts() {
    RuleBook rules =
        WrittenRules.of(
            "/testvo", "deny delete to vo testvo on /testvo/a/kept", "allow read to anyone");
    Caller caller = with(scope(Action.MODIFY, "/testvo"));
    assertFalse(may(rules, caller, DELETE, "a/kept"));
    assertFalse(rules.isAllowedWithin(caller, DELETE, place("a")));
    assertTrue(may(rules, caller, DELETE, "a/other"));
    assertTrue(rules.isAllowedWithin(caller, DELETE, place("b")));
    Decision denied = rules.decide(caller, DELETE, place("a/kept"));
    assertTrue(denied instanceof Denied(String reason) && reason.contains("rule 1"), "" + denied);
  }

  @Test
  void aRuleThatAllowsGivesNothingBesidesTheScopes() {
    RuleBook rules = WrittenRules.of("/testvo", "allow all, admin to anyone");
    Caller caller = with(scope(Action.READ, "/testvo/a"));
    assertTrue(may(rules, caller, READ, "a"));
    assertFalse(may(rules, caller, READ, "b"));
    for (OperationClass use : List.of(CREATE, WRITE, DELETE, STAGE, RESERVE, ADMIN)) {
      assertFalse(may(rules, caller, use, "a"), use.word());
    }
    Decision denied = rules.decide(caller, WRITE, place("a"));
    assertEquals(
        new Denied("the token does not allow write here: it has storage.read:/testvo/a"), denied);
  }

  @Test
  void aGrantWithoutScopesAllowsNothing() {
    assertFalse(SILENT.isKnown(with()));
    assertTrue(SILENT.isKnown(with(scope(Action.POLL, "/testvo"))));
    assertFalse(may(SILENT, with(), LIST, "a"));
  }
}
