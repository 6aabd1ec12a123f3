package org.bora.storm.webdav;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.PropertyFile.Property;

/** Reads {@code oauth.issuers}. */
final class DavIssuers {
  private final Findings findings;

  DavIssuers(Findings findings) {
    this.findings = findings;
  }

  /**
   * Tells what becomes of each key, but of the name and the URL.
   *
   * @param all the keys of each
   */
  List<DavIssuer> read(List<Map<String, Property>> all) {
    List<DavIssuer> found = new ArrayList<>();
    for (Map<String, Property> keys : all) {
      List<String> audiences = audiences(keys);
      Property url = keys.get("issuer");
      if (url == null) {
        Property first = keys.values().iterator().next();
        findings.unknown(place(first), first.written(), "this issuer has no URL, the key issuer");
      } else {
        String name = Optional.ofNullable(keys.get("name")).map(Property::value).orElse("");
        found.add(new DavIssuer(place(url), name, url.value(), audiences));
      }
    }
    return found;
  }

  private List<String> audiences(Map<String, Property> keys) {
    boolean enforced =
        Optional.ofNullable(keys.get("enforceaudiencechecks"))
            .filter(one -> one.value().equals("true"))
            .isPresent();
    List<String> audiences = new ArrayList<>();
    keys.forEach(
        (key, property) -> {
          if (key.startsWith("audiences[")) {
            audience(property, enforced).ifPresent(audiences::add);
          } else {
            other(key, property);
          }
        });
    return audiences;
  }

  private Optional<String> audience(Property property, boolean enforced) {
    if (!enforced) {
      findings.dropped(
          place(property),
          property.written(),
          "StoRM WebDAV does not check it without enforceAudienceChecks");
      return Optional.empty();
    }
    findings.changed(
        place(property),
        property.written(),
        "tokens.audiences: " + property.value(),
        "Bora accepts it in the tokens of every issuer");
    return Optional.of(property.value());
  }

  private void other(String key, Property property) {
    switch (key) {
      case "name", "issuer" -> {
        // told with its areas
      }
      case "jwkuri" ->
          findings.dropped(
              place(property),
              property.written(),
              "the keys are those of the issuer's discovery document, in StoRM WebDAV too;"
                  + " tokens.issuers[].keys can name a file");
      case "enforceaudiencechecks" -> audienceCheck(property);
      default -> findings.unknown(place(property), property.written(), "no key of an issuer");
    }
  }

  private void audienceCheck(Property property) {
    String becomes = "every token must name this service in aud";
    if (property.value().equals("true")) {
      findings.kept(place(property), property.written(), becomes);
    } else {
      findings.changed(
          place(property),
          property.written(),
          becomes,
          "Bora accepts no token for another service; tokens.audiences adds names of this one");
    }
  }

  private static Spot place(Property property) {
    return new Spot(property.file(), property.line(), property.key());
  }
}
