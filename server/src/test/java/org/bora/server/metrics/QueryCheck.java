package org.bora.server.metrics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether queries ask only for what Bora tells, by labels that it has. */
final class QueryCheck {
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern BY = Pattern.compile("\\bby \\(([a-z_, ]+)\\)");

  /** That Prometheus adds to every series. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("job", "instance");

  private QueryCheck() {}

  /** What is wrong with them, a line each. */
  static String wrongs(List<String> queries) throws IOException {
    Map<String, Set<String>> known = known();
    List<String> wrongs = new ArrayList<>();
    for (String query : queries) {
      Set<String> labels = new TreeSet<>(OF_THE_SCRAPE);
      Matcher names = ShippedQueries.NAME.matcher(query);
      boolean any = false;
      while (names.find()) {
        any = true;
        Set<String> its = known.get(names.group(1));
        if (its == null) {
          wrongs.add(names.group(1) + " is no metric: " + query);
          continue;
        }
        labels.addAll(its);
        Matcher label = LABEL.matcher(names.group(2) == null ? "" : names.group(2));
        while (label.find()) {
          if (!its.contains(label.group(1)) && !OF_THE_SCRAPE.contains(label.group(1))) {
            wrongs.add(names.group(1) + " has no label " + label.group(1) + ": " + query);
          }
        }
      }
      if (!any) {
        wrongs.add("asks for nothing: " + query);
      }
      Matcher by = BY.matcher(query);
      while (by.find()) {
        for (String label : by.group(1).split(",\\s*", -1)) {
          if (!labels.contains(label)) {
            wrongs.add("no label " + label + ": " + query);
          }
        }
      }
    }
    return String.join("\n", wrongs);
  }

  /** What queries may name, with their labels. */
  private static Map<String, Set<String>> known() throws IOException {
    Map<String, Set<String>> known = new TreeMap<>();
    known.put(ShippedQueries.UP, Set.of());
    MetricsReference.read()
        .forEach(
            (name, rest) -> {
              String[] parts = rest.split(" ", 2);
              Set<String> labels = new HashSet<>();
              for (String label : parts.length == 1 ? new String[0] : parts[1].split(",\\s*", -1)) {
                if (!label.isBlank()) {
                  labels.add(label.strip());
                }
              }
              if (parts[0].equals("histogram")) {
                Set<String> buckets = new HashSet<>(labels);
                buckets.add("le");
                known.put(name + "_bucket", buckets);
                known.put(name + "_count", labels);
                known.put(name + "_sum", labels);
              } else {
                known.put(name, labels);
              }
            });
    return known;
  }
}
