package org.bora.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/**
 * A part of a configuration that a page shows.
 *
 * @param where FILE:LINE
 * @param text as it stands there
 */
record ShownConfiguration(String where, String text) {
  private static final Pattern SECTION = Pattern.compile("([a-z-]+):(?: .*)?");

  /** What is said of several at once, and filled in by whoever copies it. */
  private static final String LEFT_OUT = "[...]";

  /** What such parts take for granted: a database, the areas that publish.md speaks of. */
  private static final String REST =
      """
      endpoint: {host: se.example.org}
      database: {url: 'jdbc:mysql://localhost/bora', user: bora}
      areas:
        - {name: open, sfn: /open, root: /srv/open, rules: [allow all to anyone]}
        - {name: atlas-tape, sfn: /atlas-tape, root: /srv/tape, class: d0t1, library: lent, size: 1TB, rules: [allow all to vo atlas]}
      tape:
        libraries: [{name: lent, driver: virtual}]
      """;

  /** What the shortest examples of an area leave out. */
  private static final Map<String, Object> AREA =
      Map.of("sfn", "/short", "root", "/srv/short", "rules", List.of("allow all to vo short"));

  /** Of all pages, those that begin with one of these sections. */
  static List<ShownConfiguration> all(Set<String> sections) {
    List<ShownConfiguration> shown = new ArrayList<>();
    for (MarkdownFile file : MarkdownFile.all()) {
      file.examples()
          .forEach(
              (line, text) -> {
                Matcher section = SECTION.matcher(text.lines().findFirst().orElseThrow());
                if (section.matches() && sections.contains(section.group(1))) {
                  shown.add(new ShownConfiguration(file.path() + ":" + line, text));
                }
              });
    }
    return shown;
  }

  /** With everything that a file must have. */
  String whole() {
    Map<String, Object> whole = new Yaml().load(REST);
    Map<String, Object> part =
        new Yaml().load(text.replace(LEFT_OUT, "[allow read to vo example]"));
    merge(whole, part);
    List<Object> areas = new ArrayList<>((List<?>) whole.get("areas"));
    areas.forEach(area -> AREA.forEach(section(area)::putIfAbsent));
    areas.addAll(fitting(section(whole.get("tape")), areas));
    whole.put("areas", areas);
    return new Yaml().dump(whole);
  }

  /** An area for every library that none names. */
  private static List<Object> fitting(Map<String, Object> tape, List<Object> areas) {
    List<Object> more = new ArrayList<>();
    for (Object library : (List<?>) tape.get("libraries")) {
      Object name = section(library).get("name");
      if (areas.stream().noneMatch(area -> name.equals(section(area).get("library")))) {
        Map<String, Object> area = new LinkedHashMap<>(AREA);
        area.putAll(Map.of("name", name, "class", "d0t1", "library", name, "size", "1TB"));
        area.putAll(Map.of("sfn", "/" + name, "root", "/srv/" + name));
        more.add(area);
      }
    }
    return more;
  }

  /** Sections are joined, lists follow one another, other values are those of the example. */
  private static void merge(Map<String, Object> whole, Map<String, Object> part) {
    part.forEach(
        (key, value) -> {
          Object before = whole.get(key);
          if (before instanceof Map<?, ?> && value instanceof Map<?, ?>) {
            Map<String, Object> both = new LinkedHashMap<>(section(before));
            merge(both, section(value));
            whole.put(key, both);
          } else if (before instanceof List<?> first && value instanceof List<?> second) {
            List<Object> both = new ArrayList<>(first);
            both.addAll(second);
            whole.put(key, both);
          } else {
            whole.put(key, value);
          }
        });
  }

  @SuppressWarnings("unchecked") // what YAML makes of a section
  private static Map<String, Object> section(Object map) {
    return (Map<String, Object>) map;
  }
}
