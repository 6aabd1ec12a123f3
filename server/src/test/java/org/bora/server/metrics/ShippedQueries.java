package org.bora.server.metrics;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the dashboards and the alerts of docs/observe ask Prometheus. */
public final class ShippedQueries {

  /** A metric in a query, and what stands in its braces. */
  static final Pattern NAME =
      Pattern.compile("\\b((?:bora|jvm|process|system)_[a-z0-9_]+|up\\b)(?:\\{([^}]*)\\})?");

  /** Prometheus's own: whether it was answered. */
  static final String UP = "up";

  private static final Path OBSERVE = Path.of("..", "docs", "observe");

  private ShippedQueries() {}

  /** The dashboards, by the names of their files without the ending. */
  static SortedMap<String, JsonNode> dashboards() throws IOException {
    JsonMapper json = JsonMapper.builder().build();
    SortedMap<String, JsonNode> dashboards = new TreeMap<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(OBSERVE.resolve("grafana"), "*.json")) {
      for (Path file : files) {
        String name = file.getFileName().toString().replace(".json", "");
        dashboards.put(name, json.readTree(Files.readString(file)));
      }
    }
    return dashboards;
  }

  /** Of all panels of a dashboard, as they stand there. */
  static List<String> of(JsonNode dashboard) {
    List<String> queries = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(target.get("expr").asString());
      }
    }
    return queries;
  }

  /** The alerts, as they stand in their file. */
  static List<Map<?, ?>> alerts() throws IOException {
    Map<String, Object> file = new Yaml().load(Files.readString(OBSERVE.resolve("alerts.yaml")));
    List<Map<?, ?>> rules = new ArrayList<>();
    for (Object group : (List<?>) file.get("groups")) {
      for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
        rules.add((Map<?, ?>) rule);
      }
    }
    return rules;
  }

  /** The alerts that docs/operate/alerts.md has a section for. */
  static SortedSet<String> runbook() throws IOException {
    return Files.readAllLines(OBSERVE.resolveSibling("operate").resolve("alerts.md")).stream()
        .filter(line -> line.startsWith("## "))
        .map(line -> line.substring("## ".length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names that queries of both ask for, in series as a scrape tells them. */
  public static SortedSet<String> names() throws IOException {
    List<String> queries = new ArrayList<>();
    dashboards().values().forEach(dashboard -> queries.addAll(of(dashboard)));
    alerts().forEach(alert -> queries.add((String) alert.get("expr")));
    SortedSet<String> names = new TreeSet<>();
    for (String query : queries) {
      for (Matcher name = NAME.matcher(query); name.find(); ) {
        names.add(name.group(1));
      }
    }
    names.remove(UP);
    return names;
  }
}
