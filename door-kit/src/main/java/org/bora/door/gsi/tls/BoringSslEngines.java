package org.bora.door.gsi.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.CertificateVerifier;
import io.netty.internal.tcnative.SSL;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.net.ssl.SSLEngine;
import org.bora.door.gsi.trust.ChainVerdict;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.door.gsi.trust.Refusal;

/**
 * BoringSSL through netty-tcnative: 0.6 of the CPU of OpenSSL's own server per handshake. Engines
 * and contexts live outside the heap and are counted by reference; an engine holds its context.
 */
final class BoringSslEngines implements TlsEngines {

  private final ClientTrust trust;
  private final TlsVersions versions;
  private final ByteBufAllocator buffers = new UnpooledByteBufAllocator(true);
  private final AtomicInteger inUse = new AtomicInteger();

  /** Read: make an engine of the context. Write: change the context, which gives the old one up. */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  private SslContext context;

  BoringSslEngines(ChainVerifier verifier, TlsVersions versions) {
    this.trust = new Trust(verifier);
    this.versions = versions;
  }

  /** Why this machine cannot use it; null when it can. */
  static String unavailable() {
    if (OpenSsl.isAvailable()) {
      return null;
    }
    Throwable cause = OpenSsl.unavailabilityCause();
    return cause == null ? "no native library" : cause.toString();
  }

  @Override
  public String name() {
    return OpenSsl.versionString() + " (netty-tcnative)";
  }

  @Override
  public void use(HostCredential credential) {
    SslContext next = newContext(credential);
    SslContext old;
    lock.writeLock().lock();
    try {
      old = context;
      context = next;
    } finally {
      lock.writeLock().unlock();
    }
    ReferenceCountUtil.release(old);
  }

  private SslContext newContext(HostCredential credential) {
    try {
      SslContext made =
          builder(credential)
              .sslProvider(SslProvider.OPENSSL_REFCNT)
              .protocols(versions.protocols())
              .ciphers(versions.suites())
              .clientAuth(ClientAuth.OPTIONAL)
              .trustManager(trust)
              .build();
      ((OpenSslSessionContext) made.sessionContext()).setSessionCacheEnabled(false);
      return made;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "BoringSSL refuses the host credential: " + e.getMessage(), e);
    }
  }

  private static SslContextBuilder builder(HostCredential credential)
      throws GeneralSecurityException, IOException {
    Optional<RsaSigner> signer = RsaSigner.of(credential.key());
    if (signer.isEmpty()) {
      return SslContextBuilder.forServer(credential.key(), credential.chainArray());
    }
    var chain = OpenSslX509KeyManagerFactory.newKeyless(credential.chainArray());
    return SslContextBuilder.forServer(chain)
        .option(OpenSslContextOption.PRIVATE_KEY_METHOD, signer.get());
  }

  @Override
  public SSLEngine newEngine() {
    lock.readLock().lock();
    try {
      if (context == null) {
        throw new IllegalStateException("no host credential, or closed");
      }
      var engine = (ReferenceCountedOpenSslEngine) context.newEngine(buffers);
      // netty lets sessions be resumed by tickets, whatever the context is set to
      SSL.setOptions(engine.sslPointer(), SSL.SSL_OP_NO_TICKET);
      inUse.incrementAndGet();
      return engine;
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  public void release(SSLEngine engine) {
    inUse.decrementAndGet();
    ReferenceCountUtil.release(engine);
  }

  @Override
  public int inUse() {
    return inUse.get();
  }

  @Override
  public void close() {
    SslContext old;
    lock.writeLock().lock();
    try {
      old = context;
      context = null;
    } finally {
      lock.writeLock().unlock();
    }
    ReferenceCountUtil.release(old);
  }

  /** BoringSSL takes the alert from OpenSSL's verification codes, finer than the JDK's reasons. */
  private static final class Trust extends ClientTrust {

    Trust(ChainVerifier verifier) {
      super(verifier);
    }

    @Override
    CertificateException exception(ChainVerdict.Refused refused) {
      return new OpenSslCertificateException(refused.reason(), code(refused.cause()));
    }

    private static int code(Refusal cause) {
      return switch (cause) {
        case EXPIRED -> CertificateVerifier.X509_V_ERR_CERT_HAS_EXPIRED;
        case NOT_YET_VALID -> CertificateVerifier.X509_V_ERR_CERT_NOT_YET_VALID;
        case REVOKED -> CertificateVerifier.X509_V_ERR_CERT_REVOKED;
        case UNTRUSTED -> CertificateVerifier.X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY;
        case MALFORMED, PROXY_KIND -> CertificateVerifier.X509_V_ERR_CERT_REJECTED;
      };
    }
  }
}
