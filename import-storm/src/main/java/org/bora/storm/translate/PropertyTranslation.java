package org.bora.storm.translate;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;

/**
 * From storm.properties to sections of the configuration. Of lines with the same key the first
 * counts, for StoRM reads them as a list and takes its first; of endpoints it takes all.
 */
final class PropertyTranslation {
  private static final String SERVICE_PATH = "/srm/managerv2";
  private static final String ENDPOINTS = "storm.service.SURL.endpoint";
  private static final String NOT_SHOWN = "(not shown)";
  private static final Pattern SECRET_KEY =
      Pattern.compile("pass|pwd|secret|token|key", Pattern.CASE_INSENSITIVE);
  private static final Pattern SECRET_VALUE =
      Pattern.compile("passw|pwd|secret|://[^/]*@", Pattern.CASE_INSENSITIVE);

  private final String file;
  private final Findings findings;
  private final Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
  private final Set<String> aliases = new LinkedHashSet<>();

  PropertyTranslation(String file, Findings findings) {
    this.file = file;
    this.findings = findings;
  }

  /** Sections by their names; tells what became of each property. */
  Map<String, Map<String, Object>> sections(List<Property> properties) {
    sections.put("endpoint", new LinkedHashMap<>());
    Map<String, Integer> first = new HashMap<>();
    for (Property property : properties) {
      Spot place = new Spot(file, property.line(), property.key());
      Integer before = first.putIfAbsent(property.key(), property.line());
      if (before != null && !property.key().equals(ENDPOINTS)) {
        findings.dropped(place, "", "it stands already in line " + before + ", which counts");
      } else {
        read(place, property);
      }
    }
    Object host = sections.get("endpoint").get("host");
    aliases.remove(host == null ? "" : host.toString());
    if (!aliases.isEmpty()) {
      sections.get("endpoint").put("aliases", new ArrayList<>(aliases));
    }
    return sections;
  }

  private void read(Spot place, Property property) {
    Optional<Meaning> meaning = PropertyCatalogue.of(property.key());
    if (meaning.isEmpty()) {
      findings.unknown(
          place,
          SECRET_KEY.matcher(property.key()).find() ? NOT_SHOWN : shown(property.value()),
          "no key of StoRM 1.11: misspelt, or of another version?");
      return;
    }
    switch (meaning.get()) {
      case Meaning.Time time -> time(place, property.value(), time);
      case Meaning.Count count -> count(place, property.value(), count);
      case Meaning.Gone gone -> findings.dropped(place, shown(property.value()), gone.why());
      case Meaning.Secret secret -> findings.dropped(place, NOT_SHOWN, secret.why());
      case Meaning.Special special -> special(place, property.value());
    }
  }

  /** What holds a password, such as a URL, is not told. */
  private static String shown(String value) {
    return SECRET_VALUE.matcher(value).find() ? NOT_SHOWN : value;
  }

  private void put(String key, Object value) {
    int dot = key.indexOf('.');
    sections
        .computeIfAbsent(key.substring(0, dot), none -> new LinkedHashMap<>())
        .put(key.substring(dot + 1), value);
  }

  private Optional<Long> number(Spot place, String value) {
    try {
      return Optional.of(Long.parseLong(value));
    } catch (NumberFormatException notANumber) {
      findings.unknown(place, value, "not a number; Bora's default counts");
      return Optional.empty();
    }
  }

  private void time(Spot place, String value, Meaning.Time time) {
    Optional<Long> number = number(place, value);
    if (number.isEmpty()) {
      return;
    }
    long wanted = saturated(number.get(), time.unit());
    long millis = Math.clamp(wanted, time.least().toMillis(), time.most().toMillis());
    String text = text(Duration.ofMillis(millis));
    time.keys().forEach(key -> put(key, text));
    String becomes = String.join(", ", time.keys()) + ": " + text;
    if (millis == wanted) {
      findings.kept(place, value, becomes);
    } else {
      findings.changed(place, value, becomes, "no more than that, and no less, is allowed");
    }
  }

