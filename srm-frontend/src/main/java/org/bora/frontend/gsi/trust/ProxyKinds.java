package org.bora.frontend.gsi.trust;

import eu.emi.security.authn.x509.proxy.ProxyChainInfo;
import eu.emi.security.authn.x509.proxy.ProxyChainType;
import eu.emi.security.authn.x509.proxy.ProxyPolicy;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;

/**
 * Which proxies speak for their user. RFC 3820 section 3.8: one that inherits all, and Globus's
 * limited one (which may not start jobs; files are what it is for). An independent proxy explicitly
 * has no right of its user, and a policy that we do not know may restrict what we cannot enforce.
 */
record ProxyKinds(boolean legacyAllowed) {

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
    }
    return Optional.empty();
  }
}
