package org.bora.storm.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleBook;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.backend.authorise.RuleReader;
import org.bora.storage.spi.AreaPath;
import org.bora.storm.report.Finding;
import org.bora.storm.report.Findings;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.AccessFile.AccessLine;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile.GroupLine;
import org.junit.jupiter.api.Test;

/** What Bora decides by the rules is what StoRM decides by the lines. */
class TranslatedRulesTest {
  private static final Caller MEMBER = caller("/CN=member", "/hep");
  private static final Caller PRODUCTION = caller("/CN=prod", "/hep/Role=production", "/hep");
  private static final Caller STRANGER = caller("/CN=stranger", "/astro");
  private static final List<GroupLine> GROUPS =
      List.of(
          new GroupLine(1, "/hep/Role=production", "hepprd"),
          new GroupLine(2, "/hep", "hep"),
          new GroupLine(3, "/hep/*", "hep"));

  private final Findings findings = new Findings();
  private List<GroupLine> groups = GROUPS;
  private String subject = "hep";
  private List<AreaPaths> areas = List.of(new AreaPaths("A", List.of("hep"), List.of()));

  private static Caller caller(String dn, String... fqans) {
    List<Fqan> held = new ArrayList<>();
    for (String fqan : fqans) {
      held.add(Fqan.parse(fqan));
    }
    return new Caller(dn, "/CN=ca", held, "192.0.2.1");
  }

  private static AccessLine line(String text) {
    String[] words = text.split(" ", -1);
    return new AccessLine(
        1,
        text,
        words[0].equals("@ALL@") ? Optional.empty() : Optional.of(words[0]),
        AccessFile.names(words[1]),
        words[2],
        words[3].equals("permit"),
        false);
  }

  private static Element element(String name, String text, Element... children) {
    return new Element(name, 1, Map.of("name", "r"), text, List.of(children));
  }

  private Map<String, List<String>> rules(String... lines) {
    RuleTranslation translation = new RuleTranslation("n.xml", "p.db", "g", groups, findings);
    Element subjects = element("subjects", "", element("dn", "*"), element("vo-name", subject));
    Element rule = element("app-rule", "", subjects, element("approachable-fs", "A,B"));
    translation.approachable(rule, Set.of("A", "B"));
    List<AccessLine> read = new ArrayList<>();
    for (String line : lines) {
      read.add(line(line));
    }
    return translation.rules(areas, new AccessList(Optional.empty(), read, List.of()));
  }

  /** Letters for what is allowed: Read, Stage, Write, Create, Delete, List. */
  private static String may(List<String> lines, Caller caller, String path) {
    RuleReader reader = new RuleReader("/hep");
    List<Rule> rules = new ArrayList<>();
    lines.forEach(line -> rules.add(reader.read(line, new RuleOrigin("bora.yaml", 1))));
    RuleBook book = new RuleBook(Map.of("A", rules));
    StringBuilder letters = new StringBuilder();
    for (OperationClass use :
        List.of(
            OperationClass.READ,
            OperationClass.STAGE,
            OperationClass.WRITE,
            OperationClass.CREATE,
            OperationClass.DELETE,
            OperationClass.LIST)) {
      boolean allowed =
          book.explain(caller, use, "A", "A", AreaPath.parse(path)).decision()
              instanceof Decision.Allowed;
      letters.append(allowed ? use.word().charAt(0) : '-');
    }
    return letters.toString();
  }

  private List<String> areaA(String... lines) {
    return rules(lines).get("A");
  }

  private long told(SettingVerdict verdict) {
    return findings.all().stream().filter(one -> one.verdict() == verdict).count();
  }

  @Test
  void everyLetterOpensWhatItOpensInStorm() {
    assertEquals("rs----", may(areaA("@ALL@ / R permit"), MEMBER, "/f"));
    assertEquals("-----l", may(areaA("@ALL@ / L permit"), MEMBER, "/f"));
    assertEquals("----d-", may(areaA("@ALL@ / D permit"), MEMBER, "/f"));
    assertEquals("--w---", may(areaA("@ALL@ / W permit"), MEMBER, "/f"));
    assertEquals("------", may(areaA("@ALL@ / N permit"), MEMBER, "/f"));
    assertEquals("--wc--", may(areaA("@ALL@ / WN permit"), MEMBER, "/f"));
    assertEquals("------", may(areaA("@ALL@ / M permit"), MEMBER, "/f"));
    assertEquals("------", may(areaA("@ALL@ / F permit"), MEMBER, "/f"));
    assertEquals("rswcdl", may(areaA("@ALL@ / WRFDLMN permit"), MEMBER, "/f"));
  }

  @Test
  void theNearestPathDecidesAndTheFirstLineOnIt() {
    List<String> rules =
        areaA(
            "@ALL@ / WRFDLMN permit",
            "@ALL@ /hep/raw WDMN deny",
            "@ALL@ /hep/raw D permit",
            "@ALL@ /hep/raw/old D permit");
    assertEquals("rswcdl", may(rules, MEMBER, "/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/raw/f"));
    assertEquals("rs--dl", may(rules, MEMBER, "/raw/old/f"));
  }

