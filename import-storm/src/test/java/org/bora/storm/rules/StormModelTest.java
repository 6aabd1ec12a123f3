package org.bora.storm.rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.Glob;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleBook;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.backend.authorise.RuleReader;
import org.bora.storage.spi.AreaPath;
import org.bora.storm.report.Findings;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.AccessFile.AccessLine;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile.GroupLine;
import org.junit.jupiter.api.Test;

/** Sites made at random: whoever shows one attribute may do nothing that StoRM did not allow. */
class StormModelTest {
  private static final int SITES = 200;
  private static final List<String> ATTRIBUTES =
      List.of(
          "/hep",
          "/hep/*",
          "/hep/Role=p",
          "/hep/Role=p/*",
          "/hep/it",
          "/hep/it/*",
          "/hep/it/Role=p",
          "/hep/*/Role=p",
          "/hep/Role=*",
          "/hep*",
          "/hep2",
          "/astro",
          "/astro/*");
  private static final List<String> SHOWN =
      List.of(
          "/hep",
          "/hep/Role=p",
          "/hep/Role=q",
          "/hep/it",
          "/hep/it/Role=p",
          "/hep/it/Role=q",
          "/hep/it/x",
          "/hep/it/x/Role=p",
          "/hep/fr",
          "/hep/fr/Role=p",
          "/hep2",
          "/astro",
          "/astro/Role=p");
  private static final List<String> GROUPS = List.of("@ALL@", "@ALL@", "g1", "g2", "g3", "ghost");
  private static final List<String> PATHS =
      List.of("/", "/hep", "/hep/a", "/hep/a/b", "/hep/c", "/hep/*");
  private static final List<String> PLACES =
      List.of("/hep/f", "/hep/a/f", "/hep/a/b/f", "/hep/c/f");
  private static final Map<OperationClass, String> LETTERS =
      Map.of(
          OperationClass.READ, "R",
          OperationClass.STAGE, "R",
          OperationClass.WRITE, "W",
          OperationClass.CREATE, "WN",
          OperationClass.DELETE, "D",
          OperationClass.LIST, "L");

  private static String any(SplittableRandom random, List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  @Test
  void nobodyMayWhatStormDidNotAllow() {
    long allowed = 0;
    for (int seed = 0; seed < SITES; seed++) {
      allowed += compared(new SplittableRandom(seed), seed);
    }
    assertTrue(allowed > SITES * 10L, "hardly anything is allowed: " + allowed);
  }

  /** How much Bora allows. */
  private static long compared(SplittableRandom random, int seed) {
    List<GroupLine> groups = new ArrayList<>();
    for (int line = 1; line <= 1 + random.nextInt(6); line++) {
      groups.add(new GroupLine(line, any(random, ATTRIBUTES), "g" + (1 + random.nextInt(3))));
    }
    List<AccessLine> lines = new ArrayList<>();
    for (int line = 1; line <= 1 + random.nextInt(6); line++) {
      lines.add(line(random, line));
    }
    String vo = any(random, List.of("hep", "hep.*", "*"));
    RuleBook book = bora(vo, groups, lines);
    long allowed = 0;
    for (String shown : SHOWN) {
      Caller caller = new Caller("/CN=x", "/CN=ca", List.of(Fqan.parse(shown)), "192.0.2.1");
      for (String place : PLACES) {
        AreaPath path = AreaPath.parse(place.substring("/hep".length()));
        for (Map.Entry<OperationClass, String> use : LETTERS.entrySet()) {
          if (book.explain(caller, use.getKey(), "A", "A", path).decision()
              instanceof Decision.Allowed) {
            allowed++;
            assertTrue(
                storm(vo, groups, lines, shown, place, use.getValue()),
                () -> seed + ": " + shown + " " + use.getKey() + " " + place + groups + lines);
          }
        }
      }
    }
    return allowed;
  }

  private static AccessLine line(SplittableRandom random, int number) {
    String group = any(random, GROUPS);
    StringBuilder letters = new StringBuilder();
    "WRDLN".chars().filter(letter -> random.nextInt(3) > 0).forEach(letters::appendCodePoint);
    return new AccessLine(
        number,
        group,
        group.equals("@ALL@") ? Optional.empty() : Optional.of(group),
        AccessFile.names(any(random, PATHS)),
        letters.toString(),
        random.nextInt(3) > 0,
        false);
  }

  private static RuleBook bora(String vo, List<GroupLine> groups, List<AccessLine> lines) {
    RuleTranslation translation = new RuleTranslation("n.xml", "p.db", "g", groups, new Findings());
    Element subjects =
        element(
            "subjects",
            "",
            List.of(element("dn", "*", List.of()), element("vo-name", vo, List.of())));
    translation.approachable(
        element("app-rule", "", List.of(subjects, element("approachable-fs", "A", List.of()))),
        Set.of("A"));
    List<AreaPaths> areas = List.of(new AreaPaths("A", List.of("hep"), List.of()));
    RuleReader reader = new RuleReader("/hep");
    List<Rule> rules =
        translation
            .rules(areas, new AccessList(Optional.empty(), lines, List.of()))
            .get("A")
            .stream()
            .map(text -> reader.read(text, new RuleOrigin("bora.yaml", 1)))
            .toList();
    return new RuleBook(Map.of("A", rules));
  }

  private static Element element(String name, String text, List<Element> children) {
    return new Element(name, 1, Map.of("name", "r"), text, children);
  }

  /** What StoRM decides: the VO, the group by LCMAPS, then the nearest line for each letter. */
  private static boolean storm(
      String vo,
      List<GroupLine> groups,
      List<AccessLine> lines,
      String shown,
      String place,
      String letters) {
    boolean approaches = vo.equals("*") || Fqan.parse(shown).vo().matches(vo);
    String group =
        groups.stream()
            .filter(line -> new Glob(line.attribute()).matches(shown))
            .findFirst()
            .map(GroupLine::group)
            .orElse("nobody");
    return approaches
        && letters
            .chars()
            .allMatch(
                letter ->
                    lines.stream()
                        .filter(line -> line.group().isEmpty() || line.group().get().equals(group))
                        .filter(line -> line.letters().indexOf(letter) >= 0)
                        .filter(line -> PathAccess.isAbove(line.path(), AccessFile.names(place)))
                        .max(
                            Comparator.comparingInt((AccessLine line) -> line.path().size())
                                .thenComparing(
                                    Comparator.comparingInt(AccessLine::line).reversed()))
                        .filter(AccessLine::permit)
                        .isPresent());
  }
}
