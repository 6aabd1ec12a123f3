package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.AreaPath;

/** First match wins and the default is to deny, whatever the rules are. */
class RuleOrderTest {

  private static final List<String> USES =
      List.of("read", "write", "read, list", "delete, create", "list", "all");
  private static final List<String> WHOS =
      List.of("anyone", "dn /CN=a", "dn /CN=*", "vo one", "fqan /one/Role=x", "vo two");
  private static final List<String> PLACES =
      List.of("", " on /vo/a/**", " on /vo/*", " on /vo/**/b", " on /vo", " from 10.0.0.0/8");

  @Provide
  Arbitrary<List<String>> rules() {
    return Combinators.combine(
            Arbitraries.of("allow ", "deny "),
            Arbitraries.of(USES),
            Arbitraries.of(WHOS),
            Arbitraries.of(PLACES))
        .as((outcome, use, who, place) -> outcome + use + " to " + who + place)
        .list()
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<Caller> callers() {
    return Combinators.combine(
            Arbitraries.of("/CN=a", "/CN=b"),
            Arbitraries.of(Set.of("", "/one", "/one/Role=x", "/two")),
            Arbitraries.of("10.1.2.3", "::1"))
        .as(
            (dn, fqan, host) ->
                new Caller(
                    dn, "/CN=CA", fqan.isEmpty() ? List.of() : List.of(Fqan.parse(fqan)), host));
  }

  @Provide
  Arbitrary<Place> places() {
    return Arbitraries.of("", "a", "b", "a/b", "a/c", "c/b/d")
        .map(path -> new Place(AreaTrees.area("/vo"), AreaPath.parse(path)));
  }

  private static Optional<Rule> first(
      List<Rule> rules, Caller caller, OperationClass use, Place place) {
    return rules.stream()
        .filter(rule -> rule.uses().contains(use))
        .filter(rule -> rule.isFor(new AskingCaller(caller)))
        .filter(rule -> rule.isAbout(place.path()))
        .findFirst();
  }

  @Property
  void theFirstRuleThatMatchesDecidesAndWithoutOneNothingIsAllowedButImpliedListing(
      @ForAll("rules") List<String> lines,
      @ForAll("callers") Caller caller,
      @ForAll OperationClass use,
      @ForAll("places") Place place) {
    List<Rule> rules = WrittenRules.read("/vo", lines.toArray(String[]::new));
    Decision decision =
        WrittenRules.of("/vo", lines.toArray(String[]::new)).decide(caller, use, place);
    Optional<Rule> first = first(rules, caller, use, place);

    if (first.isPresent()) {
      assertEquals(first.get().allow(), decision instanceof Allowed);
    } else if (use != OperationClass.LIST) {
      assertInstanceOf(Denied.class, decision);
    }
  }

  @Property
  void theExplanationDecidesAsTheDecisionDoes(
      @ForAll("rules") List<String> lines,
      @ForAll("callers") Caller caller,
      @ForAll OperationClass use,
      @ForAll("places") Place place) {
    RuleBook book = WrittenRules.of("/vo", lines.toArray(String[]::new));
    Explanation explanation = book.explain(caller, use, place);

    assertEquals(book.decide(caller, use, place), explanation.decision());
    assertEquals(
        first(WrittenRules.read("/vo", lines.toArray(String[]::new)), caller, use, place)
            .map(Rule::origin),
        explanation.decider().map(Rule::origin));
  }

  @Property
  void whatIsAllowedWithinAPlaceIsAllowedAtEveryPlaceBelow(
      @ForAll("rules") List<String> lines,
      @ForAll("callers") Caller caller,
      @ForAll OperationClass use,
      @ForAll("places") Place place,
      @ForAll("places") Place below) {
    RuleBook book = WrittenRules.of("/vo", lines.toArray(String[]::new));
    if (below.path().isWithin(place.path()) && book.isAllowedWithin(caller, use, place)) {
      assertInstanceOf(Allowed.class, book.decide(caller, use, below));
    }
  }

  @Property
  void whoMayReadSomewhereBelowMayListTheWayUnlessARuleSpeaksOfListing(
      @ForAll("rules") List<String> lines,
      @ForAll("callers") Caller caller,
      @ForAll("places") Place place,
      @ForAll("places") Place below) {
    RuleBook book = WrittenRules.of("/vo", lines.toArray(String[]::new));
    boolean unsaid =
        first(
                WrittenRules.read("/vo", lines.toArray(String[]::new)),
                caller,
                OperationClass.LIST,
                place)
            .isEmpty();
    if (unsaid
        && below.path().isWithin(place.path())
        && book.decide(caller, OperationClass.READ, below) instanceof Allowed) {
      assertInstanceOf(Allowed.class, book.decide(caller, OperationClass.LIST, place));
    }
  }
}
