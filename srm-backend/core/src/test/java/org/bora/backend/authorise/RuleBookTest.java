package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;

class RuleBookTest {

  private static final StorageArea AREA = AreaTrees.area("/testvo");
  private static final Caller ALICE = caller("/DC=org/CN=Alice", "/testvo");
  private static final Caller BOB = caller("/DC=org/CN=Bob");

  private static Caller caller(String dn, String... fqans) {
    return new Caller(dn, "/DC=org/CN=CA", Stream.of(fqans).map(Fqan::parse).toList(), "::1");
  }

  private static RuleBook rules(String... lines) {
    return WrittenRules.of("/testvo", lines);
  }

  private static Place place(String path) {
    return new Place(AREA, AreaPath.parse(path));
  }

  private static boolean may(RuleBook rules, Caller caller, OperationClass use, String path) {
    return rules.decide(caller, use, place(path)) instanceof Allowed;
  }

  @Test
  void nobodyGetsInWithoutARule() {
    RuleBook none = rules();
    for (OperationClass use : OperationClass.values()) {
      assertInstanceOf(Denied.class, none.decide(ALICE, use, AREA));
    }
    assertFalse(none.isKnown(ALICE));
    assertEquals(
        new Denied("no rule of area other allows read by /DC=org/CN=Bob (no VOMS attributes) here"),
        rules("allow all to anyone").decide(BOB, OperationClass.READ, AreaTrees.area("/other")));
  }

  @Test
  void theFirstMatchingRuleDecides() {
    RuleBook denyFirst = rules("deny read to dn */CN=Alice", "allow read to vo testvo");
    RuleBook allowFirst = rules("allow read to vo testvo", "deny read to dn */CN=Alice");

    assertFalse(may(denyFirst, ALICE, OperationClass.READ, "f"));
    assertTrue(may(allowFirst, ALICE, OperationClass.READ, "f"));
  }

  @Test
  void aDenialTellsCallersTheKindOfTheRuleAndAdministratorsAllOfIt() {
    RuleBook rules =
        rules("allow list to vo testvo", "deny read to dn */CN=Alice from ::/0 on /testvo/raw/**");

    assertEquals(
        new Denied(
            "read is denied by rule 2 of area testvo, a rule for certificate subjects from certain"
                + " hosts on certain paths"),
        rules.decide(ALICE, OperationClass.READ, place("raw/x")));
    Explanation explanation = rules.explain(ALICE, OperationClass.READ, place("raw/x"));
    assertEquals(
        "bora.yaml:2: deny read to dn */CN=Alice from ::/0 on /testvo/raw/**",
        explanation.ground());
    assertEquals("does not cover read", explanation.passed().getFirst().why());
  }

  @Test
  void anExplanationSaysWhyEachRuleWasPassedOver() {
    RuleBook rules =
        rules(
            "allow write to anyone",
            "allow read to vo cms",
            "allow read to anyone from 10.0.0.0/8",
            "allow read to anyone on /testvo/pub/**");
    Explanation explanation = rules.explain(BOB, OperationClass.READ, place("x"));

    assertEquals(Optional.empty(), explanation.decider());
    assertInstanceOf(Denied.class, explanation.decision());
    assertEquals(
        List.of(
            "does not cover read",
            "the caller is not vo cms",
            "host '::1' is not within 10.0.0.0/8",
            "the path is not /testvo/pub/**"),
        explanation.passed().stream().map(Explanation.Passed::why).toList());
  }

  @Test
  void whoMayReadOrWriteMayListButNotTheOtherWayRound() {
    for (OperationClass use :
        List.of(
            OperationClass.READ,
            OperationClass.WRITE,
            OperationClass.CREATE,
            OperationClass.DELETE,
            OperationClass.STAGE)) {
      RuleBook rules = rules("allow " + use.word() + " to vo testvo");
      assertTrue(may(rules, ALICE, OperationClass.LIST, "d"), use.word());
      assertFalse(may(rules, BOB, OperationClass.LIST, "d"), use.word());
    }
    RuleBook lookOnly = rules("allow list to vo testvo");
    assertFalse(may(lookOnly, ALICE, OperationClass.READ, "d"));
    RuleBook dropBox = rules("allow create to vo testvo");
    assertFalse(may(dropBox, ALICE, OperationClass.READ, "d"));
  }

  @Test
  void theWayToAPlaceMayBeListedAndItsNeighboursMayNot() {
    RuleBook rules = rules("allow read to vo testvo on /testvo/a/data/**");

    assertTrue(may(rules, ALICE, OperationClass.LIST, ""));
    assertTrue(may(rules, ALICE, OperationClass.LIST, "a"));
    assertTrue(may(rules, ALICE, OperationClass.LIST, "a/data/x"));
    assertFalse(may(rules, ALICE, OperationClass.LIST, "a/other"));
    assertFalse(may(rules, ALICE, OperationClass.LIST, "b"));
    assertFalse(may(rules, ALICE, OperationClass.READ, "a"));
  }

  @Test
  void aRuleAboutListingBeatsWhatReadingImplies() {
    RuleBook rules =
        rules("deny list to anyone on /testvo/secret/**", "allow read, create to vo testvo");

    assertFalse(may(rules, ALICE, OperationClass.LIST, "secret"));
    assertTrue(may(rules, ALICE, OperationClass.READ, "secret/f"));
    assertTrue(may(rules, ALICE, OperationClass.LIST, "open"));
  }

  @Test
  void aDenialOfAllReadingLeavesWhatWritingImplies() {
    RuleBook rules = rules("deny read to anyone", "allow write to vo testvo");

    assertTrue(may(rules, ALICE, OperationClass.LIST, "d"));
    assertFalse(
        may(rules("deny read to anyone", "allow read to anyone"), ALICE, OperationClass.LIST, "d"));
  }

  @Test
  void whatIsAllowedWithinADirectoryIsAllowedWhereverRulesReach() {
    RuleBook rules =
        rules(
            "deny delete to anyone on /testvo/**/keep",
            "deny delete to anyone on /testvo/raw/**",
            "allow all to vo testvo");

    assertFalse(rules.isAllowedWithin(ALICE, OperationClass.DELETE, place("d")));
    assertTrue(rules.isAllowedWithin(ALICE, OperationClass.CREATE, place("raw")));
    assertTrue(rules.isAllowedWithin(ALICE, OperationClass.LIST, place("")));
    assertFalse(rules.isAllowedWithin(BOB, OperationClass.CREATE, place("raw")));
    RuleBook part = rules("allow delete to vo testvo on /testvo/tmp/**");
    assertTrue(part.isAllowedWithin(ALICE, OperationClass.DELETE, place("tmp/x")));
    assertFalse(part.isAllowedWithin(ALICE, OperationClass.DELETE, place("")));
  }

  @Test
  void whoeverAnyAreaLetsInIsKnown() {
    Authoriser authoriser =
        new WrittenRules()
            .area("a", "/a", "allow list to vo testvo on /a/deep/down")
            .area("b", "/b", "deny all to dn */CN=Bob", "allow all to dn */CN=Bob")
            .book();

    assertTrue(authoriser.isKnown(ALICE));
    assertFalse(authoriser.isKnown(BOB));
  }
}
