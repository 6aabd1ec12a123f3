package org.bora.storm.rules;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.storm.source.GroupMapFile.GroupLine;

/**
 * Finds the local group of callers in the groupmapfile. A rule for a VOMS group also applies to its
 * subgroups, but a line of LCMAPS does not. Attributes are therefore split into sets that LCMAPS
 * maps alike, the deepest first. A set without a mapping has no group.
 */
final class GroupCallers {

  /**
   * Callers with an attribute, or with a subject.
   *
   * @param vo of the attribute; empty for a subject
   */
  private record Mapped(Principal caller, String vo) {}

  /** Attributes with a rule, and their local group. */
  private record Entered(AttributeSet set, Optional<String> group) {}

  private final List<Mapped> mapped = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final List<GroupLine> odd = new ArrayList<>();

  GroupCallers(List<GroupLine> lines) {
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    Map<String, Set<String>> roles = new LinkedHashMap<>();
    for (GroupLine line : lines) {
      Optional<MapLine> form = MapLine.parse(line);
      if (MapLine.isSubject(line) || form.filter(MapLine::isOfUse).isPresent()) {
        known.add(line.group());
      } else if (form.isEmpty()) {
        odd.add(line);
      }
      form.ifPresent(
          read -> {
            String vo = new AttributeSet(read.group(), false, AttributeSet.NO_ROLE).vo();
            groups.computeIfAbsent(vo, none -> new LinkedHashSet<>(List.of("/" + vo)));
            groups.get(vo).add(read.group());
            roles.computeIfAbsent(vo, none -> new LinkedHashSet<>());
            read.role().ifPresent(roles.get(vo)::add);
          });
    }
    groups.forEach((vo, names) -> enter(vo, sets(names, roles.get(vo)), lines));
    enterSubjects(lines);
  }

  /** Lines whose pattern is of a form that is not understood. */
  List<GroupLine> odd() {
    return List.copyOf(odd);
  }

  /** Whether a caller is known to have a group. */
  boolean knows(String group) {
    return known.contains(group);
  }

  /** Whether others than those known may have it. */
  boolean isVague(String group) {
    return odd.stream().anyMatch(line -> line.group().equals(group));
  }

  /** Those whom one of these lets in. */
  List<Principal> admittedBy(List<RuleSubject> subjects) {
    return mapped.stream().filter(one -> isAdmitted(one, subjects)).map(Mapped::caller).toList();
  }

  /**
   * Callers that may be admitted by something other than their group: those that none of these
   * admits, and all that are known by their subject.
   */
  List<Principal> besides(List<RuleSubject> subjects) {
    return mapped.stream()
        .filter(one -> one.vo().isEmpty() || !isAdmitted(one, subjects))
        .map(Mapped::caller)
        .filter(caller -> caller.group().isPresent())
        .toList();
  }

  private static boolean isAdmitted(Mapped one, List<RuleSubject> subjects) {
    return subjects.stream().anyMatch(subject -> subject.admits(one.vo()));
  }

  /** All attributes of a VO, in such an order that the first rule that matches is the right one. */
  private static List<AttributeSet> sets(Set<String> groups, Set<String> roles) {
    List<String> deepestFirst = new ArrayList<>(groups);
    deepestFirst.sort(Comparator.comparingInt((String name) -> name.split("/", -1).length));
    List<AttributeSet> sets = new ArrayList<>();
    for (String group : deepestFirst.reversed()) {
      for (boolean below : new boolean[] {true, false}) {
        roles.forEach(role -> sets.add(new AttributeSet(group, below, role)));
        sets.add(new AttributeSet(group, below, AttributeSet.NO_ROLE));
        sets.add(new AttributeSet(group, below, AttributeSet.OTHER_ROLES));
      }
    }
    return sets;
  }

  /** Adds the needed sets, without those that the next rule would treat alike. */
  private void enter(String vo, List<AttributeSet> sets, List<GroupLine> lines) {
    Deque<Entered> entered = new ArrayDeque<>(); // as rules will stand, made from the last one on
    for (AttributeSet set : sets.reversed()) {
      Optional<String> group = groupOf(set, lines);
      Optional<Entered> next =
          entered.stream().filter(later -> later.set().ruleCovers(set)).findFirst();
      if (next.filter(later -> later.group().equals(group)).isEmpty()) {
        entered.addFirst(new Entered(set, group));
      }
    }
    for (Entered one : entered) {
      Principal caller = new Principal(one.set().who(), one.group(), one.group().isEmpty());
      mapped.add(new Mapped(caller, vo));
    }
  }

  /** The group LCMAPS would give for these attributes; none where that is not certain. */
  private static Optional<String> groupOf(AttributeSet set, List<GroupLine> lines) {
    for (GroupLine line : lines) {
      Optional<MapLine> form = MapLine.parse(line);
      if (form.isPresent() && form.get().maps(set)) {
        return Optional.of(line.group());
      }
      if (form.isEmpty() && !MapLine.isSubject(line) && MapLine.mayMap(line, set)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Attributes come first, as LCMAPS is set up at nearly all sites. */
  private void enterSubjects(List<GroupLine> lines) {
    Set<String> seen = new HashSet<>();
    for (GroupLine line : lines) {
      if (MapLine.isSubject(line) && seen.add(line.attribute())) {
        String who = "dn \"" + line.attribute() + "\"";
        mapped.add(new Mapped(new Principal(who, Optional.of(line.group()), false), ""));
      }
    }
  }
}
