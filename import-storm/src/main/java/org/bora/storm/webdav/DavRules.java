package org.bora.storm.webdav;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bora.storm.report.Findings;
import org.bora.storm.report.Spot;
import org.bora.storm.webdav.DavPlaces.Placed;

/** Translates the permissions of one storage area of StoRM WebDAV to rules. For one area. */
final class DavRules {
  static final String CLOSED = "deny all to anyone";
  private static final String READ = "allow read, list to ";
  private static final String WRITE = "allow read, write, create, delete, list to ";
  private static final String NOT_WRITE = "deny write, create, delete to ";

  private final Placed placed;
  private final DavArea dav;
  private final Findings findings;
  private final List<String> there;
  private final List<String> first = new ArrayList<>();
  private final List<String> last = new ArrayList<>();

  /**
   * @param placed an area that has rules of StoRM's backend, or none yet
   */
  DavRules(Placed placed, Findings findings) {
    this.placed = placed;
    this.dav = placed.dav();
    this.findings = findings;
    this.there = ((List<?>) placed.area().get("rules")).stream().map(Object::toString).toList();
  }

  /**
   * Adds the rules, and reports the result of each key.
   *
   * @param believed the issuers whose tokens Bora accepts, including those of other areas
   * @param policies the rules made of fine-grained policies
   * @param mapsVos whether StoRM WebDAV reads VO map files
   */
  void enter(List<DavIssuer> believed, List<String> policies, boolean mapsVos) {
    for (String vo : dav.list(DavArea.VOS)) {
      Spot place = dav.place(DavArea.VOS);
      if (vo.matches("[A-Za-z0-9._-]+")) {
        grant(place, vo, WRITE + "vo " + vo);
      } else {
        findings.unknown(place, vo, "no name of a VO: it gets no rule");
      }
    }
    organisations(believed);
    readers();
    maps(mapsVos);
    tape();
    filesystem();
    policies(policies);
    List<String> all = new ArrayList<>(first);
    all.addAll(there);
    last.stream().filter(rule -> !all.contains(rule)).forEach(all::add);
    placed.area().put("rules", isClosed() ? there : all);
  }

  private boolean isClosed() {
    return there.equals(List.of(CLOSED));
  }

  private void grant(Spot place, String value, String rule) {
    if (isClosed()) {
      findings.dropped(place, value, "StoRM's backend closes this area: " + CLOSED);
      return;
    }
    last.add(rule);
    String becomes = placed.key("rules") + ": " + rule;
    if (placed.fresh() || there.contains(rule)) {
      findings.kept(place, value, becomes);
    } else {
      findings.changed(
          place,
          value,
          becomes,
          "a rule holds for every protocol, so SRM allows it too; the rules of StoRM's backend come"
              + " first, and what they deny is denied over HTTP too");
    }
  }

  private void organisations(List<DavIssuer> believed) {
    List<String> named = dav.list(DavArea.ORGS);
    for (String url : named) {
      believed.stream()
          .filter(issuer -> issuer.url().equals(url))
          .findFirst()
          .ifPresentOrElse(this::organisation, () -> unbelieved(url));
    }
    String becomes = named.isEmpty() ? "orgs names no issuer" : placed.key("rules");
    for (String flag : List.of(DavArea.ORGS_READ, DavArea.ORGS_WRITE, DavArea.SCOPES)) {
      if (dav.says(flag)) {
        findings.kept(dav.place(flag), dav.text(flag), becomes);
      }
    }
    if (!named.isEmpty() && !dav.says(DavArea.ORGS_WRITE)) {
      findings.changed(
          dav.place(DavArea.ORGS_WRITE),
          "(not set)",
          "as if it were true",
          "the code of StoRM WebDAV takes it so, although its pages say false");
    }
  }

  private void unbelieved(String url) {
    findings.dropped(
        dav.place(DavArea.ORGS),
        url,
        opensNothing(dav)
            ? "neither " + DavArea.ORGS_READ + " nor " + DavArea.SCOPES + " lets its tokens in"
            : "no oauth.issuers of config/application.yml has exactly this URL, so StoRM WebDAV"
                + " refuses its tokens");
  }

  /** Whether the tokens of its issuers are good for nothing. */
  static boolean opensNothing(DavArea dav) {
    return !dav.flag(DavArea.ORGS_READ) && !dav.flag(DavArea.SCOPES);
  }

