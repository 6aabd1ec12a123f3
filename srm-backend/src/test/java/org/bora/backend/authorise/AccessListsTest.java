package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision.Allowed;
import org.bora.backend.authorise.Decision.Denied;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.StorageArea;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessListsTest {

  private static final StorageArea AREA = AreaTrees.area("/testvo");
  private static final Caller ALICE = caller("/DC=org/CN=Alice", "/testvo");
  private static final Caller BOB = caller("/DC=org/CN=Bob");

  private static Caller caller(String dn, String... fqans) {
    return new Caller(dn, "/DC=org/CN=CA", Stream.of(fqans).map(Fqan::parse).toList(), "::1");
  }

  private static Authoriser lists(List<String> read, List<String> write, List<String> list) {
    return new AccessLists(Map.of("testvo", AreaAccess.parse(read, write, list)));
  }

  @ParameterizedTest
  @CsvSource({
    "dn /DC=org/CN=Alice, /DC=org/CN=Alice, , true",
    "dn /DC=org/CN=Alice, /DC=org/CN=Alice2, , false",
    "dn /DC=org/CN=*, /DC=org/CN=Alice, , true",
    "dn /DC=org/*, /DC=org/OU=a/CN=Alice, , true",
    "dn */CN=Alice, /DC=org/OU=a/CN=Alice, , true",
    "dn *, /DC=org/CN=x, , true",
    "dn /DC=org/CN=A.*e, /DC=org/CN=Alice, , false",
    "dn /DC=org/CN=alice, /DC=org/CN=Alice, , false",
    "vo testvo, /CN=a, /testvo, true",
    "vo testvo, /CN=a, /testvo/sub/Role=x, true",
    "vo testvo, /CN=a, /testvo2, false",
    "vo testvo, /CN=a, , false",
    "vo second, /CN=a, /testvo;/second, true",
    "fqan /testvo, /CN=a, /testvo/Role=NULL/Capability=NULL, true",
    "fqan /testvo, /CN=a, /testvo/prod/Role=x, true",
    "fqan /testvo/prod, /CN=a, /testvo, false",
    "fqan /testvo/prod, /CN=a, /testvo/production, false",
    "fqan /testvo/Role=production, /CN=a, /testvo/Role=production, true",
    "fqan /testvo/Role=production, /CN=a, /testvo/sub/Role=production, true",
    "fqan /testvo/Role=production, /CN=a, /testvo, false",
    "fqan /testvo/Role=production, /CN=a, /testvo/Role=lcgadmin, false",
    "fqan /testvo/Role=production, /CN=a, /testvo;/testvo/Role=production, true"
  })
  void patternsMatchWhomTheyName(String pattern, String dn, String fqans, boolean matches) {
    String[] held = fqans == null ? new String[0] : fqans.split(";", -1);

    assertEquals(matches, Who.parse(pattern).matches(caller(dn, held)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "dn", "dn Alice", "vo", "vo a/b", "fqan", "fqan testvo", "user bob", "DN /x"})
  void aPatternSaysWhatIsAllowed(String text) {
    var mistake = assertThrows(IllegalArgumentException.class, () -> AccessRule.parse(text));

    assertTrue(mistake.getMessage().contains("is not allowed: dn /DN*, vo NAME or fqan"));
  }

  @Test
  void everyMistakeIsReportedAtOnce() {
    var mistake =
        assertThrows(
            IllegalArgumentException.class,
            () -> AreaAccess.parse(List.of("x y"), List.of("vo ok", "z"), List.of()));

    assertEquals(2, mistake.getMessage().lines().count());
    assertTrue(mistake.getMessage().startsWith("read: 'x y'"));
  }

  @Test
  void nobodyGetsInWithoutARule() {
    Authoriser authoriser = lists(List.of(), List.of(), List.of());
    for (OperationClass use : OperationClass.values()) {
      assertInstanceOf(Denied.class, authoriser.decide(ALICE, use, AREA));
    }
    assertFalse(authoriser.isKnown(ALICE));
    assertInstanceOf(
        Denied.class,
        lists(List.of("dn *"), List.of("dn *"), List.of())
            .decide(ALICE, OperationClass.READ, AreaTrees.area("/other")));
  }

  @Test
  void theReasonNamesTheRule() {
    Authoriser authoriser = lists(List.of(), List.of("dn /CN=x", "vo testvo"), List.of());

    assertEquals(
        new Allowed("rule 2 of area testvo: write by vo testvo"),
        authoriser.decide(ALICE, OperationClass.WRITE, AREA));
    assertEquals(
        new Denied("no rule of area testvo allows write by /DC=org/CN=Bob (no VOMS attributes)"),
        authoriser.decide(BOB, OperationClass.WRITE, AREA));
  }

  @Test
  void theFirstMatchingRuleDecides() {
    Authoriser denyFirst = lists(List.of("deny dn */CN=Alice", "vo testvo"), List.of(), List.of());
    Authoriser allowFirst = lists(List.of("vo testvo", "deny dn */CN=Alice"), List.of(), List.of());

    assertEquals(
        new Denied("refused by rule 1 of area testvo: read by dn */CN=Alice"),
        denyFirst.decide(ALICE, OperationClass.READ, AREA));
    assertInstanceOf(Allowed.class, allowFirst.decide(ALICE, OperationClass.READ, AREA));
  }

  @Test
  void writingImpliesListingButNotReading() {
    Authoriser dropBox = lists(List.of(), List.of("vo testvo"), List.of());

    assertInstanceOf(Allowed.class, dropBox.decide(ALICE, OperationClass.LIST, AREA));
    assertInstanceOf(Denied.class, dropBox.decide(ALICE, OperationClass.READ, AREA));
  }

  @Test
  void readingImpliesListingOnly() {
    Authoriser readOnly = lists(List.of("vo testvo"), List.of(), List.of());

    assertInstanceOf(Allowed.class, readOnly.decide(ALICE, OperationClass.LIST, AREA));
    assertInstanceOf(Denied.class, readOnly.decide(ALICE, OperationClass.WRITE, AREA));
  }

  @Test
  void listingAloneImpliesNothing() {
    Authoriser lookOnly = lists(List.of(), List.of(), List.of("vo testvo"));

    assertInstanceOf(Allowed.class, lookOnly.decide(ALICE, OperationClass.LIST, AREA));
    assertInstanceOf(Denied.class, lookOnly.decide(ALICE, OperationClass.READ, AREA));
    assertInstanceOf(Denied.class, lookOnly.decide(ALICE, OperationClass.WRITE, AREA));
  }

  @Test
  void aDenialOfListingBeatsWhatReadingImplies() {
    Authoriser authoriser = lists(List.of("vo testvo"), List.of(), List.of("deny vo testvo"));

    assertInstanceOf(Denied.class, authoriser.decide(ALICE, OperationClass.LIST, AREA));
  }

  @Test
  void aDenialOfReadingLeavesWhatWritingImplies() {
    Authoriser authoriser = lists(List.of("deny vo testvo"), List.of("vo testvo"), List.of());

    assertInstanceOf(Allowed.class, authoriser.decide(ALICE, OperationClass.LIST, AREA));
  }

  @Test
  void whoeverAnyAreaLetsInIsKnown() {
    Authoriser authoriser =
        new AccessLists(
            Map.of(
                "a", AreaAccess.parse(List.of(), List.of(), List.of("vo testvo")),
                "b", AreaAccess.parse(List.of("deny dn */CN=Bob"), List.of(), List.of())));

    assertTrue(authoriser.isKnown(ALICE));
    assertFalse(authoriser.isKnown(BOB));
  }
}
