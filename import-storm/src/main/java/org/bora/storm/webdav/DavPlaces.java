package org.bora.storm.webdav;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Findings;

/**
 * Finds the area of Bora for a storage area of StoRM WebDAV: the one with the same directory, or a
 * new one. For one site.
 */
final class DavPlaces {
  private final List<Map<String, Object>> areas;
  private final String stopped;
  private final Findings findings;

  /**
   * A storage area in its place.
   *
   * @param area the keys of the area of Bora
   * @param fresh whether StoRM's backend does not have it
   */
  record Placed(DavArea dav, Map<String, Object> area, boolean fresh) {
    String name() {
      return area.get("name").toString();
    }

    String sfn() {
      return area.get("sfn").toString();
    }

    String key(String key) {
      return "areas." + name() + "." + key;
    }
  }

  /**
   * @param areas those of StoRM's backend; each with a name, an SFN and a root
   */
  DavPlaces(List<Map<String, Object>> areas, Instant stopped, Findings findings) {
    this.areas = new ArrayList<>(areas);
    this.stopped = stopped.toString();
    this.findings = findings;
  }

  /** All areas, the new ones last. */
  List<Map<String, Object>> areas() {
    return List.copyOf(areas);
  }

  /** Tells of its name, directory and paths; empty where it cannot be an area. */
  Optional<Placed> place(DavArea dav) {
    Path root = dav.root().orElseThrow();
    Optional<Map<String, Object>> same =
        areas.stream().filter(area -> root(area).equals(root)).findFirst();
    return same.isPresent() ? Optional.of(joined(dav, same.get())) : made(dav, root);
  }

  private static Path root(Map<String, Object> area) {
    return Path.of(area.get("root").toString());
  }

  private Placed joined(DavArea dav, Map<String, Object> area) {
    Placed placed = new Placed(dav, area, false);
    String name = placed.name();
    if (dav.name().equals(name)) {
      findings.kept(dav.place(DavArea.NAME), name, placed.key("name"));
    } else {
      findings.changed(
          dav.place(DavArea.NAME), dav.name(), placed.key("name"), "it has the same directory");
    }
    findings.kept(
        dav.place(DavArea.ROOT), dav.text(DavArea.ROOT), placed.key("root") + ": " + root(area));
    points(placed, dav.points());
    return placed;
  }

  private Optional<Placed> made(DavArea dav, Path root) {
    Optional<Map<String, Object>> outer =
        areas.stream()
            .filter(area -> root.startsWith(root(area)))
            .reduce((one, other) -> root(one).startsWith(root(other)) ? one : other);
    Optional<String> sfn =
        outer
            .map(area -> area.get("sfn") + "/" + root(area).relativize(root))
            .or(() -> dav.points().stream().filter(point -> owner(point).isEmpty()).findFirst());
    Optional<String> why = sfn.flatMap(path -> whyNot(path, root));
    if (sfn.isEmpty() || why.isPresent()) {
      findings.dropped(
          dav.place(DavArea.ROOT),
          dav.text(DavArea.ROOT),
          why.orElse(
              "other areas have the paths "
                  + String.join(", ", dav.points())
                  + ": one path leads to one directory in Bora; give the area a path of its own"));
      return Optional.empty();
    }
    Placed placed = new Placed(dav, fresh(dav, sfn.get(), root), true);
    areas.add(placed.area());
    findings.kept(
        dav.place(DavArea.NAME),
        dav.name(),
        placed.key("name"),
        "StoRM's backend does not have it");
    findings.kept(
        dav.place(DavArea.ROOT), dav.text(DavArea.ROOT), placed.key("root") + ": " + root);
    points(placed, dav.points());
    return Optional.of(placed);
  }

  /** Why an area with this path and directory would be refused. */
  private Optional<String> whyNot(String sfn, Path root) {
    if (owner(sfn).isPresent()) {
      return Optional.of("area " + owner(sfn).get() + " has the path " + sfn + " already");
    }
    return areas.stream()
        .filter(area -> root(area).startsWith(root))
        .filter(area -> !area.get("sfn").equals(sfn + "/" + root.relativize(root(area))))
        .findFirst()
        .map(
            area ->
                "area "
                    + area.get("name")
                    + " lies in this directory, and has a path elsewhere ("
                    + area.get("sfn")
                    + "): each file has one name in Bora; give one of them another directory");
  }

  private Map<String, Object> fresh(DavArea dav, String sfn, Path root) {
    String name = dav.name();
    while (isNamed(name)) {
      name += "-webdav";
    }
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("name", name);
    keys.put("sfn", sfn);
    keys.put("aliases", List.of());
    keys.put("root", root.toString());
    if (dav.text(DavArea.FILESYSTEM).equals("gpfs")) {
      keys.put("driver", "gpfs");
    }
    keys.put("storm-until", stopped);
    keys.put("rules", List.of());
    return keys;
  }

  private boolean isNamed(String name) {
    return areas.stream().anyMatch(area -> area.get("name").equals(name));
  }

  /** The area that clients reach by this path. */
  private Optional<String> owner(String path) {
    return areas.stream()
        .filter(area -> area.get("sfn").equals(path) || aliases(area).contains(path))
        .map(area -> area.get("name").toString())
        .findFirst();
  }

  private static List<String> aliases(Map<String, Object> area) {
    List<?> said = (List<?>) area.getOrDefault("aliases", List.of());
    return said.stream().map(Object::toString).toList();
  }

  private void points(Placed placed, List<String> points) {
    for (String point : points) {
      Optional<String> owner = owner(point);
      if (owner.isEmpty()) {
        alias(placed.area(), point);
      }
      String key = point.equals(placed.sfn()) ? "sfn" : "aliases";
      if (owner.isPresent() && !owner.get().equals(placed.name())) {
        findings.dropped(
            placed.dav().place(DavArea.POINTS),
            point,
            "area " + owner.get() + " has this path, and another directory");
      } else if (key.equals("sfn")) {
        findings.kept(placed.dav().place(DavArea.POINTS), point, placed.key("sfn") + ": " + point);
      } else {
        findings.kept(
            placed.dav().place(DavArea.POINTS),
            point,
            placed.key("aliases") + ": " + point,
            "SURLs reach the same files by it; listings show them under " + placed.sfn());
      }
    }
    if (aliases(placed.area()).isEmpty()) {
      placed.area().remove("aliases");
    }
  }

  /** In its place behind the SFN. */
  private static void alias(Map<String, Object> area, String path) {
    List<String> all = new ArrayList<>(aliases(area));
    all.add(path);
    Map<String, Object> keys = new LinkedHashMap<>(area);
    area.clear();
    keys.forEach(
        (key, value) -> {
          if (!key.equals("aliases")) {
            area.put(key, value);
          }
          if (key.equals("sfn")) {
            area.put("aliases", all);
          }
        });
  }
}
