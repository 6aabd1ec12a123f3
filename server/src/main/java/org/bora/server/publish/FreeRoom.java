package org.bora.server.publish;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bora.backend.space.AreaFigures.Area;
import org.bora.backend.space.AreaFigures.Disk;

/**
 * Divides the free space of a filesystem equally among the areas on it, so that their sum is not
 * more than the free space. If the size of an area is too small for its part, the rest is divided
 * among the others.
 */
final class FreeRoom {
  private FreeRoom() {}

  /** The areas; those that share a filesystem have their part of its free space. */
  static List<Area> parted(List<Area> areas, Map<String, AreaTerms> terms) {
    Map<Long, List<Area>> byDevice =
        areas.stream()
            .filter(area -> isShared(area, terms))
            .collect(Collectors.groupingBy(area -> terms.get(area.name()).device().getAsLong()));
    Map<String, Long> parts = new HashMap<>();
    byDevice.values().forEach(together -> part(together, parts));
    return areas.stream()
        .map(area -> parts.containsKey(area.name()) ? with(area, parts.get(area.name())) : area)
        .toList();
  }

  /** Whether other users may take its free space; false if it has its own quota. */
  static boolean isShared(Area area, Map<String, AreaTerms> terms) {
    return area.disk().isPresent()
        && area.available().isPresent()
        && terms.containsKey(area.name())
        && terms.get(area.name()).device().isPresent();
  }

  private static void part(List<Area> together, Map<String, Long> parts) {
    // they were looked at one after another: what came in between is in the smallest
    long left = together.stream().mapToLong(area -> area.available().get()).min().orElseThrow();
    for (Area area : together) {
      Disk disk = area.disk().orElseThrow();
      left -= disk.promised() + disk.reserved();
    }
    List<Area> theFullestFirst = new ArrayList<>(together);
    theFullestFirst.sort(Comparator.comparingLong(area -> area.disk().orElseThrow().free()));
    int others = theFullestFirst.size();
    for (Area area : theFullestFirst) {
      long part = Math.min(area.disk().orElseThrow().free(), Math.max(0, left) / others);
      parts.put(area.name(), part);
      left -= part;
      others--;
    }
  }

  private static Area with(Area area, long free) {
    return new Area(
        area.name(),
        area.sfn(),
        area.storageClass(),
        area.token(),
        area.description(),
        area.bounded(),
        area.disk().map(disk -> disk.leaving(free)),
        area.available(),
        area.tape(),
        area.reservations(),
        area.trouble());
  }
}
