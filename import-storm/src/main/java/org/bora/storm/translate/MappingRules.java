package org.bora.storm.translate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.rules.AreaPaths;
import org.bora.storm.source.AccessFile;
import org.bora.storm.source.Element;

/** Finds the paths under which clients see areas. */
final class MappingRules {
  private final String file;
  private final Findings findings;
  private final Map<String, List<List<String>>> paths = new LinkedHashMap<>();
  private final Set<List<String>> taken = new HashSet<>();

  MappingRules(String file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Reads one rule. */
  void read(Element rule, Set<String> filesystems) {
    String name = "map-rule " + rule.attribute("name");
    for (Element part : rule.children()) {
      if (!part.name().equals("stfn-root") && !part.name().equals("mapped-fs")) {
        Spot place = new Spot(file, part.line(), name + " " + part.name());
        findings.unknown(
            place, part.text(), "no part of a map-rule; known are mapped-fs, stfn-root");
      }
    }
    String path = rule.valueOf("stfn-root").orElse("");
    String area = rule.valueOf("mapped-fs").orElse("");
    Spot place = new Spot(file, rule.line(), name);
    String value = path + " -> " + area;
    List<String> names = AccessFile.names(path);
    if (!filesystems.contains(area)) {
      findings.dropped(place, value, "no filesystem has this name: name one, or take the rule out");
    } else if (names.isEmpty()) {
      findings.dropped(
          place,
          value,
          "an area of Bora cannot be the top /: give it a name of its own, and clients with it");
    } else if (names.contains("..") || names.contains(".")) {
      findings.dropped(place, value, "clients could not reach a path with '.' or '..'");
    } else if (!taken.add(names)) {
      findings.dropped(
          place,
          value,
          "another area has this path: StoRM tells them apart by the caller, Bora by the path; give"
              + " one another path, and its clients with it");
    } else {
      enter(place, value, area, names);
    }
  }

  private void enter(Spot place, String value, String area, List<String> names) {
    List<List<String>> known = paths.computeIfAbsent(area, none -> new ArrayList<>());
    known.add(names);
    findings.kept(
        place,
        value,
        "areas." + area + (known.size() == 1 ? ".sfn: " : ".aliases: ") + text(names));
  }

  /** The areas that clients can reach. */
  List<AreaPaths> areas() {
    return paths.entrySet().stream()
        .map(
            entry ->
                new AreaPaths(
                    entry.getKey(),
                    entry.getValue().getFirst(),
                    entry.getValue().subList(1, entry.getValue().size())))
        .toList();
  }

  static String text(List<String> names) {
    return "/" + String.join("/", names);
  }
}