  private void organisation(DavIssuer issuer) {
    boolean read = dav.flag(DavArea.ORGS_READ);
    boolean write = read && dav.flag(DavArea.ORGS_WRITE);
    if (!write && !dav.flag(DavArea.SCOPES)) {
      first.add(NOT_WRITE + issuer.who());
    }
    Spot place = dav.place(DavArea.ORGS);
    if (read) {
      grant(place, issuer.url(), (write ? WRITE : READ) + issuer.who());
    } else {
      findings.changed(
          place,
          issuer.url(),
          "tokens.issuers[].base: " + placed.sfn(),
          "a token with storage scopes may do what they say; one without them is a member of the VO"
              + " to Bora, and may do what the rules of the area allow it");
    }
  }

  private void readers() {
    if (dav.flag(DavArea.AUTHENTICATED)) {
      grant(dav.place(DavArea.AUTHENTICATED), "true", READ + "anyone");
    } else if (dav.says(DavArea.AUTHENTICATED)) {
      findings.kept(dav.place(DavArea.AUTHENTICATED), "false", "no rule for anyone");
    }
    if (dav.flag(DavArea.ANONYMOUS)) {
      last.add(READ + "anyone");
      findings.changed(
          dav.place(DavArea.ANONYMOUS),
          "true",
          placed.key("rules") + ": " + READ + "anyone",
          "Bora has no equivalent for callers without a certificate or token, and refuses them:"
              + " keep StoRM WebDAV, or another HTTP server, on the same directory for them");
    } else if (dav.says(DavArea.ANONYMOUS)) {
      findings.kept(
          dav.place(DavArea.ANONYMOUS),
          "false",
          "callers without a certificate or token are refused");
    }
  }

  private void maps(boolean mapsVos) {
    for (String flag : List.of(DavArea.VO_MAP, DavArea.VO_MAP_WRITES)) {
      if (!dav.says(flag)) {
        continue;
      }
      if (mapsVos && dav.flag(DavArea.VO_MAP) && dav.flag(flag)) {
        findings.dropped(
            dav.place(flag),
            dav.text(flag),
            "Bora takes a VO from proxies and tokens alone: for callers of the VO map files write"
                + " rules 'allow ... to dn \"/DC=...\"'");
      } else {
        findings.kept(dav.place(flag), dav.text(flag), "no VO map file counts here");
      }
    }
  }

  private void tape() {
    String storageClass = placed.area().getOrDefault("class", "d1t0").toString();
    if (dav.flag(DavArea.TAPE) && storageClass.equals("d1t0")) {
      findings.weaker(
          dav.place(DavArea.TAPE),
          "true",
          placed.key("class") + ": d1t0",
          "no file of this area will be written to tape: set "
              + placed.key("class")
              + " to d0t1 or d1t1 and name a library, or make sure that no copy on tape is"
              + " expected");
    } else if (dav.says(DavArea.TAPE)) {
      findings.kept(
          dav.place(DavArea.TAPE),
          dav.text(DavArea.TAPE),
          placed.key("class") + ": " + storageClass);
    }
  }

  private void filesystem() {
    String type = dav.text(DavArea.FILESYSTEM).toLowerCase(Locale.ROOT);
    if (!type.isEmpty()) {
      Object driver = placed.area().getOrDefault("driver", "posix");
      findings.kept(dav.place(DavArea.FILESYSTEM), type, placed.key("driver") + ": " + driver);
    }
  }

  private void policies(List<String> policies) {
    if (dav.says(DavArea.POLICIES)) {
      findings.kept(
          dav.place(DavArea.POLICIES),
          dav.text(DavArea.POLICIES),
          dav.flag(DavArea.POLICIES) ? "see storm.authz.policies" : "no policies");
    }
    if (policies.stream().anyMatch(rule -> rule.startsWith("deny"))) {
      first.addAll(policies); // in their order: one that permits may come before one that denies
    } else {
      last.addAll(0, policies);
    }
  }

  /**
   * Denies what an issuer's tokens would be allowed as members of its VO, in an area that does not
   * name the issuer.
   *
   * @param rules of the area
   */
  static List<String> withoutOthers(List<String> rules, DavIssuer issuer, String vo) {
    boolean admits =
        rules.stream()
            .filter(rule -> rule.startsWith("allow"))
            .map(rule -> rule.substring(rule.indexOf(" to ") + " to ".length()))
            .map(who -> who.split(" on ", 2)[0])
            .anyMatch(who -> admits(who, vo));
    if (!admits) {
      return rules;
    }
    List<String> all = new ArrayList<>(List.of("deny all to " + issuer.who()));
    all.addAll(rules);
    return all;
  }

  private static boolean admits(String who, String vo) {
    boolean star = who.startsWith("vo ") && who.contains("*");
    return Set.of("anyone", "vo " + vo, "fqan /" + vo).contains(who)
        || star
        || who.startsWith("fqan /" + vo + "/");
  }
}
