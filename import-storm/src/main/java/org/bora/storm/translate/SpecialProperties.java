package org.bora.storm.translate;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;

/**
 * Translates keys of storm.properties that do not correspond to a single key; most belong to the
 * endpoint.
 */
final class SpecialProperties {
  /** The one key of which all lines count. */
  static final String ENDPOINTS = "storm.service.SURL.endpoint";

  static final String HOST = "storm.service.FE-public.hostname";
  static final String PORT = "storm.service.port";

  /** A host of {@code srm_endpoints} after the first; no key of a file. */
  static final String ALIAS = "srm_endpoints";

  private static final String SERVICE_PATH = "/srm/managerv2";
  private static final Pattern LIST = Pattern.compile("\\s*,\\s*");

  /** Values that StoRM's library treats as true. */
  private static final Pattern YES = Pattern.compile("true|yes|on|t|y", Pattern.CASE_INSENSITIVE);

  private final Sections sections;
  private final Findings findings;
  private final Set<String> aliases = new LinkedHashSet<>();

  /**
   * @param sections to which is added what stands for a property
   */
  SpecialProperties(Sections sections, Findings findings) {
    this.sections = sections;
    this.findings = findings;
  }

  /** After the last: which of the hosts are aliases is known only then. */
  void end() {
    aliases.remove(sections.get("endpoint.host").map(Object::toString).orElse(""));
    if (!aliases.isEmpty()) {
      sections.put("endpoint.aliases", new ArrayList<>(aliases));
    }
  }

  /**
   * Tells what becomes of it, and puts what stands for it.
   *
   * @param key what StoRM 1.11 calls it
   */
  void read(String key, Spot place, Property property) {
    String written = property.written();
    switch (key) {
      case HOST -> host(place, property);
      case PORT -> port(place, property);
      case ENDPOINTS -> endpoints(place, property);
      case ALIAS -> alias(place, written, property.value());
      case "directory.automatic-creation" -> creation(place, property);
      case "directory.writeperm" ->
          findings.dropped(
              place,
              written,
              "directories have the mode directories.mode, or the list of areas[].acl");
      case "default.overwrite" -> overwrite(place, property);
      case "default.storagetype" -> storageType(place, property);
      case "extraslashes.gsiftp" -> slashes(place, property);
      case "ptg.skip-acl-setup" ->
          findings.dropped(
              place, written, "areas[].acl says it for each area: none sets no list for who reads");
      case "griduser.mapper.classname" ->
          findings.dropped(
              place,
              written,
              "grid-mapfile and gridmapdir are read at the places that LCMAPS uses: mapping.*");
      default -> throw new IllegalStateException(place + " has no translation");
    }
  }

  private void host(Spot place, Property property) {
    String value = property.value();
    if (value.isEmpty()) {
      findings.dropped(place, value, "it is empty: set endpoint.host");
    } else {
      sections.put("endpoint.host", value);
      findings.kept(place, property.written(), "endpoint.host: " + value);
    }
  }

  private void port(Spot place, Property property) {
    PropertyTranslation.number(place, property, findings)
        .ifPresent(
            port -> {
              sections.put("endpoint.port", port);
              findings.kept(place, property.written(), "endpoint.port: " + port);
            });
  }

  private void endpoints(Spot place, Property property) {
    if (property.value().isEmpty()) { // as StoRM's template has it
      findings.dropped(place, property.written(), "it is empty: SURLs are those of endpoint.host");
      return;
    }
    String[] written = LIST.split(property.written(), -1);
    String[] values = LIST.split(property.value(), -1);
    for (int at = 0; at < values.length; at++) {
      boolean alike = written.length == values.length;
      endpoint(place, alike ? written[at] : property.written(), values[at]);
    }
  }

  private void endpoint(Spot place, String written, String value) {
    String host = "";
    String path = "";
    try {
      URI uri = URI.create(value);
      host = uri.getHost() == null ? "" : uri.getHost();
      path = uri.getPath() == null ? "" : uri.getPath();
    } catch (IllegalArgumentException noUri) {
      // told below: it has no host
    }
    if (host.isEmpty()) {
      findings.unknown(place, written, "srm://HOST:PORT" + SERVICE_PATH + " is expected");
      return;
    }
    if (path.isEmpty() || path.equals(SERVICE_PATH)) {
      alias(place, written, host);
    } else {
      aliases.add(host);
      findings.changed(place, written, surlsOf(host), "the service is at " + SERVICE_PATH);
    }
  }

  private void alias(Spot place, String written, String host) {
    aliases.add(host);
    findings.kept(place, written, surlsOf(host));
  }

  private static String surlsOf(String host) {
    return "SURLs of " + host + " (endpoint.host or endpoint.aliases)";
  }

  private void creation(Spot place, Property property) {
    if (YES.matcher(property.value()).matches()) {
      findings.dropped(
          place,
          property.written(),
          "a put into a directory that is missing is SRM_INVALID_PATH; gfal2, ARC and FTS make"
              + " directories first");
    } else {
      findings.kept(place, property.written(), "directories are made by srmMkdir");
    }
  }

  private void overwrite(Spot place, Property property) {
    if (property.value().equals("N")) {
      findings.kept(place, property.written(), "who does not say overwrites nothing");
    } else {
      findings.dropped(
          place,
          property.written(),
          "a client that does not say overwrites nothing (SRM v2.2); gfal2, ARC and FTS say");
    }
  }

  private void storageType(Spot place, Property property) {
    if (property.value().equals("P")) {
      findings.kept(place, property.written(), "files are permanent");
    } else {
      findings.changed(
          place,
          property.written(),
          "files are permanent",
          "files that vanish by themselves need areas[].file-types, see docs/operate/lifetimes.md");
    }
  }

  private void slashes(Spot place, Property property) {
    if (property.value().replace("/", "").isEmpty()) {
      findings.kept(place, property.written(), "TURLs end with the whole path of the file");
    } else {
      findings.dropped(place, property.written(), "doors[].prefix puts a directory before paths");
    }
  }
}
