package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.AccessFile.AccessLine;
import org.bora.storm.source.AccessFile.AccessList;
import org.bora.storm.source.AccessFile.OtherLine;
import org.bora.storm.source.Element;
import org.bora.storm.source.GroupMapFile.GroupLine;

/**
 * Translates approachable rules and path authorization to rules of areas. If rules cannot express
 * the same, they allow less, and a finding says so. One exception: a caller who may create files
 * may also create directories, because rules have one word for both.
 */
public final class RuleTranslation {
  private static final String LETTERS = "WRFDLMN";
  private static final Set<String> PARTS =
      Set.of("subjects", "approachable-fs", "space-rel-path", "anonymous-http-read");

  private final String namespaceFile;
  private final String accessFile;
  private final String groupFile;
  private final GroupCallers groups;
  private final Findings findings;
  private final Map<String, List<RuleSubject>> subjects = new HashMap<>();

  /**
   * @param namespaceFile name as given by the administrator
   * @param accessFile likewise
   * @param groupFile likewise
   */
  public RuleTranslation(
      String namespaceFile,
      String accessFile,
      String groupFile,
      List<GroupLine> groups,
      Findings findings) {
    this.namespaceFile = namespaceFile;
    this.accessFile = accessFile;
    this.groupFile = groupFile;
    this.groups = new GroupCallers(groups);
    this.findings = findings;
  }

  /** Enters whom an approachable rule lets in where. */
  public void approachable(Element rule, Set<String> areas) {
    String name = "app-rule " + rule.attribute("name");
    Optional<RuleSubject> subject = new SubjectReader(namespaceFile, findings).read(rule);
    for (Element part : rule.children()) {
      Spot place = new Spot(namespaceFile, part.line(), name + " " + part.name());
      switch (part.name()) {
        case "subjects" -> {
          // read above
        }
        case "approachable-fs" -> admit(place, part, subject, areas);
        case "anonymous-http-read" -> anonymous(place, part);
        case "space-rel-path" ->
            findings.dropped(
                place, part.text(), "StoRM reads it and never uses it; Bora needs no such path");
        default ->
            findings.unknown(
                place, part.text(), "no part of an app-rule; known are " + sorted(PARTS));
      }
    }
  }

  private static String sorted(Set<String> words) {
    return words.stream().sorted().collect(Collectors.joining(", "));
  }

  private void admit(Spot place, Element part, Optional<RuleSubject> subject, Set<String> areas) {
    for (String area : part.text().split("\\s*,\\s*", -1)) {
      if (!areas.contains(area)) {
        findings.dropped(place, area, "no area of this name is in the configuration");
      } else if (subject.isEmpty()) {
        findings.dropped(place, area, "its subjects could not be kept, see there");
      } else {
        subjects.computeIfAbsent(area, none -> new ArrayList<>()).add(subject.get());
        findings.kept(place, area, "areas." + area + ".rules: for " + subject.get().who());
      }
    }
  }

  private void anonymous(Spot place, Element part) {
    if (part.text().equals("true")) {
      findings.dropped(
          place,
          part.text(),
          "Bora refuses callers without a certificate, at its HTTPS port too; keep StoRM WebDAV, or"
              + " another HTTP server, on the same directory for it");
    } else {
      findings.kept(place, part.text(), "callers without a certificate are refused");
    }
  }

  /** The rules of all areas, by their names. */
  public Map<String, List<String>> rules(List<AreaPaths> areas, AccessList list) {
    AreaAccess scope = new AreaAccess(areas);
    tellOddGroups();
    tellHead(list);
    List<AccessLine> lines = new ArrayList<>();
    List<AccessLine> starred = new ArrayList<>();
    for (AccessLine line : list.lines()) {
      usable(line, scope).ifPresent(StarredPaths.isOne(line) ? starred::add : lines::add);
    }
    Map<String, List<String>> rules = new HashMap<>();
    for (AreaPaths area : areas) {
      List<String> all = new ArrayList<>(StarredPaths.denials(area, scope.of(area, starred)));
      all.addAll(rules(area, new PathAccess(scope.of(area, lines))));
      rules.put(area.name(), all);
    }
    return rules;
  }

