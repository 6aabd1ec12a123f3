package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bora.storm.source.AccessFile.AccessLine;

/**
 * Lines of the path authorization with a star in their path: StoRM takes the star literally, but in
 * a rule it is a pattern. Their permissions are left out; their denials come first and apply to
 * every caller.
 */
final class StarredPaths {
  private StarredPaths() {}

  static boolean isOne(AccessLine line) {
    return line.path().stream().anyMatch(name -> name.indexOf('*') >= 0);
  }

  /**
   * Rules that come before all others of an area.
   *
   * @param lines that deny, with paths that begin as the area's
   */
  static List<String> denials(AreaPaths area, List<AccessLine> lines) {
    List<String> rules = new ArrayList<>();
    for (AccessLine line : lines) {
      Set<Use> denied = EnumSet.noneOf(Use.class);
      Use.BY_LETTER.forEach(
          (letter, uses) -> {
            if (line.letters().indexOf(letter) >= 0) {
              denied.addAll(uses);
            }
          });
      if (!denied.isEmpty()) {
        rules.add("deny " + Use.words(denied) + " to anyone" + where(area, line));
      }
    }
    return rules;
  }

  /** Two stars in a row are none of a rule's names. */
  private static String where(AreaPaths area, AccessLine line) {
    if (line.path().size() <= area.sfn().size()) {
      return "";
    }
    List<String> below = line.path().subList(area.sfn().size(), line.path().size());
    return " on /"
        + String.join("/", area.sfn())
        + "/"
        + String.join("/", below).replaceAll("\\*+", "*")
        + "/**";
  }
}