  @Test
  void groupsFareAsTheirLinesSay() {
    List<String> rules =
        areaA(
            "hep /hep RL permit",
            "hepprd /hep WRFDLMN permit",
            "hepprd /hep/raw D deny",
            "hep /hep/inbox WN permit");
    assertEquals("rs---l", may(rules, MEMBER, "/f"));
    assertEquals("rswcdl", may(rules, PRODUCTION, "/f"));
    assertEquals("rswc-l", may(rules, PRODUCTION, "/raw/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/raw/f"));
    assertEquals("rswc-l", may(rules, MEMBER, "/inbox/f"));
    assertEquals("rswcdl", may(rules, PRODUCTION, "/inbox/f"));
    assertEquals("------", may(rules, STRANGER, "/f"));
  }

  @Test
  void whoHasNoGroupHasWhatEverybodyHas() {
    List<String> rules = areaA("@ALL@ / RL permit", "hepprd /hep WDMN permit");
    assertEquals("rs---l", may(rules, MEMBER, "/f"));
    assertEquals("rswcdl", may(rules, PRODUCTION, "/f"));
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/Role=other"), "/f"));
  }

  @Test
  void aGroupThatNobodyKnowsGainsNothingAndIsDeniedToAll() {
    groups = List.of();
    List<String> rules =
        areaA("@ALL@ / WRFDLMN permit", "ghosts /hep/raw D deny", "ghosts /hep/raw/x D permit");
    assertEquals("rswc-l", may(rules, MEMBER, "/raw/f"));
    assertEquals("rswc-l", may(rules, MEMBER, "/raw/x/f"));
    assertEquals(1, told(SettingVerdict.DROPPED));
    assertEquals(1, told(SettingVerdict.CHANGED));
  }

  @Test
  void whatMayNotBeListedIsNotListedThoughItMayBeRead() {
    List<String> rules = areaA("@ALL@ / R permit", "@ALL@ /hep/open L permit");
    assertEquals("rs----", may(rules, MEMBER, "/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/open/f"));
  }

  @Test
  void anAliasNarrowsButNeverWidens() {
    areas = List.of(new AreaPaths("A", List.of("hep"), List.of(List.of("grid", "hep"))));
    List<String> rules =
        areaA("@ALL@ / RLD permit", "@ALL@ /grid WDMN permit", "@ALL@ /grid/hep/x R deny");
    assertEquals("rs--dl", may(rules, MEMBER, "/f"));
    assertEquals("----dl", may(rules, MEMBER, "/x/f"));
  }

  @Test
  void linesOfANestedAreaAreItsOwn() {
    areas =
        List.of(
            new AreaPaths("A", List.of("hep"), List.of()),
            new AreaPaths("B", List.of("hep", "scratch"), List.of()));
    Map<String, List<String>> rules =
        rules("@ALL@ /hep RL permit", "@ALL@ /hep/scratch/tmp D permit");
    assertEquals(List.of("allow read, list, stage to vo hep"), rules.get("A"));
    assertTrue(
        rules.get("B").contains("allow read, delete, list, stage to vo hep on /hep/scratch/tmp/**"),
        () -> rules.get("B").toString());
  }

  @Test
  void aLineForNoAreaIsTold() {
    areaA("@ALL@ /elsewhere R permit");
    Finding told =
        findings.all().stream()
            .filter(one -> one.verdict() == SettingVerdict.DROPPED)
            .findAny()
            .orElseThrow();
    assertEquals("p.db:1: line", told.spot().toString());
  }

  @Test
  void aDenialHoldsWhereTheVoIsAPattern() {
    subject = "hep.*";
    groups = List.of(new GroupLine(1, "/hep", "hepusers"), new GroupLine(2, "/hep2", "second"));
    List<String> rules = areaA("@ALL@ / WRFDLMN permit", "hepusers /hep/raw WDN deny");
    assertEquals("rs---l", may(rules, MEMBER, "/raw/f"));
    assertEquals("rswcdl", may(rules, MEMBER, "/f"));
    assertEquals("rswcdl", may(rules, caller("/CN=x", "/hep2"), "/raw/f"));
    assertEquals("------", may(rules, STRANGER, "/f"));
  }

  @Test
  void aDenialHoldsForAGroupKnownBySubjectsAlone() {
    groups = List.of(new GroupLine(1, "/CN=member", "robots"), new GroupLine(2, "/hep", "hep"));
    List<String> rules = areaA("@ALL@ / WRFDLMN permit", "robots /hep/raw WDN deny");
    assertEquals("rs---l", may(rules, MEMBER, "/raw/f"));
    assertEquals("rswcdl", may(rules, caller("/CN=other", "/hep"), "/raw/f"));
    assertEquals("------", may(rules, caller("/CN=member"), "/f"));
  }

