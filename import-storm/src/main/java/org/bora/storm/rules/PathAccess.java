package org.bora.storm.rules;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.storm.source.AccessFile.AccessLine;

/**
 * StoRM's best match: for each letter, the line with the nearest path above decides, and the first
 * of several lines with the same path. Without such a line access is refused. StoRM also considers
 * lines that are not above a place, after all others, and for directories above their path; this
 * class does not.
 */
final class PathAccess {
  private final List<AccessLine> lines;

  PathAccess(List<AccessLine> lines) {
    this.lines = List.copyOf(lines);
  }

  /** What these callers may do in a place. */
  Set<Use> allowed(List<String> place, Principal caller) {
    List<AccessLine> nearest = nearest(place, caller);
    Set<Use> uses = EnumSet.noneOf(Use.class);
    if (permits(nearest, 'R')) {
      uses.add(Use.READ);
      uses.add(Use.STAGE);
    }
    boolean write = permits(nearest, 'W');
    if (write) {
      uses.add(Use.WRITE);
    }
    if (write && permits(nearest, 'N')) {
      uses.add(Use.CREATE);
    }
    if (permits(nearest, 'D')) {
      uses.add(Use.DELETE);
    }
    if (permits(nearest, 'L')) {
      uses.add(Use.LIST);
    }
    return uses;
  }

  /** What a line denies to these callers in a place; what no line speaks of is not in it. */
  Set<Use> denied(List<String> place, Principal caller) {
    List<AccessLine> nearest = nearest(place, caller);
    Set<Use> uses = EnumSet.noneOf(Use.class);
    Use.BY_LETTER.forEach(
        (letter, opened) -> {
          if (deciding(nearest, letter).filter(line -> !line.permit()).isPresent()) {
            uses.addAll(opened);
          }
        });
    return uses;
  }

  private List<AccessLine> nearest(List<String> place, Principal caller) {
    return lines.stream()
        .filter(line -> isAbove(line.path(), place) && concerns(line, caller))
        // sorting is stable: the order of the file remains among equals
        .sorted(Comparator.comparingInt((AccessLine line) -> line.path().size()).reversed())
        .toList();
  }

  /** Whether one of the lines denies something to this group. */
  boolean deniesTo(Optional<String> group) {
    return lines.stream().anyMatch(line -> !line.permit() && line.group().equals(group));
  }

  /** The places below {@code top} that lines speak of. */
  Stream<List<String>> placesBelow(List<String> top) {
    return lines.stream()
        .map(AccessLine::path)
        .filter(path -> path.size() > top.size() && isAbove(top, path))
        .distinct();
  }

  /** Whether one of the lines above a place, or below it, is about a group. */
  boolean tellsGroupsApart(List<String> top) {
    return lines.stream()
        .filter(line -> line.group().isPresent())
        .anyMatch(line -> isAbove(line.path(), top) || isAbove(top, line.path()));
  }

  private static boolean permits(List<AccessLine> nearest, char letter) {
    return deciding(nearest, letter).map(AccessLine::permit).orElse(false);
  }

  private static Optional<AccessLine> deciding(List<AccessLine> nearest, char letter) {
    return nearest.stream().filter(line -> line.letters().indexOf(letter) >= 0).findFirst();
  }

  private static boolean concerns(AccessLine line, Principal caller) {
    return line.group().isEmpty()
        || line.group().equals(caller.group())
        || (caller.wary() && !line.permit());
  }

  /** Whether a path is this place or a directory above it. */
  static boolean isAbove(List<String> path, List<String> place) {
    return path.size() <= place.size() && place.subList(0, path.size()).equals(path);
  }
}
