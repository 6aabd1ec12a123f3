package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.ValidationError;
import eu.emi.security.authn.x509.ValidationErrorCode;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/** Translates the objections of the library (canl) to a chain. */
final class LibraryRefusal {

  private LibraryRefusal() {}

  /** The worst of the library's errors. */
  static ChainVerdict.Refused of(
      X509Certificate[] chain, List<ValidationError> errors, RevocationLists lists, Instant now) {
    Refusal worst = Refusal.PROXY_KIND;
    String reason = "the chain does not hold";
    for (ValidationError error : errors) {
      Refusal cause = cause(error);
      if (cause.compareTo(worst) < 0) {
        worst = cause;
        reason = ofItsList(error, chain, lists, now).orElseGet(error::getMessage);
      }
    }
    return new ChainVerdict.Refused(
        worst, reason + ": " + SlashName.of(chain[0].getSubjectX500Principal()));
  }

  /** The library calls a list that has run out a forged one. */
  private static Optional<String> ofItsList(
      ValidationError error, X509Certificate[] chain, RevocationLists lists, Instant now) {
    if (error.getErrorCode() != ValidationErrorCode.crlVerifyFailed) {
      return Optional.empty();
    }
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
}
