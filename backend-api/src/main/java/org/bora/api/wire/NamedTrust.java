package org.bora.api.wire;

import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bora.api.wire.PeerRefused.Why;

/** Delegates the decision, and adds to a refusal whose certificate it was and what is wrong. */
final class NamedTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager trust;
  private final Supplier<AuthorityFile> authorities;

  /**
   * @param trust decides
   * @param authorities the file that its authorities are from, which has revocation lists, too
   */
  NamedTrust(X509ExtendedTrustManager trust, Supplier<AuthorityFile> authorities) {
    this.trust = trust;
    this.authorities = authorities;
  }

  /** The check that decides. */
  @FunctionalInterface
  interface Check {
    void run() throws CertificateException;
  }

  private void named(X509Certificate[] chain, String host, Check check) throws PeerRefused {
    verify(chain, host, authorities.get(), Instant.now(), check);
  }

  /**
   * Decides once.
   *
   * @param host by which the peer was asked; empty for a client
   */
  static void verify(
      X509Certificate[] chain, String host, AuthorityFile authorities, Instant now, Check check)
      throws PeerRefused {
    try {
      chain[0].checkValidity(Date.from(now));
      check.run();
    } catch (CertificateException refusal) {
      throw refused(chain[0], host, authorities.file(), now, refusal);
    }
    Optional<String> objection = authorities.objection(chain, now);
    if (objection.isPresent()) {
      throw new PeerRefused(
          Why.REVOKED,
          "its certificate " + PeerRefused.subject(chain[0]) + " " + objection.get(),
          null);
    }
  }

  private static PeerRefused refused(
      X509Certificate shown,
      String host,
      Path authorities,
      Instant now,
      CertificateException refusal) {
    String whose = "its certificate " + PeerRefused.subject(shown);
    try {
      shown.checkValidity(Date.from(now));
    } catch (CertificateExpiredException over) {
      return new PeerRefused(Why.NOT_NOW, whose + " expired on " + PeerRefused.end(shown), refusal);
    } catch (CertificateNotYetValidException early) {
      return new PeerRefused(
          Why.NOT_NOW,
          whose
              + " is not valid before "
              + shown.getNotBefore().toInstant().truncatedTo(ChronoUnit.SECONDS),
          refusal);
    }
    if (isOfThePath(refusal)) {
      return new PeerRefused(
          Why.OTHER_AUTHORITY,
          whose
              + " was issued by "
              + PeerRefused.issuer(shown)
              + ", and no authority in "
              + authorities
              + " vouches for it",
          refusal);
    }
    return host.isEmpty() || mayBeCalled(shown, host)
        ? new PeerRefused(Why.UNSUITED, whose + " cannot be used: " + refusal.getMessage(), refusal)
        : new PeerRefused(
            Why.OTHER_NAME,
            whose + " is for " + PeerRefused.listed(shown) + ", and it was asked as '" + host + "'",
            refusal);
  }

  private static boolean mayBeCalled(X509Certificate shown, String host) {
    return PeerRefused.names(shown).stream()
        .anyMatch(name -> name.substring(name.indexOf(':') + 1).equalsIgnoreCase(host));
  }

  private static boolean isOfThePath(Throwable refusal) {
    for (Throwable each = refusal; each != null; each = each.getCause()) {
      if (each instanceof CertPathBuilderException || each instanceof CertPathValidatorException) {
        return true;
      }
    }
    return false;
  }

  private static String host(SSLEngine engine) {
    return engine == null || engine.getPeerHost() == null ? "" : engine.getPeerHost();
  }

  private static String host(Socket socket) {
    return socket instanceof SSLSocket tls && tls.getHandshakeSession() != null
        ? String.valueOf(tls.getHandshakeSession().getPeerHost())
        : "";
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    named(chain, "", () -> trust.checkClientTrusted(chain, type, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    named(chain, host(engine), () -> trust.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    named(chain, "", () -> trust.checkClientTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    named(chain, host(socket), () -> trust.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    named(chain, "", () -> trust.checkClientTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    named(chain, "", () -> trust.checkServerTrusted(chain, type));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }
}
