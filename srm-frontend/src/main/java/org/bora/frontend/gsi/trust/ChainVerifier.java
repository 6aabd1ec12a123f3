package org.bora.frontend.gsi.trust;

import eu.emi.security.authn.x509.ValidationError;
import eu.emi.security.authn.x509.ValidationErrorCode;
import eu.emi.security.authn.x509.ValidationResult;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bora.frontend.gsi.trust.TrustSettings.Crls;
import org.bora.frontend.gsi.trust.TrustSettings.InvalidVoms;
import org.bora.frontend.gsi.voms.VomsAttributes;

/**
 * The only place where the door decides whom to believe: one verdict per chain, remembered.
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
  private final Duration verdictAge;
  private final Clock clock;
  private final VerdictCache cache;

  /** Decides by the anchors, with the settings' policy on proxies and VOMS attributes. */
  public ChainVerifier(TrustAnchors anchors, TrustSettings settings, Clock clock) {
    this.anchors = anchors;
    this.rejectInvalidVoms = settings.invalidVoms() == InvalidVoms.REJECT;
    this.proxyKinds = new ProxyKinds(settings.legacyProxies());
    this.crls = settings.crls();
    this.verdictAge = settings.verdicts().maxAge();
    this.clock = clock;
    this.cache = new VerdictCache(settings.verdicts(), clock);
  }

  /** The verdict on a chain as the peer sent it, its own certificate first. */
  public Verdict verify(X509Certificate[] chain) {
    if (chain.length == 0 || chain.length > MAX_CHAIN) {
      return new Verdict.Refused(
          Refusal.MALFORMED,
          "a chain of " + chain.length + " certificates, allowed are 1 to " + MAX_CHAIN);
    }
    TrustAnchors.Generation generation = anchors.inForce();
    try {
      Fingerprint fingerprint = Fingerprint.of(chain);
      Optional<Verdict.Accepted> known = cache.find(fingerprint, generation.number());
      if (known.isPresent()) {
        return known.get();
      }
      Verdict verdict = decide(chain, generation);
      if (verdict instanceof Verdict.Accepted accepted) {
        cache.remember(fingerprint, generation.number(), accepted);
      }
      return verdict;
    } catch (CertificateException | IOException | RuntimeException e) {
      // The libraries throw this and that on hostile input; whatever they throw, the answer is no.
      return new Verdict.Refused(Refusal.MALFORMED, "the chain cannot be read: " + e.getMessage());
    }
  }

  /** Grows whenever the trust anchors, revocation lists or policies have changed. */
  public long generation() {
    return anchors.inForce().number();
  }

  /** How old a verdict may become while nothing changes: a revocation list may run out. */
  public Duration remembersFor() {
    return verdictAge;
  }

  /** Verdicts remembered at the moment. */
  public int remembered() {
    return cache.size();
  }

  private Verdict decide(X509Certificate[] chain, TrustAnchors.Generation generation)
      throws CertificateException, IOException {
    X509Certificate[] parsed = ParsedChain.of(chain);
    ValidationResult result = generation.chains().validate(parsed);
    if (!result.isValid()) {
      return refused(parsed, result.getErrors(), generation.lists());
    }
    Optional<String> objection = proxyKinds.objection(parsed);
    if (objection.isPresent()) {
      return new Verdict.Refused(Refusal.PROXY_KIND, objection.get() + ": " + subject(parsed));
    }
    // What came along and is no part of the path was not looked at: it must not count.
    List<X509Certificate> path = result.getValidChain();
    X509Certificate user = path == null ? null : ProxyUtils.getEndUserCertificate(array(path));
    if (user == null) {
      return new Verdict.Refused(
          Refusal.MALFORMED, "a chain of proxies without the certificate of a user");
    }
    Optional<String> flaw =
        CertificateRules.objection(
            path,
            user,
            certificate -> List.of(generation.chains().getTrustedIssuers()).contains(certificate));
    if (flaw.isPresent()) {
      return new Verdict.Refused(Refusal.MALFORMED, flaw.get() + ": " + subject(parsed));
    }
    Optional<Verdict.Refused> ended = expiry(path).or(() -> revocation(path, generation));
    if (ended.isPresent()) {
      return ended.get();
    }
    X509Certificate[] believed = array(path.subList(0, path.indexOf(user) + 1));
    return accepted(user, array(path), generation.voms().verify(believed));
  }

  /** The library admits certificates for five minutes after their end. */
  private Optional<Verdict.Refused> expiry(List<X509Certificate> path) {
    Instant now = clock.instant();
    return path.stream()
        .filter(certificate -> certificate.getNotAfter().toInstant().isBefore(now))
        .findFirst()
        .map(
            certificate ->
                new Verdict.Refused(
                    Refusal.EXPIRED,
                    "expired at "
                        + certificate.getNotAfter().toInstant()
                        + ": "
                        + SlashName.of(certificate.getSubjectX500Principal())));
  }

  /** Of proxies there are no lists, and of trust anchors the site decides. */
  private Optional<Verdict.Refused> revocation(
      List<X509Certificate> path, TrustAnchors.Generation generation) {
    if (crls == Crls.IGNORE) {
      return Optional.empty();
    }
    List<X509Certificate> anchors = List.of(generation.chains().getTrustedIssuers());
    Instant now = clock.instant();
    return path.stream()
        .filter(certificate -> !ProxyUtils.isProxy(certificate) && !anchors.contains(certificate))
        .flatMap(
            certificate ->
                generation.lists().objection(certificate, crls == Crls.REQUIRE, now).stream())
        .findFirst();
  }

  private static X509Certificate[] array(List<X509Certificate> chain) {
    return chain.toArray(X509Certificate[]::new);
  }

  private Verdict accepted(X509Certificate user, X509Certificate[] chain, VomsAttributes attributes)
      throws CertificateException, IOException {
    String dn = SlashName.of(user.getSubjectX500Principal());
    String issuer = SlashName.of(user.getIssuerX500Principal());
    Instant end = firstEnd(chain);
    return switch (current(attributes)) {
      case VomsAttributes.Verified(var fqans, var until, var primary) -> {
        Instant first = until.isBefore(end) ? until : end;
        yield new Verdict.Accepted(
            dn, issuer, fqans, "", ShownCredential.of(chain, user, first, primary));
      }
      case VomsAttributes.Invalid(var reason) ->
          new Verdict.Accepted(
              dn,
              issuer,
              List.of(),
              rejectInvalidVoms ? reason : "",
              ShownCredential.of(chain, user, end, Optional.empty()));
    };
  }

  /** As certificates: the library admits attributes for a while after their end. */
  private VomsAttributes current(VomsAttributes attributes) {
    return attributes instanceof VomsAttributes.Verified verified
            && verified.validUntil().isBefore(clock.instant())
        ? new VomsAttributes.Invalid(
            "The VOMS attributes expired at " + verified.validUntil() + ".")
        : attributes;
  }

  private static Instant firstEnd(X509Certificate[] chain) {
    Instant end = Instant.MAX;
    for (X509Certificate certificate : chain) {
      Instant its = certificate.getNotAfter().toInstant();
      end = its.isBefore(end) ? its : end;
    }
    return end;
  }

  private Verdict refused(
      X509Certificate[] chain, List<ValidationError> errors, RevocationLists lists) {
    Refusal worst = Refusal.PROXY_KIND;
    String reason = "the chain does not hold";
    for (ValidationError error : errors) {
      Refusal cause = cause(error);
      if (cause.compareTo(worst) < 0) {
        worst = cause;
        reason = ofItsList(error, chain, lists).orElseGet(error::getMessage);
      }
    }
    return new Verdict.Refused(worst, reason + ": " + subject(chain));
  }

  /** The library calls a list that has run out a forged one. */
  private Optional<String> ofItsList(
      ValidationError error, X509Certificate[] chain, RevocationLists lists) {
    if (error.getErrorCode() != ValidationErrorCode.crlVerifyFailed) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    for (X509Certificate certificate : chain) {
      X500Principal authority = certificate.getIssuerX500Principal();
      Optional<Instant> end = lists.ranOut(authority, now);
      if (end.isPresent()) {
        return Optional.of(RevocationLists.ranOutSince(authority, end.get()));
      }
    }
    return Optional.empty();
  }

  private static Refusal cause(ValidationError error) {
    return switch (error.getErrorCode()) {
      case certificateExpired -> Refusal.EXPIRED;
      case certificateNotYetValid -> Refusal.NOT_YET_VALID;
      case certRevoked, ocspCertRevoked -> Refusal.REVOKED;
      case noTrustAnchorFound,
          nsDeny,
          nsNotAccepted,
          nsUndefinedAndRequired,
          noValidCrlFound,
          noCrlInCertstore,
          noBaseCRL,
          crlVerifyFailed ->
          Refusal.UNTRUSTED;
      default -> Refusal.MALFORMED;
    };
  }

  private static String subject(X509Certificate[] chain) {
    return SlashName.of(chain[0].getSubjectX500Principal());
  }
}
