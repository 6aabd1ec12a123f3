package org.bora.storm.webdav;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.source.WebDavFiles;
import org.bora.storm.webdav.DavPlaces.Placed;

/**
 * Merges what StoRM WebDAV serves with what StoRM's backend serves. Bora has one set of rules for
 * all protocols: a caller may do what either service allowed, without what the backend denies. For
 * one site; call {@link #merged} and then {@link #addTo}.
 */
public final class WebDav {
  private final WebDavFiles files;
  private final Instant stopped;
  private final Findings findings;
  private final DavSettings service;
  private final Map<DavIssuer, String> believed = new LinkedHashMap<>();
  private final List<Map<String, Object>> issuers = new ArrayList<>();

  /**
   * @param stopped when StoRM was, or is, stopped
   */
  public WebDav(WebDavFiles files, Instant stopped, Findings findings) {
    this.files = files;
    this.stopped = stopped;
    this.findings = findings;
    this.service = new DavSettings(findings);
  }

  /**
   * All areas with their rules; reports the result of every key.
   *
   * @param areas those of StoRM's backend, which are changed
   */
  public List<Map<String, Object>> merged(List<Map<String, Object>> areas) {
    service.read(files);
    DavPlaces places = new DavPlaces(areas, stopped, findings);
    List<Placed> placed =
        files.areas().stream()
            .flatMap(file -> DavArea.read(file, findings).stream())
            .flatMap(dav -> places.place(dav).stream())
            .toList();
    List<DavIssuer> known = new DavIssuers(findings).read(service.issuers());
    known.forEach(issuer -> believe(issuer, placed));
    DavPolicies policies = new DavPolicies(service.policies(), known, findings);
    policies.tellOthers(placed.stream().map(Placed::dav).toList());
    for (Placed one : placed) {
      List<DavIssuer> accepted = List.copyOf(believed.keySet());
      List<String> rules = policies.rules(one.dav(), one.sfn());
      new DavRules(one, findings).enter(accepted, rules, service.mapsVos());
    }
    places.areas().forEach(area -> keepOthersOut(area, placed));
    return places.areas();
  }

  private static Set<String> orgs(Map<String, Object> area, List<Placed> placed) {
    Set<String> orgs = new LinkedHashSet<>();
    placed.stream()
        .filter(one -> one.name().equals(area.get("name")) && !DavRules.opensNothing(one.dav()))
        .forEach(one -> orgs.addAll(one.dav().list(DavArea.ORGS)));
    return orgs;
  }

  private void believe(DavIssuer issuer, List<Placed> placed) {
    List<Placed> its =
        placed.stream().filter(one -> orgs(one.area(), placed).contains(issuer.url())).toList();
    List<String> bases = its.stream().map(Placed::sfn).distinct().toList();
    if (!issuer.isUsable()) {
      findings.unknown(issuer.place(), issuer.url(), "https://HOST/... is expected");
    } else if (bases.isEmpty()) {
      findings.dropped(
          issuer.place(), issuer.url(), "no storage area lets its tokens in: it is left out");
    } else {
      String vo = vo(issuer, its);
      believed.put(issuer, vo);
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("issuer", issuer.url());
      keys.put("vo", vo);
      keys.put("base", bases);
      issuers.add(keys);
      findings.changed(
          issuer.place(),
          issuer.url(),
          "tokens.issuers: " + issuer.url() + ", vo: " + vo + ", base: " + String.join(", ", bases),
          "see that it is the issuer of this VO, whose groups in tokens count like VOMS attributes;"
              + " tokens must name this service in aud; storage scopes count in base alone; other"
              + " areas deny its tokens");
    }
  }

  /** The one VO that all areas of an issuer have, or its own name. */
  private static String vo(DavIssuer issuer, List<Placed> its) {
    Set<String> common = new LinkedHashSet<>(its.getFirst().dav().list(DavArea.VOS));
    its.forEach(one -> common.retainAll(one.dav().list(DavArea.VOS)));
    common.removeIf(vo -> vo.indexOf('/') >= 0);
    return common.size() == 1 ? common.iterator().next() : issuer.ownVo();
  }

  /** Tells of areas that StoRM WebDAV did not serve, too. */
  private void keepOthersOut(Map<String, Object> area, List<Placed> placed) {
    List<String> rules = ((List<?>) area.get("rules")).stream().map(Object::toString).toList();
    Set<String> orgs = orgs(area, placed);
    for (Map.Entry<DavIssuer, String> one : believed.entrySet()) {
      if (!orgs.contains(one.getKey().url())) {
        rules = DavRules.withoutOthers(rules, one.getKey(), one.getValue());
      }
    }
    area.put("rules", rules);
    if (placed.stream().noneMatch(one -> one.name().equals(area.get("name")))) {
      findings.changed(
          new Spot("sa.d", 0, "area " + area.get("name")),
          "not served by StoRM WebDAV",
          "served over HTTP too",
          "Bora serves all areas by all protocols, and its rules hold for each");
    }
  }

  /** Adds the port, the issuers and what else is not about one area. */
  public void addTo(Map<String, Map<String, Object>> sections) {
    List<String> audiences =
        believed.keySet().stream().flatMap(one -> one.audiences().stream()).distinct().toList();
    service.addTo(sections, issuers, audiences);
    Optional.ofNullable(sections.get("endpoint"))
        .map(endpoint -> endpoint.get("http-port"))
        .ifPresent(
            port ->
                findings.kept(
                    new Spot("sa.d", 0, "storage areas"),
                    files.areas().size() + " files",
                    "endpoint.http-port: " + port));
  }
}
