package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Roots of areas lie apart, or inside one another as their SFNs do. Otherwise a file would have two
 * names, with two sets of rules and locks that know nothing of each other.
 */
final class AreaNesting {
  private AreaNesting() {}

  static void check(List<AreaSettings> areas, Section root) {
    for (int i = 0; i < areas.size(); i++) {
      for (int j = 0; j < areas.size(); j++) {
        if (i < j && areas.get(i).root().equals(areas.get(j).root())) {
          root.mistake(
              "areas",
              ("areas %s and %s have the same root %s; give one a root of its own, or make it one"
                      + " area with the other sfn among its 'aliases'")
                  .formatted(areas.get(i).name(), areas.get(j).name(), areas.get(i).root()));
        } else if (i != j && isWithin(areas.get(i).root(), areas.get(j).root())) {
          checkNested(areas.get(i), areas.get(j), root);
        }
      }
    }
  }

  private static boolean isWithin(Path outer, Path inner) {
    // the root of the whole machine is refused for itself
    return outer.getNameCount() > 0 && !outer.equals(inner) && inner.startsWith(outer);
  }

  private static void checkNested(AreaSettings outer, AreaSettings inner, Section root) {
    String place = outer.sfn() + "/" + outer.root().relativize(inner.root());
    if (!inner.sfn().equals(place)) {
      root.mistake(
          "areas",
          ("area %s has the root %s inside %s, the root of area %s, and the sfn %s; so that its"
                  + " files have one name, give it the sfn %s, or a root elsewhere")
              .formatted(
                  inner.name(), inner.root(), outer.root(), outer.name(), inner.sfn(), place));
    }
  }
}
