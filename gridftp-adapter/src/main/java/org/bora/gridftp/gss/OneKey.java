package org.bora.gridftp.gss;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the same chain to every server, regardless of the authorities that the server lists. The
 * issuer of a proxy is a user, who is in no list, so JSSE itself would show nothing.
 */
final class OneKey extends X509ExtendedKeyManager {

  private static final String ALIAS = "credential";

  private final PrivateKey key;
  private final X509Certificate[] chain;

  OneKey(PrivateKey key, X509Certificate[] chain) {
    this.key = key;
    this.chain = chain.clone();
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return ALIAS;
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.clone();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