  @Test
  void aDenialHoldsForAGroupOfAnotherVo() {
    groups = List.of(new GroupLine(1, "/hep", "hep"), new GroupLine(2, "/astro", "astro"));
    List<String> rules =
        areaA("@ALL@ / WRFDLMN permit", "astro /hep/raw D deny", "@ALL@ /hep/raw/old R deny");
    Caller both = caller("/CN=both", "/astro", "/hep");
    assertEquals("rswcdl", may(rules, both, "/f"));
    assertEquals("rswc-l", may(rules, both, "/raw/f"));
    assertEquals("--wc-l", may(rules, both, "/raw/old/f"));
    assertEquals("rswcdl", may(rules, MEMBER, "/raw/f"));
    assertEquals("------", may(rules, STRANGER, "/f"));
  }

  @Test
  void aLineForOneGroupIsNotForThoseBelow() {
    List<String> rules = areaA("hep / RL permit", "hepprd / WRFDLMN permit");
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/italy/Role=production"), "/f"));
    assertEquals("rswcdl", may(rules, PRODUCTION, "/f"));
    groups =
        List.of(
            new GroupLine(1, "/hep/Role=production", "hepprd"), new GroupLine(2, "/hep", "hep"));
    rules = areaA("hep / RL permit", "hepprd / WRFDLMN permit");
    assertEquals("------", may(rules, caller("/CN=x", "/hep/italy/Role=production"), "/f"));
    assertEquals("------", may(rules, caller("/CN=x", "/hep/italy"), "/f"));
    assertEquals("------", may(rules, caller("/CN=x", "/hep/Role=other"), "/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/f"));
  }

  @Test
  void aGroupAndThoseBelowMayBeTwoGroups() {
    groups =
        List.of(
            new GroupLine(1, "/hep/italy", "italy"),
            new GroupLine(2, "/hep/*", "below"),
            new GroupLine(3, "/hep", "hep"));
    List<String> rules =
        areaA(
            "hep / WRFDLMN permit", "below / RL permit", "italy / R permit", "below /hep/x L deny");
    assertEquals("rswcdl", may(rules, MEMBER, "/f"));
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/spain"), "/f"));
    assertEquals("rs----", may(rules, caller("/CN=x", "/hep/spain"), "/x/f"));
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/Role=any"), "/f"));
    assertEquals("rs----", may(rules, caller("/CN=x", "/hep/italy"), "/f"));
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/italy/rome"), "/f"));
    assertEquals("rs---l", may(rules, caller("/CN=x", "/hep/italy/Role=any"), "/f"));
  }

  @Test
  void aPatternThatIsNotUnderstoodGivesNobodyAGroupButItsDenialsHold() {
    groups =
        List.of(
            new GroupLine(1, "/hep/*/Role=production", "odd"),
            new GroupLine(2, "/hep/*", "hep"),
            new GroupLine(3, "/hep", "hep"));
    List<String> rules =
        areaA("@ALL@ / L permit", "hep / RL permit", "odd / W permit", "odd /hep/raw R deny");
    assertEquals("-----l", may(rules, caller("/CN=x", "/hep/italy/Role=production"), "/f"));
    assertEquals("-----l", may(rules, caller("/CN=x", "/hep/italy"), "/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/f"));
    assertEquals("-----l", may(rules, MEMBER, "/raw/f"));
    assertEquals(
        "g:1: line",
        findings.all().stream()
            .filter(one -> one.verdict() == SettingVerdict.UNKNOWN)
            .findAny()
            .orElseThrow()
            .spot()
            .toString());
  }

  @Test
  void aStarInAPathPermitsNothingAndDeniesAll() {
    List<String> rules =
        areaA(
            "@ALL@ / RL permit",
            "hep /hep/run* W permit",
            "hepprd /hep/raw** R deny",
            "@ALL@ /hep/raw1/x R permit");
    assertEquals("rs---l", may(rules, MEMBER, "/run1/f"));
    assertEquals("-----l", may(rules, MEMBER, "/raw1/f"));
    assertEquals("-----l", may(rules, MEMBER, "/raw1/x/f"));
    assertEquals("rs---l", may(rules, MEMBER, "/other/f"));
    assertEquals(1, told(SettingVerdict.DROPPED));
    assertEquals(1, told(SettingVerdict.CHANGED));
  }

  @Test
  void subjectsWithoutAPartLetNobodyIn() {
    RuleTranslation translation = new RuleTranslation("n.xml", "p.db", "g", groups, findings);
    for (String dn : new String[] {"/", "/C\"N=x"}) {
      Element subjects = element("subjects", "", element("dn", dn));
      Element rule = element("app-rule", "", subjects, element("approachable-fs", "A"));
      translation.approachable(rule, Set.of("A"));
    }
    AccessList list =
        new AccessList(Optional.empty(), List.of(line("@ALL@ / R permit")), List.of());
    assertEquals(List.of(), translation.rules(areas, list).get("A"));
  }

  @Test
  void aSubjectThatIsAnExpressionLetsNobodyIn() {
    subject = "(hep|astro)";
    assertEquals(List.of(), areaA("@ALL@ / WRFDLMN permit"));
  }
}
