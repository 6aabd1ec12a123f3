package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.X509Credential;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.ietf.jgss.GSSException;

/**
 * The server's side of GSI in memory: a JSSE engine that asks for a client certificate and accepts
 * any, for what is tested is the other side.
 */
final class Acceptor {

  private final TlsTokens tls;

  Acceptor(X509Credential host) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {host.getKeyManager()}, new TrustManager[] {new Anyone()}, null);
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    tls = new TlsTokens(engine);
  }

  /** Exchanges tokens until the handshake is through; what the client has said after it. */
  byte[] handshake(GsiContext client) throws IOException, GSSException {
    byte[] fromServer = {};
    boolean complete = false;
    while (!complete) {
      byte[] fromClient = client.initSecContext(fromServer, 0, fromServer.length);
      tls.receive(fromClient, 0, fromClient.length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      complete = tls.handshake(out);
      fromServer = out.toByteArray();
    }
    byte[] flag = client.initSecContext(fromServer, 0, fromServer.length);
    return decrypt(flag);
  }

  byte[] encrypt(byte[] plain) throws IOException {
    return tls.encrypt(plain, 0, plain.length);
  }

  byte[] decrypt(byte[] token) throws IOException {
    tls.receive(token, 0, token.length);
    return tls.decrypt();
  }

  private static final class Anyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
