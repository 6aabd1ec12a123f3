package org.bora.storm.webdav;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;
import org.bora.storm.source.WebDavFiles;

/** The settings of StoRM WebDAV that do not belong to one storage area. For one site. */
final class DavSettings {
  private static final String NOT_SHOWN = "(not shown)";
  private static final Pattern ISSUER = Pattern.compile("oauth\\.issuers\\[(\\d+)]\\.(.+)");
  private static final Pattern POLICY =
      Pattern.compile("storm\\.authz\\.policies\\[(\\d+)]\\.(.+)");
  private static final Pattern SECRET = Pattern.compile("secret|passw|token-value");
  private static final int PORT = 8443;

  private final Findings findings;
  private final Map<String, Object> endpoint = new LinkedHashMap<>();
  private final Map<String, Object> tokens = new LinkedHashMap<>();
  private final Map<String, Object> credentials = new LinkedHashMap<>();
  private final List<String> hosts = new ArrayList<>();
  private final Map<Integer, Map<String, Property>> issuers = new TreeMap<>();
  private final Map<Integer, Map<String, Property>> policies = new TreeMap<>();
  private boolean mapsVos;

  DavSettings(Findings findings) {
    this.findings = findings;
    endpoint.put("http-port", PORT);
  }

  /** Reports the result of each key, except those of issuers and policies. */
  void read(WebDavFiles files) {
    files.environment().forEach(one -> key(one, DavKeys.ofVariable(one.key())));
    files.application().forEach(this::application);
  }

  private void application(Property property) {
    String key = property.key();
    Matcher issuer = ISSUER.matcher(key);
    Matcher policy = POLICY.matcher(key);
    if (issuer.matches()) {
      issuers
          .computeIfAbsent(Integer.parseInt(issuer.group(1)), none -> new LinkedHashMap<>())
          .put(DavKeys.plain(issuer.group(2)), property);
    } else if (policy.matches()) {
      policies
          .computeIfAbsent(Integer.parseInt(policy.group(1)), none -> new LinkedHashMap<>())
          .put(policy.group(2), property);
    } else {
      key(property, DavKeys.plain(key));
    }
  }

  private void key(Property property, String key) {
    Spot place = place(property);
    String shown =
        SECRET.matcher(property.key().toLowerCase(Locale.ROOT)).find()
            ? NOT_SHOWN
            : property.written();
    Optional<String> gone = DavKeys.whyGone(key);
    if (gone.isPresent()) {
      findings.dropped(place, shown, gone.get());
    } else if (!DavKeys.isUsed(key)) {
      findings.unknown(
          place, shown, "StoRM WebDAV has no such key, or it is new: see what it does");
    } else if (property.open().isPresent()) {
      findings.unknown(place, shown, property.open().get() + "; nothing is set by it");
    } else {
      used(place, property.value(), shown, key);
    }
  }

  private void used(Spot place, String value, String shown, String key) {
    switch (key) {
      case DavKeys.PORT -> port(place, value, shown);
      case DavKeys.REFRESH -> time(place, value, shown, "refresh", 60, 60, 86_400);
      case DavKeys.LIFETIME -> time(place, value, shown, "issued-lifetime", 1, 60, 604_800);
      case DavKeys.TRUST -> directory(place, value, "trust", "/etc/grid-security/certificates");
      case DavKeys.VOMSDIR -> directory(place, value, "vomsdir", "/etc/grid-security/vomsdir");
      case DavKeys.VO_MAPS -> {
        mapsVos = value.equals("true");
        findings.kept(place, shown, mapsVos ? "see voMapEnabled of the areas" : "no VO map files");
      }
      default -> host(place, value, shown);
    }
  }

  private void port(Spot place, String value, String shown) {
    if (!value.matches("\\d{1,5}")
        || Integer.parseInt(value) < 1
        || Integer.parseInt(value) > 65535) {
      findings.unknown(place, shown, "a port is expected; " + PORT + " counts");
      return;
    }
    endpoint.put("http-port", Integer.parseInt(value));
    findings.kept(place, shown, "endpoint.http-port: " + value);
  }

  private void time(
      Spot place, String value, String shown, String key, long unit, long least, long most) {
    if (!value.matches("\\d{1,9}")) {
      findings.unknown(place, shown, "not a number; Bora's default counts");
      return;
    }
    long wanted = Long.parseLong(value) * unit;
    long seconds = Math.clamp(wanted, least, most);
    tokens.put(key, seconds + "s");
    String becomes = "tokens." + key + ": " + seconds + "s";
    if (seconds == wanted) {
      findings.kept(place, shown, becomes);
    } else {
      findings.changed(place, shown, becomes, "no more than that, and no less, is allowed");
    }
  }

  private void directory(Spot place, String value, String key, String preset) {
    if (!value.equals(preset)) {
      credentials.put(key, value);
    }
    findings.kept(place, value, "credentials." + key + ": " + value);
  }

  private void host(Spot place, String value, String shown) {
    if (value.isEmpty() || value.matches("0\\.0\\.0\\.0|localhost")) {
      findings.dropped(place, shown, "it is no name that clients use");
      return;
    }
    hosts.add(value);
    findings.kept(place, shown, value + " in endpoint.host or endpoint.aliases");
  }

  private static Spot place(Property property) {
    return new Spot(property.file(), property.line(), property.key());
  }

  boolean mapsVos() {
    return mapsVos;
  }

  /** Each one's keys, in their order. */
  List<Map<String, Property>> policies() {
    return List.copyOf(policies.values());
  }

  /** The keys of each issuer, in their order. */
  List<Map<String, Property>> issuers() {
    return List.copyOf(issuers.values());
  }

  /**
   * Adds its settings; hosts become aliases if there is one already.
   *
   * @param believed Bora's issuers
   * @param audiences permitted in their tokens
   */
  void addTo(
      Map<String, Map<String, Object>> sections,
      List<Map<String, Object>> believed,
      List<String> audiences) {
    Map<String, Object> its = sections.computeIfAbsent("endpoint", none -> new LinkedHashMap<>());
    for (String host : hosts) {
      Object first = its.putIfAbsent("host", host);
      if (first != null && !first.equals(host)) {
        List<Object> aliases = new ArrayList<>((List<?>) its.getOrDefault("aliases", List.of()));
        if (!aliases.contains(host)) {
          aliases.add(host);
        }
        its.put("aliases", aliases);
      }
    }
    its.putAll(endpoint);
    if (!credentials.isEmpty()) {
      sections.put("credentials", credentials);
    }
    if (!believed.isEmpty()) {
      tokens.put("issuers", believed);
      if (!audiences.isEmpty()) {
        tokens.put("audiences", audiences);
      }
    }
    if (!tokens.isEmpty()) {
      sections.put("tokens", tokens);
    }
  }
}
