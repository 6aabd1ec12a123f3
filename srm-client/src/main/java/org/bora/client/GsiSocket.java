package org.bora.client;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * TLS as GSI servers want it: version 1.2, never a resumed session, the server proven to be the
 * host that was called (RFC 2818), and one byte, {@code 0} for "nothing is delegated", before
 * anything else (GFD.24).
 */
final class GsiSocket implements TlsSocketStrategy {

  private static final String[] PROTOCOLS = {"TLSv1.2"};
  private static final int NOTHING_DELEGATED = '0';

  private final SSLContext tls;
  private final Duration timeout;
  private final Runnable proven;
  private final DefaultHostnameVerifier names = new DefaultHostnameVerifier();

  /**
   * @param proven gets each server that has proven its name
   */
  GsiSocket(SSLContext tls, Duration timeout, Runnable proven) {
    this.tls = tls;
    this.proven = proven;
    this.timeout = timeout;
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String host, int port, Object attachment, HttpContext context)
      throws IOException {
    SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(socket, host, port, true);
    secured.setEnabledProtocols(PROTOCOLS);
    secured.setSoTimeout(Math.toIntExact(timeout.toMillis()));
    secured.startHandshake();
    var session = secured.getSession();
    session.invalidate(); // a later connection must not resume it: GSI servers would hang
    names.verify(host, (java.security.cert.X509Certificate) session.getPeerCertificates()[0]);
    proven.run();
    secured.setTcpNoDelay(true);
    secured.getOutputStream().write(NOTHING_DELEGATED);
    secured.getOutputStream().flush();
    return secured;
  }
}
