package org.bora.door.gsi.trust;

import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyChainType;
import eu.emi.security.authn.x509.proxy.ProxyPolicy;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;

/**
 * Decides which proxies act for their user (RFC 3820 section 3.8): those that inherit all rights,
 * and Globus's limited ones (which may not start jobs, but are meant for files). An independent
 * proxy explicitly has none of its user's rights, and an unknown policy may contain restrictions
 * that we cannot enforce.
 */
record ProxyKinds(boolean legacyAllowed) {

  private static final String PROXY_CERT_INFO = "1.3.6.1.5.5.7.1.14";

  private static final Set<String> SPEAK_FOR_THE_USER =
      Set.of(ProxyPolicy.INHERITALL_POLICY_OID, ProxyPolicy.LIMITED_PROXY_OID);

  /** Why a verified chain is not admitted after all; empty when it is. */
  Optional<String> objection(X509Certificate[] chain) throws CertificateException, IOException {
    if (!ProxyUtils.isProxy(chain)) {
      return Optional.empty();
    }
    var proxies = new ProxyChainInfo(chain);
    if (proxies.getProxyType() != ProxyChainType.RFC3820 && !legacyAllowed) {
      return Optional.of("a legacy proxy; RFC 3820 proxies are admitted (voms-proxy-init -rfc)");
    }
    for (ProxyPolicy policy : proxies.getPolicy()) {
      if (!SPEAK_FOR_THE_USER.contains(policy.getPolicyOID())) {
        return Optional.of(
            "a proxy with the policy " + policy.getPolicyOID() + " does not speak for its user");
      }
      if (policy.getPolicyASN1() != null) {
        return Optional.of(
            "a proxy whose policy says more than its name does (RFC 3820 section 3.8.2)");
      }
    }
    for (X509Certificate certificate : chain) {
      Optional<String> flaw = pathLengthFlaw(certificate);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  /** The library takes a negative length for none. */
  private static Optional<String> pathLengthFlaw(X509Certificate certificate) {
    byte[] extension = certificate.getExtensionValue(PROXY_CERT_INFO);
    if (extension == null) {
      return Optional.empty();
    }
    var info = ASN1Sequence.getInstance(ASN1OctetString.getInstance(extension).getOctets());
    return info.getObjectAt(0) instanceof ASN1Integer length && length.getValue().signum() < 0
        ? Optional.of("a proxy with a negative path length (RFC 3820 section 3.8.1)")
        : Optional.empty();
  }
}
