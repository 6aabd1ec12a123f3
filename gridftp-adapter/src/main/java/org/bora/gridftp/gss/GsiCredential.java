package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.X509Credential;
import eu.emi.security.authn.x509.impl.KeyAndCertCredential;
import java.security.GeneralSecurityException;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.globus.gsi.gssapi.GSSConstants;
import org.gridforum.jgss.ExtendedGSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * A key with its certificate chain and trusted authorities, in the form that jGlobus uses for
 * authentication.
 */
public final class GsiCredential implements ExtendedGSSCredential {

  // TLS 1.3 would need the acceptor's NUL byte awaited before the delegation byte may go out, and
  // still failed once in the trial; every Globus server speaks 1.2.
  private static final String[] PROTOCOLS = {"TLSv1.2"};

  private final PrivateKey key;
  private final X509Certificate[] chain;
  private final SSLContext tls;
  private final GsiName owner;
  private final DelegationMode delegation;
  private final Clock clock;

  /**
   * Makes a credential; the trust stays the caller's.
   *
   * @param clock for the expiry of the chain
   */
  public GsiCredential(
      X509Credential credential, PeerTrust trust, DelegationMode delegation, Clock clock) {
    this.key = credential.getKey();
    this.chain = credential.getCertificateChain().clone();
    this.owner = GsiName.owner(chain);
    this.delegation = Objects.requireNonNull(delegation, "delegation");
    this.clock = Objects.requireNonNull(clock, "clock");
    try {
      tls = SSLContext.getInstance("TLS");
      KeyManager[] keys = {new OneKey(key, chain)};
      tls.init(keys, new TrustManager[] {trust}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /**
   * Makes a credential from a key that is only in memory, such as a delegated one.
   *
   * @param chain its certificate first, then those that lead to an authority
   */
  public static GsiCredential of(
      PrivateKey key,
      List<X509Certificate> chain,
      PeerTrust trust,
      DelegationMode delegation,
      Clock clock) {
    try {
      X509Credential held = new KeyAndCertCredential(key, chain.toArray(new X509Certificate[0]));
      return new GsiCredential(held, trust, delegation, clock);
    } catch (KeyStoreException e) {
      throw new IllegalArgumentException("a key and a chain that do not fit together", e);
    }
  }

  /** TLS with this key and this trust, for calls to servers of other protocols. */
  public SSLContext tls() {
    return tls;
  }

  /** A fresh engine for one connection, in client mode, without a server name indication. */
  SSLEngine engine() {
    SSLEngine engine = tls.createSSLEngine();
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  DelegationMode delegation() {
    return delegation;
  }

  PrivateKey key() {
    return key;
  }

  X509Certificate[] chain() {
    return chain.clone();
  }

  Instant now() {
    return clock.instant();
  }

  /** When the first certificate of the chain ends. */
  public Instant notAfter() {
    return Arrays.stream(chain)
        .map(c -> c.getNotAfter().toInstant())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  @Override
  public GSSName getName() {
    return owner;
  }

  @Override
  public GSSName getName(Oid mech) {
    return owner;
  }

  @Override
  public int getRemainingLifetime() {
    long seconds = Duration.between(clock.instant(), notAfter()).toSeconds();
    return Math.clamp(seconds, 0, Integer.MAX_VALUE);
  }

  @Override
  public int getRemainingInitLifetime(Oid mech) {
    return getRemainingLifetime();
  }

  @Override
  public int getRemainingAcceptLifetime(Oid mech) {
    return 0;
  }

  @Override
  public int getUsage() {
    return INITIATE_ONLY;
  }

  @Override
  public int getUsage(Oid mech) {
    return INITIATE_ONLY;
  }

  @Override
  public Oid[] getMechs() {
    return new Oid[] {GSSConstants.MECH_OID};
  }

  @Override
  public Object inquireByOid(Oid oid) {
    return GSSConstants.X509_CERT_CHAIN.equals(oid) ? chain.clone() : null;
  }

  @Override
  public void dispose() {}

  @Override
  public void add(GSSName name, int initLifetime, int acceptLifetime, Oid mech, int usage)
      throws GSSException {
    throw new GSSException(GSSException.UNAVAILABLE);
  }

  @Override
  public byte[] export(int option) throws GSSException {
    throw new GSSException(GSSException.UNAVAILABLE);
  }

  @Override
  public byte[] export(int option, Oid mech) throws GSSException {
    throw new GSSException(GSSException.UNAVAILABLE);
  }
}
