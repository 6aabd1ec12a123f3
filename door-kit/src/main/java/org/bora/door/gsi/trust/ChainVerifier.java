package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Fqan;
import org.bora.door.gsi.trust.TrustSettings.Crls;
import org.bora.door.gsi.trust.TrustSettings.InvalidVoms;
import org.bora.door.gsi.voms.VomsAttributes;

/**
 * The only place where the door decides whom to trust: one remembered verdict per chain.
 *
 * <p>Safe for use by many threads. A remembered verdict costs the digest of the chain (about 10
 * us); a new one about a millisecond of CPU. Never blocks on input or output.
 */
public final class ChainVerifier {

  /** A proxy of a proxy of ... this deep is an attack on our time, not a credential. */
  private static final int MAX_CHAIN = 24;

  private final TrustAnchors anchors;
  private final boolean rejectInvalidVoms;
  private final ProxyKinds proxyKinds;
  private final Crls crls;
  private final VerdictCache.Settings ages;
  private final Clock clock;
  private final VerdictCache cache;

  /** Decides by the anchors, with the settings' policy on proxies and VOMS attributes. */
  public ChainVerifier(TrustAnchors anchors, TrustSettings settings, Clock clock) {
    this.anchors = anchors;
    this.rejectInvalidVoms = settings.invalidVoms() == InvalidVoms.REJECT;
    this.proxyKinds = new ProxyKinds(settings.legacyProxies());
    this.crls = settings.crls();
    this.ages = settings.verdicts();
    this.clock = clock;
    this.cache = new VerdictCache(settings.verdicts().capacity(), clock);
  }

  /** The verdict on a chain as the peer sent it, its own certificate first. */
  public ChainVerdict verify(X509Certificate[] chain) {
    if (chain.length == 0 || chain.length > MAX_CHAIN) {
      return new ChainVerdict.Refused(
          Refusal.MALFORMED,
          "a chain of " + chain.length + " certificates, allowed are 1 to " + MAX_CHAIN);
    }
    TrustAnchors.Generation generation = anchors.inForce();
    try {
      Fingerprint fingerprint = Fingerprint.of(chain);
      Optional<ChainVerdict.Accepted> known = cache.find(fingerprint, generation.number());
      if (known.isPresent()) {
        return known.get();
      }
      ChainVerdict verdict = decide(chain, generation);
      if (verdict instanceof ChainVerdict.Accepted accepted) {
        cache.remember(fingerprint, generation.number(), accepted);
      }
      return verdict;
    } catch (CertificateException | IOException | RuntimeException e) {
      // The libraries throw this and that on hostile input; whatever they throw, the answer is no.
      return new ChainVerdict.Refused(
          Refusal.MALFORMED, "the chain cannot be read: " + e.getMessage());
    }
  }

  /** Grows whenever the trust anchors, revocation lists or policies have changed. */
  public long generation() {
    return anchors.inForce().number();
  }

  /** Verdicts remembered at the moment. */
  public int remembered() {
    return cache.size();
  }

  private ChainVerdict decide(X509Certificate[] chain, TrustAnchors.Generation generation)
      throws CertificateException, IOException {
    X509Certificate[] parsed = ParsedChain.of(chain);
    ValidationResult result = generation.chains().validate(parsed);
    if (!result.isValid()) {
      return LibraryRefusal.of(parsed, result.getErrors(), generation.lists(), clock.instant());
    }
    Optional<String> objection = proxyKinds.objection(parsed);
    if (objection.isPresent()) {
      return new ChainVerdict.Refused(Refusal.PROXY_KIND, objection.get() + ": " + subject(parsed));
    }
    // What came along and is no part of the path was not looked at: it must not count.
    List<X509Certificate> path = result.getValidChain();
    X509Certificate user = path == null ? null : ProxyUtils.getEndUserCertificate(array(path));
    if (user == null) {
      return new ChainVerdict.Refused(
          Refusal.MALFORMED, "a chain of proxies without the certificate of a user");
    }
    Optional<String> flaw =
        CertificateRules.objection(
            path,
            user,
            certificate -> List.of(generation.chains().getTrustedIssuers()).contains(certificate));
    if (flaw.isPresent()) {
      return new ChainVerdict.Refused(Refusal.MALFORMED, flaw.get() + ": " + subject(parsed));
    }
    Optional<ChainVerdict.Refused> ended = expiry(path).or(() -> revocation(path, generation));
    if (ended.isPresent()) {
      return ended.get();
    }
    X509Certificate[] believed = array(path.subList(0, path.indexOf(user) + 1));
    return accepted(
        user, path, current(generation.voms().verify(believed), generation), generation);
  }

