package org.bora.storm.translate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.rules.AreaPaths;
import org.bora.storm.rules.RuleTranslation;
import org.bora.storm.source.Element;
import org.bora.storm.translate.StormSite.BoraDatabase;
import org.bora.storm.webdav.WebDav;

/** Translates all settings of StoRM to a configuration. For one site. */
public final class Translation {
  /** The file with the pullers' tokens, next to the configuration. */
  public static final String TOKENS = "recall-table.tokens";

  private final StormSite site;
  private final Findings findings;
  private final Map<String, Element> filesystems = new LinkedHashMap<>();

  /**
   * The result.
   *
   * @param yaml the text of the configuration
   * @param onTape whether there is a tape library, which needs the file {@link #TOKENS}
   */
  public record Draft(String yaml, boolean onTape) {}

  public Translation(StormSite site, Findings findings) {
    this.site = site;
    this.findings = findings;
  }

  /** Reports the result of every setting. */
  public Draft draft() {
    MappingRules mappings = new MappingRules(site.names().namespace(), findings);
    RuleTranslation rules =
        new RuleTranslation(
            site.names().namespace(),
            site.names().access(),
            site.names().groups(),
            site.groups(),
            findings);
    readFilesystems();
    each("mapping-rules", "map-rule").forEach(rule -> mappings.read(rule, filesystems.keySet()));
    List<AreaPaths> areas = mappings.areas();
    Set<String> reachable =
        areas.stream().map(AreaPaths::name).collect(Collectors.toCollection(LinkedHashSet::new));
    each("approachable-rules", "app-rule").forEach(rule -> rules.approachable(rule, reachable));
    tellUnknown(site.namespace(), Set.of("filesystems", "mapping-rules", "approachable-rules"));
    if (site.access().isEmpty() && !areas.isEmpty()) {
      findings.changed(
          new Spot(site.names().access(), 0, "path-authz.db"),
          "not given",
          "everybody whom an area lets in may read and list",
          "that is what StoRM does without the file; give --path-authz");
    }
    Map<String, List<String>> lines =
        rules.rules(areas, site.access().orElseGet(StormSite::readAndList));
    DoorTranslation doors = new DoorTranslation(site.names().namespace(), findings);
    List<Map<String, Object>> sections = new ArrayList<>();
    for (AreaPaths area : areas) {
      sections.add(area(area, lines.get(area.name()), doors));
    }
    Optional<WebDav> webdav =
        site.webdav().map(files -> new WebDav(files, site.stopped(), findings));
    List<Map<String, Object>> merged = webdav.map(one -> one.merged(sections)).orElse(sections);
    return configuration(merged, doors.doors(), webdav);
  }

  private void readFilesystems() {
    for (Element filesystem : each("filesystems", "filesystem")) {
      if (AreaRoot.of(filesystem).isEmpty()) {
        findings.unknown(
            new Spot(
                site.names().namespace(),
                filesystem.child("root").map(Element::line).orElse(filesystem.line()),
                "filesystem " + filesystem.attribute("name") + " root"),
            filesystem.valueOf("root").orElse(""),
            "an absolute directory below / is expected: the filesystem is left out, and all that"
                + " leads to it; say <root>/...</root>");
      } else if (filesystems.putIfAbsent(filesystem.attribute("name"), filesystem) != null) {
        findings.dropped(
            new Spot(site.names().namespace(), filesystem.line(), "filesystem"),
            filesystem.attribute("name"),
            "another filesystem has this name; give it one of its own");
      }
    }
  }

  /** The elements of a list; other elements in it are reported. */
  private List<Element> each(String list, String name) {
    List<Element> found = new ArrayList<>();
    for (Element part : site.namespace().children(list)) {
      tellUnknown(part, Set.of(name));
      found.addAll(part.children(name));
    }
    return found;
  }

  private void tellUnknown(Element parent, Set<String> known) {
    parent.children().stream()
        .filter(part -> !known.contains(part.name()))
        .forEach(
            part ->
                findings.unknown(
                    new Spot(site.names().namespace(), part.line(), part.name()),
                    part.text(),
                    "no part of " + parent.name() + " in StoRM's schema"));
  }

