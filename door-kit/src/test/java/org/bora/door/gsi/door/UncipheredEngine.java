package org.bora.door.gsi.door;

import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLSession;

/**
 * What is left of TLS once the handshake is done and nothing is enciphered: bytes go through as
 * they are, the peer has shown a chain. It makes what comes after TLS a hundred times faster to
 * try.
 */
final class UncipheredEngine extends SSLEngine {

  private static final String[] NONE = {};

  private final SSLSession session;
  private boolean inboundDone;
  private boolean outboundDone;

  /**
   * @param session of which the peer's chain and the sizes of buffers are asked
   */
  private UncipheredEngine(SSLSession session) {
    this.session = session;
  }

  static SSLEngine of(X509Certificate[] peer) {
    return new UncipheredEngine(session(peer));
  }

  private static SSLSession session(X509Certificate[] peer) {
    return (SSLSession)
        java.lang.reflect.Proxy.newProxyInstance(
            SSLSession.class.getClassLoader(),
            new Class<?>[] {SSLSession.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "getPeerCertificates" -> (Certificate[]) peer.clone();
                  case "getPacketBufferSize", "getApplicationBufferSize" -> 16 << 10;
                  case "getProtocol" -> "TLSv1.2";
                  case "toString" -> "unciphered";
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] into, int offset, int length) {
    return inboundDone ? result(Status.CLOSED, 0) : moved(from, into[offset]);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer into) {
    if (outboundDone) {
      return result(Status.CLOSED, 0);
    }
    int count = 0;
    for (int at = offset; at < offset + length; at++) {
      count += moved(from[at], into).bytesConsumed();
    }
    return result(Status.OK, count);
  }

  private SSLEngineResult moved(ByteBuffer from, ByteBuffer into) {
    int count = Math.min(from.remaining(), into.remaining());
    into.put(from.slice(from.position(), count));
    from.position(from.position() + count);
    return result(Status.OK, count);
  }

  private static SSLEngineResult result(Status status, int count) {
    return new SSLEngineResult(status, HandshakeStatus.NOT_HANDSHAKING, count, count);
  }

  @Override
  public void closeInbound() {
    inboundDone = true;
  }

  @Override
  public boolean isInboundDone() {
    return inboundDone;
  }

  @Override
  public void closeOutbound() {
    outboundDone = true;
  }

  @Override
  public boolean isOutboundDone() {
    return outboundDone;
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return HandshakeStatus.NOT_HANDSHAKING;
  }

  @Override
  public SSLSession getSession() {
    return session;
  }

  @Override
  public SSLSession getHandshakeSession() {
    return null; // it is over
  }

  @Override
  public Runnable getDelegatedTask() {
    return null;
  }

  @Override
  public void beginHandshake() {}

  @Override
  public String[] getSupportedCipherSuites() {
    return NONE;
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return NONE;
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {}

  @Override
  public String[] getSupportedProtocols() {
    return NONE;
  }

  @Override
  public String[] getEnabledProtocols() {
    return NONE;
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {}

  @Override
  public void setUseClientMode(boolean mode) {}

  @Override
  public boolean getUseClientMode() {
    return false;
  }

  @Override
  public void setNeedClientAuth(boolean need) {}

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  @Override
  public void setWantClientAuth(boolean want) {}

  @Override
  public boolean getWantClientAuth() {
    return true;
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {}

  @Override
  public boolean getEnableSessionCreation() {
    return false;
  }
}