  private List<String> rules(AreaPaths area, PathAccess access) {
    List<RuleSubject> admitted = subjects.getOrDefault(area.name(), List.of());
    if (admitted.isEmpty()) {
      findings.dropped(
          new Spot(namespaceFile, 0, "area " + area.name()),
          "",
          "no approachable rule admits a caller: the area has no rules, and all calls are denied");
      return List.of();
    }
    List<Principal> besides =
        groups.besides(admitted).stream().filter(one -> access.deniesTo(one.group())).toList();
    Set<Principal> callers = new LinkedHashSet<>();
    if (access.tellsGroupsApart(area.sfn())) {
      callers.addAll(groups.admittedBy(admitted));
    }
    int ofGroups = callers.size();
    admitted.forEach(one -> callers.add(new Principal(one.who(), Optional.empty(), one.byName())));
    int general = callers.size() - ofGroups;
    return new TranslatedRules(area.sfn(), access, besides, List.copyOf(callers), general).lines();
  }

  private void tellOddGroups() {
    for (GroupLine line : groups.odd()) {
      findings.unknown(
          new Spot(groupFile, line.line(), "line"),
          line.attribute() + " " + line.group(),
          "\"/GROUP\", \"/GROUP/*\" and \"/GROUP/Role=ROLE\" are understood: this line gives no"
              + " caller the group, and later lines give none to callers that it could mean");
    }
  }

  private void tellHead(AccessList list) {
    list.algorithm().ifPresent(this::tellAlgorithm);
    for (OtherLine other : list.others()) {
      findings.unknown(
          new Spot(accessFile, other.line(), "line"),
          other.text(),
          "GROUP PATH LETTERS permit|deny is expected; StoRM passes over it too");
    }
  }

  private void tellAlgorithm(OtherLine line) {
    Spot place = new Spot(accessFile, line.line(), "algorithm");
    if (line.text().endsWith(AccessFile.BEST_MATCH)) {
      findings.changed(
          place,
          line.text(),
          "rules in such an order that the nearest path comes first",
          "StoRM also heeds lines of paths that are not above a file, where no other line decides;"
              + " Bora does not");
    } else {
      findings.unknown(
          place, line.text(), "only " + AccessFile.BEST_MATCH + " is known, and was assumed");
    }
  }

  /** A line in its effective form; empty if it has no effect. Reports the result for the line. */
  private Optional<AccessLine> usable(AccessLine line, AreaAccess scope) {
    Spot place = new Spot(accessFile, line.line(), "line");
    List<AreaPaths> about = scope.of(line);
    if (about.isEmpty()) {
      findings.dropped(place, line.text(), scope.whyNone(line));
      return Optional.empty();
    }
    if (line.permit() && StarredPaths.isOne(line)) {
      findings.dropped(
          place,
          line.text(),
          "* is a letter like others to StoRM, and stands for any name in a rule: write a rule for"
              + " the names that are meant");
      return Optional.empty();
    }
    if (line.permit() && line.group().filter(group -> !groups.knows(group)).isPresent()) {
      findings.dropped(
          place,
          line.text(),
          "nothing says who has the local group "
              + line.group().get()
              + ": give --groupmap (usually /etc/grid-security/groupmapfile), or write a rule"
              + " 'allow ... to fqan /VO/Role=ROLE'");
      return Optional.empty();
    }
    return Optional.of(told(line, place, about));
  }

  /** Tells what becomes of a line that is used. */
  private AccessLine told(AccessLine line, Spot place, List<AreaPaths> about) {
    String becomes =
        about.stream()
            .map(area -> "areas." + area.name() + ".rules")
            .collect(Collectors.joining(", "));
    List<String> remarks = new ArrayList<>(LineRemarks.of(line, LETTERS));
    boolean forAll = !line.permit() && line.group().isPresent() && isForEverybody(line);
    if (forAll) {
      remarks.add(
          (StarredPaths.isOne(line) ? "beside * no group counts" : whoHas(line.group().get()))
              + ", so it is denied to everybody: "
              + (groups.knows(line.group().get()) ? "" : "give --groupmap, or ")
              + "narrow the rule");
    }
    if (StarredPaths.isOne(line)) {
      remarks.add(
          "* is a letter like others to StoRM, and stands for any name in a rule; nothing below is"
              + " permitted again");
    }
    if (remarks.isEmpty()) {
      findings.kept(place, line.text(), becomes);
    } else {
      findings.changed(place, line.text(), becomes, String.join("; ", remarks));
    }
    return forAll ? line.forEverybody() : line;
  }

  private boolean isForEverybody(AccessLine line) {
    String group = line.group().orElseThrow();
    return StarredPaths.isOne(line) || !groups.knows(group) || groups.isVague(group);
  }

  private String whoHas(String group) {
    return groups.knows(group)
        ? "the groupmapfile does not say for certain who has the local group " + group
        : "nothing says who has the local group " + group;
  }
}
