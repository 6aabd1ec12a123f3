package org.bora.it.halves;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Bare connections to a backend's port, and how they end. */
final class LinkSockets {
  private static final int PATIENCE_MILLIS = 20_000;

  private LinkSockets() {}

  /** As gRPC opens them, but without a certificate, and with trust in anybody. */
  static Socket overTls(int port) throws GeneralSecurityException, IOException {
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, new TrustManager[] {new AnyServer()}, null);
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("localhost", port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    return socket;
  }

  /**
   * The first byte that the server answers with; -1 where it ends the connection without one.
   *
   * @throws SocketTimeoutException where it does neither
   */
  static int answerTo(byte[] sent, Socket socket) throws SocketTimeoutException {
    try {
      socket.getOutputStream().write(sent);
      return socket.getInputStream().read();
    } catch (SocketTimeoutException open) {
      throw open;
    } catch (IOException reset) {
      return -1;
    }
  }

  /** Whether the server ends the connection, whatever it sends. */
  static boolean ends(Socket socket, byte[] sent) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    try {
      socket.getOutputStream().write(sent);
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /** The tests are about the server's checks, not the client's. */
  private static final class AnyServer extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
