package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyChainType;
import java.io.IOException;
import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Credential.AttributeCertificate;
import org.bora.door.gsi.voms.VomsAttributes;

/** Describes a valid chain. */
final class ShownCredential {

  private ShownCredential() {}

  /**
   * Reads it off a chain, the leaf first.
   *
   * @param user the end-entity certificate in it
   */
  static Credential of(
      X509Certificate[] chain,
      X509Certificate user,
      Instant expires,
      Optional<VomsAttributes.Source> attributes)
      throws CertificateException, IOException {
    int proxies = List.of(chain).indexOf(user);
    return new Credential(
        hexadecimal(user.getSerialNumber()),
        expires,
        proxies,
        proxies == 0 ? "none" : kind(Arrays.copyOf(chain, proxies + 1)),
        attributes.map(
            source ->
                new AttributeCertificate(
                    source.vo(), SlashName.of(source.issuer()), hexadecimal(source.serial()))));
  }

  private static String hexadecimal(BigInteger serial) {
    return serial.toString(16).toUpperCase(Locale.ROOT);
  }

  private static String kind(X509Certificate[] chain) throws CertificateException, IOException {
    var proxies = new ProxyChainInfo(chain);
    if (proxies.getProxyType() != ProxyChainType.RFC3820) {
      return "legacy";
    }
    return proxies.isLimited() ? "limited" : "rfc3820";
  }
}
