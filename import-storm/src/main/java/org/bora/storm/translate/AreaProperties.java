package org.bora.storm.translate;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.Element;

/**
 * Translates the {@code properties} of a filesystem to keys of its area: class, lifetimes and size.
 */
final class AreaProperties {
  private final String file;
  private final Element filesystem;
  private final String name;
  private final Map<String, Object> keys;
  private final Findings findings;

  /**
   * @param keys of the area, to which more are added
   */
  AreaProperties(String file, Element filesystem, Map<String, Object> keys, Findings findings) {
    this.file = file;
    this.filesystem = filesystem;
    this.name = filesystem.attribute("name");
    this.keys = keys;
    this.findings = findings;
  }

  /** Reports the result of each. */
  void read(Element properties) {
    for (Element part : properties.children()) {
      switch (part.name()) {
        case "RetentionPolicy" ->
            follows(part, onTape() ? "custodial" : "replica", "retention policy");
        case "AccessLatency" ->
            follows(part, leavesDisk() ? "nearline" : "online", "access latency");
        case "ExpirationMode" -> expiration(part);
        case "TotalOnlineSize" -> onlineSize(part);
        case "TotalNearlineSize" ->
            findings.dropped(
                place(part),
                part.text() + " " + part.attribute("unit"),
                "StoRM only publishes it; what is on tape is known file by file");
        default -> findings.unknown(place(part), part.text(), "no property of StoRM's");
      }
    }
  }

  private boolean onTape() {
    return filesystem.valueOf("storage-class").orElse("").startsWith("T1");
  }

  private boolean leavesDisk() {
    return filesystem.valueOf("storage-class").orElse("").equals("T1D0");
  }

  private void follows(Element part, String is, String what) {
    if (part.text().toLowerCase(Locale.ROOT).equals(is)) {
      findings.kept(place(part), part.text(), "follows from " + key("class"));
    } else if (is.equals("replica") && part.text().equalsIgnoreCase("custodial")) {
      findings.weaker(
          place(part),
          part.text(),
          "follows from " + key("class") + ": " + is,
          "StoRM promises custodial storage here, and no file of this area will be written to tape:"
              + " set "
              + key("class")
              + " to d0t1 or d1t1, or make sure that no copy on tape is expected");
    } else {
      findings.changed(
          place(part),
          part.text(),
          "follows from " + key("class") + ": " + is,
          "the " + what + " that clients are told is the one the storage class keeps");
    }
  }

  private void expiration(Element part) {
    if (part.text().equals("neverExpire")) {
      findings.kept(place(part), part.text(), "files are permanent");
    } else {
      findings.changed(
          place(part),
          part.text(),
          "files are permanent",
          "lives of files are a matter of "
              + key("file-types")
              + ", see docs/operate/lifetimes.md");
    }
  }

  private void onlineSize(Element part) {
    String value =
        part.text() + " " + part.attribute("unit") + ", limited " + part.attribute("limited-size");
    OptionalLong bytes = StormSite.bytes(part.text(), part.attribute("unit"));
    if (bytes.isEmpty()) {
      findings.unknown(place(part), value, "no size of StoRM's: the area has no limit of its own");
    } else if (CapabilityTranslation.hasFilesetQuota(filesystem)) {
      findings.dropped(place(part), value, "the quota of the fileset counts, as it does in StoRM");
    } else if (!part.attribute("limited-size").equals("true") || bytes.getAsLong() == 0) {
      findings.dropped(
          place(part),
          value,
          "StoRM only publishes it, and limits nothing by it; "
              + key("size")
              + " would be a limit, without it the filesystem decides");
    } else {
      String unit = part.attribute("unit").isEmpty() ? "TB" : part.attribute("unit");
      String size = part.text() + (unit.equals("Byte") ? "B" : unit.equals("KB") ? "kB" : unit);
      keys.put("size", size);
      findings.kept(
          place(part),
          value,
          key("size") + ": " + size,
          "it bounds what goes through Bora; files that were there before are not counted, so take"
              + " them off it (docs/operate/space.md)");
    }
  }

  private Spot place(Element part) {
    return new Spot(file, part.line(), "filesystem " + name + " " + part.name());
  }

  private String key(String key) {
    return "areas." + name + "." + key;
  }
}
