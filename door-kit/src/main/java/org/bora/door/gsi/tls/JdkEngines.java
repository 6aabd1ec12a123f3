package org.bora.door.gsi.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bora.door.gsi.trust.ChainVerifier;

/**
 * The JDK's TLS, on whatever crypto provider is first. Each connection gets a context of its own:
 * JSSE cannot be told per context to refuse resumption by ticket, but nothing can be resumed that
 * another context began.
 */
final class JdkEngines implements TlsEngines {

  private final String name;
  private final TrustManager[] trust;
  private final TlsVersions versions;
  private final Runnable atClose;
  private final AtomicInteger inUse = new AtomicInteger();
  private volatile KeyManager[] keys;

  /**
   * @param name for the administrator
   * @param atClose runs once nothing is made any more
   */
  JdkEngines(String name, ChainVerifier verifier, TlsVersions versions, Runnable atClose) {
    this.name = name;
    this.versions = versions;
    this.trust = new TrustManager[] {new ClientTrust(verifier)};
    this.atClose = atClose;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void use(HostCredential credential) {
    keys = new KeyManager[] {new HostKey(credential)};
  }

  @Override
  public SSLEngine newEngine() {
    KeyManager[] current = keys;
    if (current == null) {
      throw new IllegalStateException("no host credential, or closed");
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(current, trust, null);
      SSLEngine engine = context.createSSLEngine();
      engine.setUseClientMode(false);
      engine.setSSLParameters(parameters());
      inUse.incrementAndGet();
      return engine;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no TLS: " + e.getMessage(), e);
    }
  }

  private SSLParameters parameters() {
    var parameters = new SSLParameters();
    parameters.setProtocols(versions.protocols());
    parameters.setCipherSuites(versions.suites().toArray(String[]::new));
    parameters.setUseCipherSuitesOrder(true);
    parameters.setWantClientAuth(true);
    return parameters;
  }

  @Override
  public void release(SSLEngine engine) {
    inUse.decrementAndGet();
  }

  @Override
  public int inUse() {
    return inUse.get();
  }

  @Override
  public void close() {
    keys = null;
    atClose.run();
  }

  /** The same key for every name that a client asks for. */
  private static final class HostKey extends X509ExtendedKeyManager {

    private static final String ALIAS = "host";

    private final HostCredential credential;

    HostKey(HostCredential credential) {
      this.credential = credential;
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
      return matches(keyType) ? ALIAS : null;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return matches(keyType) ? ALIAS : null;
    }

    /** JSSE asks for "EC_EC" and "EC_RSA" in old suites, "RSASSA-PSS" for keys we do not have. */
    private boolean matches(String keyType) {
      return keyType.equals(credential.key().getAlgorithm());
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return credential.chainArray();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return credential.key();
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return matches(keyType) ? new String[] {ALIAS} : null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
      return null;
    }
  }
}
