package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rules of one area with the meaning of StoRM's path authorization. In StoRM the nearest line
 * decides, in Bora the first rule. Deeper places therefore come first. Each place lists all that it
 * allows, and denies what it does not allow but a later rule would.
 */
final class TranslatedRules {

  /**
   * What callers may do in one place and below.
   *
   * @param denied absent if everything else is denied
   */
  private record Entry(
      List<String> place, String who, Set<Use> allowed, Optional<Set<Use>> denied) {}

  private final List<String> top;
  private final PathAccess access;
  private final List<Principal> besides;
  private final List<Principal> callers;

  /** How many of the callers, at the end, are all of the others together. */
  private final int general;

  /**
   * @param top the names of the area's SFN
   * @param besides are let in by another rule, but are denied what their group is denied
   * @param callers those of groups first
   * @param general number of callers at the end that are not of a group
   */
  TranslatedRules(
      List<String> top,
      PathAccess access,
      List<Principal> besides,
      List<Principal> callers,
      int general) {
    this.top = List.copyOf(top);
    this.access = access;
    this.besides = List.copyOf(besides);
    this.callers = List.copyOf(callers);
    this.general = general;
  }

  List<String> lines() {
    List<List<String>> places =
        new ArrayList<>(
            access
                .placesBelow(top)
                .sorted(Comparator.comparingInt((List<String> place) -> place.size()).reversed())
                .toList());
    places.add(top);
    List<Entry> entries = new ArrayList<>();
    for (List<String> place : places) {
      if (place.equals(top) || isUnlike(place, nearestAbove(place, places))) {
        enter(place, entries);
      }
    }
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < entries.size(); at++) {
      write(entries, at, lines);
    }
    return lines;
  }

  private boolean isUnlike(List<String> place, List<String> above) {
    return !allowed(place).equals(allowed(above)) || !denied(place).equals(denied(above));
  }

  private List<Set<Use>> allowed(List<String> place) {
    return callers.stream().map(caller -> access.allowed(place, caller)).toList();
  }

  private List<Set<Use>> denied(List<String> place) {
    return besides.stream().map(caller -> access.denied(place, caller)).toList();
  }

  private static List<String> nearestAbove(List<String> place, List<List<String>> places) {
    return places.stream()
        .filter(other -> other.size() < place.size() && PathAccess.isAbove(other, place))
        .max(Comparator.comparingInt(List::size))
        .orElseThrow();
  }

  /** Where all fare alike, those of groups need no words of their own. */
  private void enter(List<String> place, List<Entry> entries) {
    List<Set<Use>> allowed = allowed(place);
    List<Set<Use>> denied = denied(place);
    for (int at = 0; at < besides.size(); at++) {
      entries.add(new Entry(place, besides.get(at).who(), Set.of(), Optional.of(denied.get(at))));
    }
    boolean alike = allowed.stream().distinct().count() == 1;
    for (int at = alike ? callers.size() - general : 0; at < callers.size(); at++) {
      entries.add(new Entry(place, callers.get(at).who(), allowed.get(at), Optional.empty()));
    }
  }

  private void write(List<Entry> entries, int at, List<String> lines) {
    Entry entry = entries.get(at);
    Set<Use> denied = EnumSet.noneOf(Use.class);
    entries.subList(at + 1, entries.size()).stream()
        .filter(later -> PathAccess.isAbove(later.place(), entry.place()))
        .forEach(later -> denied.addAll(later.allowed()));
    if (!entry.allowed().isEmpty()) {
      denied.add(Use.LIST); // who may do anything may list, unless a rule says otherwise
    }
    denied.removeAll(entry.allowed());
    entry.denied().ifPresent(denied::retainAll);
    String where =
        entry.place().equals(top) ? "" : " on /" + String.join("/", entry.place()) + "/**";
    String end = " to " + entry.who() + where;
    if (!entry.allowed().isEmpty()) {
      lines.add("allow " + Use.words(entry.allowed()) + end);
    }
    if (!denied.isEmpty()) {
      lines.add("deny " + Use.words(denied) + end);
    }
  }
}
