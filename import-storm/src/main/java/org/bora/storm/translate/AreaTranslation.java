package org.bora.storm.translate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.Element;

/** Translates a {@code filesystem} of namespace.xml to the keys of an area. For one filesystem. */
final class AreaTranslation {
  /** The name of the tape system of all areas on tape. */
  static final String LIBRARY = "storm-tape";

  private final StormSite site;
  private final Element filesystem;
  private final String name;
  private final Findings findings;
  private final Map<String, Object> keys = new LinkedHashMap<>();
  private boolean closed;

  AreaTranslation(StormSite site, Element filesystem, Findings findings) {
    this.site = site;
    this.filesystem = filesystem;
    this.name = filesystem.attribute("name");
    this.findings = findings;
  }

  /** Whether StoRM allows nothing in it. */
  boolean isClosed() {
    return closed;
  }

  /** The keys after {@code name}, {@code sfn} and {@code aliases}; reports the result of each. */
  Map<String, Object> keys() {
    root();
    driver();
    for (Element part : filesystem.children()) {
      switch (part.name()) {
        case "root", "filesystem-driver" -> {
          // done
        }
        case "space-token-description" -> description(part);
        case "storage-class" -> storageClass(part);
        case "spacesystem-driver" ->
            findings.dropped(place(part), part.text(), "the driver of the area reads its space");
        case "storage-area-authz" -> authorization(part);
        case "properties" ->
            new AreaProperties(site.names().namespace(), filesystem, keys, findings).read(part);
        case "capabilities" ->
            new CapabilityTranslation(site.names().namespace(), name, keys, findings).read(part);
        case "defaults-values" -> defaults(part);
        default -> findings.unknown(place(part), part.text(), "no part of a filesystem of StoRM's");
      }
    }
    keys.put("storm-until", site.stopped().toString());
    return keys;
  }

  private Spot place(Element part) {
    return place(part.line(), part.name());
  }

  private Spot place(int line, String key) {
    return new Spot(site.names().namespace(), line, "filesystem " + name + " " + key);
  }

  private String key(String key) {
    return "areas." + name + "." + key;
  }

  private void root() {
    String root = AreaRoot.of(filesystem).orElseThrow(); // others were left out before
    keys.put("root", root);
    filesystem
        .child("root")
        .ifPresent(part -> findings.kept(place(part), part.text(), key("root") + ": " + root));
    if (site.reservedIn().stream().anyMatch(file -> file.startsWith(root + "/"))) {
      keys.put("reservations", Map.of("allowed", true));
    }
  }

  private void driver() {
    String type = filesystem.attribute("fs_type");
    String driver = filesystem.valueOf("filesystem-driver").orElse("");
    boolean gpfs = driver.isEmpty() ? type.equals("gpfs") : driver.contains(".gpfs");
    if (gpfs) {
      keys.put("driver", "gpfs");
    }
    String becomes = key("driver") + ": " + (gpfs ? "gpfs" : "posix");
    findings.kept(place(filesystem.line(), "fs_type"), type, becomes);
    filesystem
        .child("filesystem-driver")
        .ifPresent(
            part -> {
              if (driver.endsWith(".test")) {
                findings.changed(place(part), driver, becomes, "it only pretends; posix does");
              } else {
                findings.kept(place(part), driver, becomes);
              }
            });
    filesystem.attributes().keySet().stream()
        .filter(attribute -> !attribute.equals("name") && !attribute.equals("fs_type"))
        .forEach(
            attribute ->
                findings.unknown(
                    place(filesystem.line(), attribute),
                    filesystem.attribute(attribute),
                    "no attribute of a filesystem of StoRM's"));
  }

  private void description(Element part) {
    String description = part.text();
    keys.put("description", description);
    String token = site.tokens().get(description);
    if (token == null) {
      findings.changed(
          place(part),
          description,
          key("description") + ": " + description,
          "the identifier behind it is in StoRM's database: without --db it becomes "
              + name
              + "; clients that ask by description do not notice");
    } else {
      keys.put("token", token);
      findings.kept(
          place(part),
          description,
          key("description") + ": " + description + ", " + key("token") + ": " + token);
    }
  }

  private void storageClass(Element part) {
    switch (part.text()) {
      case "T0D1" -> findings.kept(place(part), part.text(), key("class") + ": d1t0");
      case "T1D0" -> onTape(part, "d0t1");
      case "T1D1" -> onTape(part, "d1t1");
      case "T0D0" ->
          findings.changed(
              place(part),
              part.text(),
              key("class") + ": d1t0",
              "files that may vanish are a matter of "
                  + key("file-types")
                  + ": [volatile, permanent], not of a class");
      default ->
          findings.unknown(
              place(part),
              part.text(),
              "not a storage class of StoRM. The area has d1t0, which writes nothing to tape: set "
                  + key("class")
                  + " if that is not meant");
    }
  }

  private void onTape(Element part, String kind) {
    keys.put("class", kind);
    keys.put("library", LIBRARY);
    findings.changed(
        place(part),
        part.text(),
        key("class") + ": " + kind + ", " + key("library") + ": " + LIBRARY,
        "the tape system is asked another way than by StoRM: let its puller speak as"
            + " docs/operate/recall-table.md says, or give the library a script"
            + " (docs/operate/tape-scripts.md). Files whose bytes are on StoRM's tape alone are told"
            + " to be unavailable until its tape system has brought them back");
  }

  private void authorization(Element part) {
    for (Element source : part.children()) {
      String value = source.text();
      Spot place = place(source);
      if (source.name().equals("fixed") && value.equals("permit-all")) {
        findings.kept(place, value, key("rules") + ": no further rule");
      } else if (source.name().equals("fixed") && value.equals("deny-all")) {
        closed = true;
        findings.kept(place, value, key("rules") + ": deny all to anyone");
      } else if (source.name().equals("authz-db")) {
        closed = true;
        findings.changed(
            place,
            value,
            key("rules") + ": deny all to anyone",
            "StoRM 1.11 refuses every use of such an area, for it does not read the file's lines;"
                + " where that is not meant take the rule out");
      } else {
        closed = true;
        findings.unknown(
            place, value, "no authorization of StoRM's; the area is closed by deny all to anyone");
      }
    }
  }

  private void defaults(Element defaults) {
    for (Element part : defaults.children()) {
      findings.dropped(
          place(part),
          part.attributes().toString(),
          part.name().equals("space")
              ? "reservations of clients that name no size or life are a matter of "
                  + key("reservations")
              : "one life for the files of all areas: requests.file-lifetime-default");
    }
  }
}
