package org.bora.storm.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.Element;

/**
 * Translates the {@code capabilities} of a filesystem to keys of its area, except GridFTP servers
 * ({@link DoorTranslation}).
 */
final class CapabilityTranslation {
  private final String file;
  private final String area;
  private final Map<String, Object> keys;
  private final Findings findings;

  /**
   * @param keys of the area, to which more are added
   */
  CapabilityTranslation(String file, String area, Map<String, Object> keys, Findings findings) {
    this.file = file;
    this.area = area;
    this.keys = keys;
    this.findings = findings;
  }

  /** Whether StoRM takes the size of a filesystem from a quota. */
  static boolean hasFilesetQuota(Element filesystem) {
    return filesystem.attribute("fs_type").equals("gpfs")
        && filesystem
            .child("capabilities")
            .flatMap(capabilities -> capabilities.child("quota"))
            .filter(CapabilityTranslation::isOfFileset)
            .isPresent();
  }

  private static boolean isOfFileset(Element quota) {
    return quota.attribute("enabled").equals("true")
        && quota.children("quotaElement").stream()
            .anyMatch(element -> element.child("filesetName").isPresent());
  }

  void read(Element capabilities) {
    Optional<Element> list = capabilities.child("default-acl");
    for (Element part : capabilities.children()) {
      switch (part.name()) {
        case "aclMode" -> mode(part, list);
        case "default-acl", "trans-prot", "pool" -> {
          // with aclMode; by the doors
        }
        case "quota" -> quota(part);
        default -> findings.unknown(place(part), part.text(), "no capability of StoRM's");
      }
    }
  }

  private Spot place(Element part) {
    return new Spot(file, part.line(), "filesystem " + area + " " + part.name());
  }

  private String key(String key) {
    return "areas." + area + "." + key;
  }

  private void mode(Element part, Optional<Element> list) {
    if (part.text().equalsIgnoreCase("JiT")) {
      keys.put("acl", "just-in-time");
      findings.kept(place(part), part.text(), key("acl") + ": just-in-time");
      list.ifPresent(
          unused ->
              findings.dropped(
                  place(unused),
                  "",
                  "lists handed down count only where acl is ahead; set them by setfacl -d"));
    } else if (!part.text().equalsIgnoreCase("AoT")) {
      findings.unknown(place(part), part.text(), "no aclMode of StoRM's: AoT or JiT");
    } else if (list.isPresent()) {
      keys.put("acl", "ahead");
      findings.kept(place(part), part.text(), key("acl") + ": ahead");
      entries(list.get());
    } else {
      findings.changed(
          place(part),
          part.text(),
          key("acl") + ": none",
          "StoRM gives the group of the writer of a file access to it for ever; here owner and"
              + " requests.file-mode decide. For groups: acl: ahead with default-acl"
              + " (docs/operate/permissions.md)");
    }
  }

  private void entries(Element list) {
    List<String> entries = new ArrayList<>();
    for (Element entry : list.children()) {
      String group = entry.valueOf("groupName").orElse("");
      String rights = entry.valueOf("permissions").orElse("");
      Optional<String> line =
          switch (rights) {
            case "R" -> Optional.of("group:" + group + ":r-x");
            case "W" -> Optional.of("group:" + group + ":-wx");
            case "RW" -> Optional.of("group:" + group + ":rwx");
            default -> Optional.empty();
          };
      String value = group + " " + rights;
      if (line.isEmpty() || !group.matches("[^:\\s]+") || entries.contains(line.get())) {
        findings.unknown(place(entry), value, "a group and R, W or RW, each once, are expected");
      } else {
        entries.add(line.get());
        findings.kept(place(entry), value, key("default-acl") + ": " + line.get());
      }
    }
    keys.put("default-acl", entries);
  }

  private void quota(Element quota) {
    String device = quota.valueOf("device").orElse("");
    boolean enabled = quota.attribute("enabled").equals("true");
    for (Element one : quota.children("quotaElement")) {
      for (Element of : one.children()) {
        String value = of.text() + " of " + device + (enabled ? "" : ", not enabled");
        if (!enabled) {
          findings.dropped(place(of), value, "it is not enabled in StoRM either");
        } else if (of.name().equals("filesetName") && "gpfs".equals(keys.get("driver"))) {
          keys.put("space-source", "fileset");
          findings.kept(place(of), value, key("space-source") + ": fileset");
        } else {
          findings.dropped(
              place(of),
              value,
              "quotas of users and groups say nothing of an area; the filesystem keeps them by"
                  + " itself");
        }
      }
    }
  }
}
