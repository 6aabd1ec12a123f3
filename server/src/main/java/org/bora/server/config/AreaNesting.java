package org.bora.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Checks that the roots of areas are nested exactly as their SFNs are. Otherwise a file would have
 * two names, with independent rules and locks.
 */
public final class AreaNesting {
  private final UnaryOperator<Path> place;

  private AreaNesting(UnaryOperator<Path> place) {
    this.place = place;
  }

  /**
   * What is wrong, a sentence for each.
   *
   * @param place where a root is: as it is written, or where links lead
   */
  public static List<String> mistakes(List<AreaSettings> areas, UnaryOperator<Path> place) {
    AreaNesting nesting = new AreaNesting(place);
    List<String> mistakes = new ArrayList<>();
    for (int i = 0; i < areas.size(); i++) {
      for (int j = 0; j < areas.size(); j++) {
        if (i < j && nesting.of(areas.get(i)).equals(nesting.of(areas.get(j)))) {
          mistakes.add(
              ("areas %s and %s have the same root %s; give one a root of its own, or make it one"
                      + " area with the other sfn among its 'aliases'")
                  .formatted(
                      areas.get(i).name(), areas.get(j).name(), nesting.shown(areas.get(j))));
        } else if (i != j && nesting.isWithin(areas.get(i), areas.get(j))) {
          nesting.checkNested(areas.get(i), areas.get(j), mistakes);
        }
      }
    }
    return mistakes;
  }

  private Path of(AreaSettings area) {
    return place.apply(area.root());
  }

  private String shown(AreaSettings area) {
    return area.root() + (of(area).equals(area.root()) ? "" : " (a link, to " + of(area) + ")");
  }

  private boolean isWithin(AreaSettings outer, AreaSettings inner) {
    // the root of the whole machine is refused for itself
    return of(outer).getNameCount() > 0
        && !of(outer).equals(of(inner))
        && of(inner).startsWith(of(outer));
  }

  private void checkNested(AreaSettings outer, AreaSettings inner, List<String> mistakes) {
    String sfn = outer.sfn() + "/" + of(outer).relativize(of(inner));
    if (!inner.sfn().equals(sfn)) {
      mistakes.add(
          ("area %s has the root %s inside %s, the root of area %s, and the sfn %s; so that its"
                  + " files have one name, give it the sfn %s, or a root elsewhere")
              .formatted(inner.name(), shown(inner), shown(outer), outer.name(), inner.sfn(), sfn));
    }
  }
}