  /** The library admits certificates for five minutes after their end. */
  private Optional<ChainVerdict.Refused> expiry(List<X509Certificate> path) {
    Instant now = clock.instant();
    return path.stream()
        .filter(certificate -> certificate.getNotAfter().toInstant().isBefore(now))
        .findFirst()
        .map(
            certificate ->
                new ChainVerdict.Refused(
                    Refusal.EXPIRED,
                    "expired at "
                        + certificate.getNotAfter().toInstant()
                        + ": "
                        + SlashName.of(certificate.getSubjectX500Principal())));
  }

  private Optional<ChainVerdict.Refused> revocation(
      List<X509Certificate> path, TrustAnchors.Generation generation) {
    Instant now = clock.instant();
    return listed(path, generation).stream()
        .flatMap(
            certificate ->
                generation.lists().objection(certificate, crls == Crls.REQUIRE, now).stream())
        .findFirst();
  }

  /**
   * The certificates that a revocation list may name. Of proxies there are no lists, and of trust
   * anchors the site decides.
   */
  private List<X509Certificate> listed(
      List<X509Certificate> path, TrustAnchors.Generation generation) {
    if (crls == Crls.IGNORE) {
      return List.of();
    }
    List<X509Certificate> anchors = List.of(generation.chains().getTrustedIssuers());
    return path.stream()
        .filter(certificate -> !ProxyUtils.isProxy(certificate) && !anchors.contains(certificate))
        .toList();
  }

  private static X509Certificate[] array(List<X509Certificate> chain) {
    return chain.toArray(X509Certificate[]::new);
  }

  private ChainVerdict accepted(
      X509Certificate user,
      List<X509Certificate> path,
      VomsAttributes attributes,
      TrustAnchors.Generation generation)
      throws CertificateException, IOException {
    List<Fqan> fqans = List.of();
    String rejection = "";
    Instant end = firstEnd(path);
    Instant listEnd = generation.lists().firstEnd(listed(path, generation));
    Optional<VomsAttributes.Source> source = Optional.empty();
    switch (attributes) {
      case VomsAttributes.Verified verified -> {
        fqans = verified.fqans();
        source = verified.primary();
        end = earlier(end, verified.validUntil());
        listEnd =
            earlier(listEnd, generation.lists().firstEnd(listed(verified.servers(), generation)));
      }
      case VomsAttributes.Invalid(var reason) -> rejection = rejectInvalidVoms ? reason : "";
    }
    Instant aged = clock.instant().plus(ages.age(!rejection.isEmpty()));
    return new ChainVerdict.Accepted(
        SlashName.of(user.getSubjectX500Principal()),
        SlashName.of(user.getIssuerX500Principal()),
        fqans,
        rejection,
        ShownCredential.of(array(path), user, end, source),
        earlier(aged, earlier(end, listEnd)));
  }

  /**
   * As certificates: the library admits attributes for a while after their end, and takes a
   * revocation list that it cannot use for none.
   */
  private VomsAttributes current(VomsAttributes attributes, TrustAnchors.Generation generation) {
    if (!(attributes instanceof VomsAttributes.Verified verified)) {
      return attributes;
    }
    if (verified.validUntil().isBefore(clock.instant())) {
      return new VomsAttributes.Invalid(
          "The VOMS attributes expired at " + verified.validUntil() + ".");
    }
    return revocation(verified.servers(), generation)
        .<VomsAttributes>map(
            refused ->
                new VomsAttributes.Invalid(
                    "The certificate of the VOMS server does not hold: " + refused.reason() + "."))
        .orElse(verified);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant firstEnd(List<X509Certificate> chain) {
    Instant end = Instant.MAX;
    for (X509Certificate certificate : chain) {
      end = earlier(end, certificate.getNotAfter().toInstant());
    }
    return end;
  }

  private static String subject(X509Certificate[] chain) {
    return SlashName.of(chain[0].getSubjectX500Principal());
  }
}
