package org.bora.door.gsi.trust;

import java.security.PublicKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.pkcs.RSASSAPSSparams;

/**
 * Additional rules for the certificates of a valid chain: none of them may be forgeable during its
 * lifetime, the user's must be for clients, and its name must not look like another one. The
 * library checks none of this.
 */
final class CertificateRules {

  /** NIST SP 800-57 part 1, table 2: 112 bits of security. */
  private static final int LEAST_RSA_BITS = 2048;

  /** A proxy lives for hours; voms-proxy-init made 1024 bits by default for many years. */
  private static final int LEAST_RSA_BITS_OF_A_PROXY = 1024;

  private static final int LEAST_ELLIPTIC_BITS = 224;

  /** Collisions are easy to produce (RFC 6151), so the signed content may have been different. */
  private static final Pattern MD = Pattern.compile("(?i)MD\\d(?!\\d).*");

  /**
   * Collisions can be had for a price (RFC 9155): refused where authorities sign what others ask
   * for. Who has a proxy signed learns nothing that he could not do with it in its few hours, and
   * the delegation of FTS still signs proxies so.
   */
  private static final Pattern SHA_1 = Pattern.compile("(?i)SHA-?1(?!\\d).*");

  private static final String PSS = "RSASSA-PSS";

  /** RFC 8017 appendix A.2.1: of the digests that PSS may name, and the one where it names none. */
  private static final String OID_OF_SHA_1 = "1.3.14.3.2.26";

  private static final String OID_OF_MD5 = "1.2.840.113549.2.5";

  /** The bit of RFC 5280 section 4.2.1.3. */
  private static final int KEY_CERT_SIGN = 5;

  private static final String PROXY_CERT_INFO = "1.3.6.1.5.5.7.1.14";

  /** RFC 5280 section 4.2.1.12: to be a TLS client, or anything. */
  private static final Set<String> CLIENT = Set.of("1.3.6.1.5.5.7.3.2", "2.5.29.37.0");

  private CertificateRules() {}

  /**
   * Why a valid chain is refused nevertheless; empty if it is admitted.
   *
   * @param chain leaf first, with its authorities
   * @param user the user's own certificate in the chain; those before it are proxies
   * @param anchor whether a certificate is trusted because it is in the directory, not because of
   *     its signer
   */
  static Optional<String> objection(
      List<X509Certificate> chain, X509Certificate user, Predicate<X509Certificate> anchor)
      throws CertificateParsingException {
    boolean proxy = true;
    for (X509Certificate certificate : chain) {
      boolean isUser = certificate.equals(user);
      proxy &= !isUser;
      Optional<String> flaw = weakKey(certificate, proxy);
      if (flaw.isEmpty() && hasBrokenDigest(certificate, proxy) && !anchor.test(certificate)) {
        flaw = Optional.of("a certificate signed with " + certificate.getSigAlgName());
      }
      if (flaw.isEmpty() && (proxy || isUser)) {
        flaw = misuse(certificate);
      }
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return ambiguity(user);
  }

  private static Optional<String> weakKey(X509Certificate certificate, boolean proxy) {
    PublicKey key = certificate.getPublicKey();
    int bits = bits(key);
    if (bits < least(key, proxy)) {
      return Optional.of(
          "a certificate with a key of " + bits + " bits (" + key.getAlgorithm() + ")");
    }
    return Optional.empty();
  }

  private static boolean hasBrokenDigest(X509Certificate certificate, boolean proxy) {
    String algorithm = certificate.getSigAlgName();
    if (algorithm.equalsIgnoreCase(PSS)) {
      String digest = digestOfPss(certificate.getSigAlgParams());
      return digest.equals(OID_OF_MD5) || (!proxy && digest.equals(OID_OF_SHA_1));
    }
    return MD.matcher(algorithm).matches() || (!proxy && SHA_1.matcher(algorithm).matches());
  }

  private static String digestOfPss(byte[] parameters) {
    return parameters == null
        ? OID_OF_SHA_1
        : RSASSAPSSparams.getInstance(parameters).getHashAlgorithm().getAlgorithm().getId();
  }

  private static int least(PublicKey key, boolean proxy) {
    return switch (key) {
      case ECPublicKey _ -> LEAST_ELLIPTIC_BITS;
      case RSAPublicKey _ when proxy -> LEAST_RSA_BITS_OF_A_PROXY;
      case RSAPublicKey _ -> LEAST_RSA_BITS;
      case DSAPublicKey _ -> LEAST_RSA_BITS;
      default -> 0;
    };
  }

  /** Of a kind of key that has no bits to speak of (Ed25519), 0. */
  private static int bits(PublicKey key) {
    return switch (key) {
      case RSAPublicKey rsa -> rsa.getModulus().bitLength();
      case ECPublicKey elliptic -> elliptic.getParams().getOrder().bitLength();
      case DSAPublicKey dsa -> dsa.getParams() == null ? 0 : dsa.getParams().getP().bitLength();
      default -> 0;
    };
  }

  private static boolean isProxy(X509Certificate certificate) {
    return certificate.getExtensionValue(PROXY_CERT_INFO) != null;
  }

  private static Optional<String> misuse(X509Certificate certificate)
      throws CertificateParsingException {
    boolean[] usage = certificate.getKeyUsage();
    if (usage != null && !usage[0]) {
      return Optional.of("a certificate that may not be used to sign a handshake (keyUsage)");
    }
    if (certificate.getBasicConstraints() >= 0) {
      return Optional.of("a certificate of an authority, which is not for clients");
    }
    if (usage != null && usage[KEY_CERT_SIGN] && isProxy(certificate)) {
      return Optional.of(
          "a proxy that claims to sign certificates as an authority does (keyUsage)");
    }
    List<String> purposes = certificate.getExtendedKeyUsage();
    if (purposes != null && purposes.stream().noneMatch(CLIENT::contains)) {
      return Optional.of(
          "a certificate that its authority gave out for servers or other ends, not for clients"
              + " (its extendedKeyUsage lacks clientAuth): robots and probes that call with a host"
              + " certificate need one with clientAuth");
    }
    Set<String> passedOver = certificate.getNonCriticalExtensionOIDs();
    if (passedOver != null && passedOver.contains(PROXY_CERT_INFO)) {
      return Optional.of("a proxy whose ProxyCertInfo is not critical (RFC 3820 section 3.8)");
    }
    return Optional.empty();
  }

  private static Optional<String> ambiguity(X509Certificate user) {
    return SlashName.isAmbiguous(user.getSubjectX500Principal())
            || SlashName.isAmbiguous(user.getIssuerX500Principal())
        ? Optional.of("a name that in the form with slashes reads as another one")
        : Optional.empty();
  }
}