  private static long saturated(long number, Duration unit) {
    try {
      return Math.multiplyExact(number, unit.toMillis());
    } catch (ArithmeticException tooMuch) {
      return number < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private static String text(Duration duration) {
    if (duration.toMillis() % 1000 != 0) {
      return duration.toMillis() + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds + "s";
  }

  private void count(Spot place, String value, Meaning.Count count) {
    Optional<Long> number = number(place, value);
    if (number.isEmpty()) {
      return;
    }
    long taken = Math.clamp(number.get(), count.least(), count.most());
    put(count.key(), taken);
    String becomes = count.key() + ": " + taken;
    if (taken == number.get()) {
      findings.kept(place, value, becomes);
    } else {
      findings.changed(place, value, becomes, "no more than that, and no less, is allowed");
    }
  }

  private void special(Spot place, String value) {
    switch (place.key()) {
      case "storm.service.FE-public.hostname" -> host(place, value);
      case "storm.service.port" -> port(place, value);
      case ENDPOINTS -> endpoints(place, value);
      case "directory.automatic-creation" -> creation(place, value);
      case "directory.writeperm" ->
          findings.dropped(
              place,
              value,
              "directories have the mode directories.mode, or the list of areas[].acl");
      case "default.overwrite" -> overwrite(place, value);
      case "default.storagetype" -> storageType(place, value);
      case "extraslashes.gsiftp" -> slashes(place, value);
      case "ptg.skip-acl-setup" ->
          findings.dropped(
              place, value, "areas[].acl says it for each area: none sets no list for who reads");
      case "griduser.mapper.classname" ->
          findings.dropped(
              place,
              value,
              "grid-mapfile and gridmapdir are read at the places that LCMAPS uses: mapping.*");
      default -> throw new IllegalStateException(place + " is special, and nobody says how");
    }
  }

  private void host(Spot place, String value) {
    if (value.isEmpty()) {
      findings.dropped(place, value, "it is empty: set endpoint.host");
    } else {
      put("endpoint.host", value);
      findings.kept(place, value, "endpoint.host: " + value);
    }
  }

  private void port(Spot place, String value) {
    number(place, value)
        .ifPresent(
            port -> {
              put("endpoint.port", port);
              findings.kept(place, value, "endpoint.port: " + port);
            });
  }

  private void endpoints(Spot place, String value) {
    for (String one : value.split("\\s*,\\s*", -1)) {
      String host = "";
      String path = "";
      try {
        URI uri = URI.create(one);
        host = uri.getHost() == null ? "" : uri.getHost();
        path = uri.getPath() == null ? "" : uri.getPath();
      } catch (IllegalArgumentException noUri) {
        // told below: it has no host
      }
      if (host.isEmpty()) {
        findings.unknown(place, one, "srm://HOST:PORT" + SERVICE_PATH + " is expected");
      } else {
        aliases.add(host);
        String becomes = "SURLs of " + host + " (endpoint.host or endpoint.aliases)";
        if (path.isEmpty() || path.equals(SERVICE_PATH)) {
          findings.kept(place, one, becomes);
        } else {
          findings.changed(place, one, becomes, "the service is at " + SERVICE_PATH);
        }
      }
    }
  }

  private void creation(Spot place, String value) {
    if (value.equals("true")) {
      findings.dropped(
          place,
          value,
          "a put into a directory that is missing is SRM_INVALID_PATH; gfal2, ARC and FTS make"
              + " directories first");
    } else {
      findings.kept(place, value, "directories are made by srmMkdir");
    }
  }

  private void overwrite(Spot place, String value) {
    if (value.equals("N")) {
      findings.kept(place, value, "who does not say overwrites nothing");
    } else {
      findings.dropped(
          place,
          value,
          "a client that does not say overwrites nothing (SRM v2.2); gfal2, ARC and FTS say");
    }
  }

  private void storageType(Spot place, String value) {
    if (value.equals("P")) {
      findings.kept(place, value, "files are permanent");
    } else {
      findings.changed(
          place,
          value,
          "files are permanent",
          "files that vanish by themselves need areas[].file-types, see docs/operate/lifetimes.md");
    }
  }

  private void slashes(Spot place, String value) {
    if (value.replace("/", "").isEmpty()) {
      findings.kept(place, value, "TURLs end with the whole path of the file");
    } else {
      findings.dropped(place, value, "doors[].prefix puts a directory before paths");
    }
  }
}