  private Map<String, Object> area(AreaPaths area, List<String> rules, DoorTranslation doors) {
    Element filesystem = filesystems.remove(area.name());
    AreaTranslation translation = new AreaTranslation(site, filesystem, findings);
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("name", area.name());
    keys.put("sfn", MappingRules.text(area.sfn()));
    if (!area.aliases().isEmpty()) {
      keys.put("aliases", area.aliases().stream().map(MappingRules::text).toList());
    }
    keys.putAll(translation.keys());
    filesystem
        .child("capabilities")
        .ifPresent(capabilities -> doors.read(area.name(), capabilities));
    List<String> all = new ArrayList<>(rules);
    if (keys.containsKey("reservations")) {
      all.addAll(reserve(rules));
    }
    keys.put("rules", translation.isClosed() ? List.of("deny all to anyone") : all);
    return keys;
  }

  /**
   * Callers that may write in the whole area may reserve space, and release their reservations, as
   * in StoRM; a denial of writing also denies reservations.
   */
  private static List<String> reserve(List<String> rules) {
    return rules.stream()
        .filter(rule -> rule.matches("[a-z]+ [a-z, ]*\\bwrite\\b.*") && !rule.endsWith("/**"))
        .map(
            rule ->
                rule.substring(0, rule.indexOf(' '))
                    + " reserve"
                    + rule.substring(rule.indexOf(" to ")))
        .toList();
  }

  private Draft configuration(
      List<Map<String, Object>> areas, List<Map<String, Object>> doors, Optional<WebDav> webdav) {
    filesystems.values().forEach(this::tellUnreachable);
    Map<String, Object> all = new LinkedHashMap<>();
    Map<String, Map<String, Object>> sections =
        new PropertyTranslation(findings).sections(site.properties());
    webdav.ifPresent(one -> one.addTo(sections));
    all.put("endpoint", sections.remove("endpoint"));
    all.put("database", database());
    // as LCMAPS is set up at nearly all sites: VOMS attributes decide, and subjects after them
    all.put("mapping", Map.of("attributes-first", true));
    keepInOrder(sections);
    all.putAll(sections);
    all.put("areas", areas);
    boolean onTape = areas.stream().anyMatch(area -> area.containsKey("library"));
    if (onTape) {
      all.put("tape", tape());
    }
    all.put("doors", doors);
    List<String> lines = new ArrayList<>();
    lines.add("# Made by bora import storm; what became of each setting is in import-report.txt.");
    lines.addAll(YamlText.lines(all));
    return new Draft(String.join("\n", lines) + "\n", onTape);
  }

  /** A default above its maximum refuses the start. */
  private void keepInOrder(Map<String, Map<String, Object>> sections) {
    Map<String, Object> requests = sections.getOrDefault("requests", Map.of());
    long most = seconds(requests, "pin-maximum", 21 * 86_400L);
    for (String key : List.of("pin-default", "put-pin-default")) {
      if (seconds(requests, key, 0) > most) {
        requests.put(key, most + "s");
        findings.changed(
            new Spot(site.names().properties(), 0, "pinLifetime.default"),
            "more than pinLifetime.maximum",
            "requests." + key + ": " + most + "s",
            "no more than the maximum is granted anyway");
      }
    }
  }

  private static long seconds(Map<String, Object> section, String key, long preset) {
    Object text = section.get(key);
    if (text == null) {
      return preset;
    }
    String written = text.toString();
    long count = Long.parseLong(written.replaceAll("[a-z]+", ""));
    return switch (written.replaceAll("[0-9]+", "")) {
      case "d" -> count * 86_400;
      case "h" -> count * 3600;
      case "s" -> count;
      default -> count / 1000;
    };
  }

  private void tellUnreachable(Element filesystem) {
    findings.dropped(
        new Spot(site.names().namespace(), filesystem.line(), "filesystem"),
        filesystem.attribute("name"),
        "no mapping rule that was kept leads to it: no client could reach it, and it is left out");
  }

  private Map<String, Object> database() {
    BoraDatabase database = site.database();
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("url", database.url());
    keys.put("user", database.user());
    database.passwordFile().ifPresent(file -> keys.put("password-file", file));
    return keys;
  }

  private static Map<String, Object> tape() {
    Map<String, Object> library = new LinkedHashMap<>();
    library.put("name", AreaTranslation.LIBRARY);
    library.put("driver", "recall-table");
    library.put("recall-table", Map.of("tokens", TOKENS));
    return Map.of("libraries", List.of(library));
  }
}
