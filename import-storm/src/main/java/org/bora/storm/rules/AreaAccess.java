package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bora.storm.source.AccessFile.AccessLine;

/** Finds the lines of the path authorization that apply to an area. */
final class AreaAccess {
  private final List<AreaPaths> areas;

  AreaAccess(List<AreaPaths> areas) {
    this.areas = List.copyOf(areas);
  }

  /** The areas that a line is about: those it lies in, or that lie below its path. */
  List<AreaPaths> of(AccessLine line) {
    return areas.stream().filter(area -> adapted(area, line).isPresent()).toList();
  }

  /** Why a line is about none. */
  String whyNone(AccessLine line) {
    boolean ofAlias =
        areas.stream()
            .flatMap(area -> area.aliases().stream())
            .anyMatch(
                alias ->
                    PathAccess.isAbove(line.path(), alias)
                        || PathAccess.isAbove(alias, line.path()));
    return ofAlias
        ? "an alias has the rules of its area: what is permitted under its name alone is not"
            + " permitted"
        : "no area of the configuration is there";
  }

  /** The lines about one area, with paths that begin as its own. */
  List<AccessLine> of(AreaPaths area, List<AccessLine> lines) {
    return lines.stream().map(line -> adapted(area, line)).flatMap(Optional::stream).toList();
  }

  /**
   * A line in the form for the area. A line for an alias would apply to the whole area: a denial
   * applies to all names, but a permission would too, so it is left out.
   */
  private Optional<AccessLine> adapted(AreaPaths area, AccessLine line) {
    if (PathAccess.isAbove(line.path(), area.sfn())) {
      return Optional.of(line);
    }
    Optional<List<String>> owner = longestAbove(line.path());
    if (owner.equals(Optional.of(area.sfn()))) {
      return Optional.of(line);
    }
    for (List<String> alias : area.aliases()) {
      boolean inside = owner.equals(Optional.of(alias));
      if (!line.permit() && (inside || PathAccess.isAbove(line.path(), alias))) {
        List<String> path = new ArrayList<>(area.sfn());
        path.addAll(inside ? line.path().subList(alias.size(), line.path().size()) : List.of());
        return Optional.of(
            new AccessLine(
                line.line(), line.text(), line.group(), path, line.letters(), false, line.odd()));
      }
    }
    return Optional.empty();
  }

  /** The name of an area that a path lies in; the longest counts. */
  private Optional<List<String>> longestAbove(List<String> path) {
    List<List<String>> names = new ArrayList<>();
    areas.forEach(area -> names.add(area.sfn()));
    areas.forEach(area -> names.addAll(area.aliases()));
    return names.stream()
        .filter(name -> PathAccess.isAbove(name, path))
        .max(Comparator.comparingInt(List::size));
  }
}
