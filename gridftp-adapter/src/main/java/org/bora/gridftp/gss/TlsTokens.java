package org.bora.gridftp.gss;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * A TLS engine without a socket: bytes from the peer go in, bytes for the peer come out. A record
 * may arrive in pieces. Not thread safe.
 */
final class TlsTokens {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SSLEngine engine;
  private ByteBuffer received = NOTHING;
  private boolean begun;
  private boolean closedByPeer;

  TlsTokens(SSLEngine engine) {
    this.engine = engine;
  }

  /** Takes bytes of the peer; a following call of another method reads them. */
  void receive(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return;
    }
    received =
        ByteBuffer.allocate(received.remaining() + length)
            .put(received)
            .put(bytes, offset, length)
            .flip();
  }

  /**
   * Continues the handshake as far as the received bytes allow.
   *
   * @param out gets the bytes for the peer
   * @return whether the handshake is complete; if not, more bytes of the peer are needed
   * @throws SSLException if either side refuses the other
   */
  boolean handshake(ByteArrayOutputStream out) throws SSLException {
    if (!begun) {
      engine.beginHandshake();
      begun = true;
    }
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> wrap(NOTHING.duplicate(), out);
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrapHandshake()) {
            return false;
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return true;
        }
      }
    }
  }

  private boolean unwrapHandshake() throws SSLException {
    ByteBuffer plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    SSLEngineResult result = engine.unwrap(received, plain);
    if (result.getStatus() == Status.CLOSED) {
      throw new SSLException("the peer closed during the handshake");
    }
    if (plain.position() > 0) {
      throw new SSLException("the peer sent data during the handshake");
    }
    return result.getStatus() != Status.BUFFER_UNDERFLOW;
  }

  /** The chain the peer has shown, its own certificate first. */
  X509Certificate[] peerChain() throws SSLException {
    return (X509Certificate[]) engine.getSession().getPeerCertificates();
  }

  byte[] encrypt(byte[] plain, int offset, int length) throws SSLException {
    ByteBuffer source = ByteBuffer.wrap(plain, offset, length);
    ByteArrayOutputStream out = new ByteArrayOutputStream(length + 256);
    while (source.hasRemaining()) {
      if (wrap(source, out) == Status.CLOSED) {
        throw new SSLException("the connection is closed");
      }
    }
    return out.toByteArray();
  }

  /** The plain text of every whole record received so far; empty if there is none yet. */
  byte[] decrypt() throws SSLException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] record = new byte[engine.getSession().getApplicationBufferSize()];
    ByteBuffer plain = ByteBuffer.wrap(record);
    while (received.hasRemaining() && !closedByPeer) {
      SSLEngineResult result = engine.unwrap(received, plain);
      out.write(record, 0, plain.position());
      plain.clear();
      if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
        break;
      }
      closedByPeer = result.getStatus() == Status.CLOSED;
      refuseRenegotiation(result);
    }
    return out.toByteArray();
  }

  /** Whether the peer has ended the TLS connection. */
  boolean closedByPeer() {
    return closedByPeer;
  }

  void close() {
    engine.closeOutbound();
  }

  private void refuseRenegotiation(SSLEngineResult result) throws SSLException {
    if (!closedByPeer && result.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
      throw new SSLException("the peer wants to renegotiate, which is refused");
    }
  }

  private Status wrap(ByteBuffer source, ByteArrayOutputStream out) throws SSLException {
    ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    SSLEngineResult result = engine.wrap(source, record);
    out.write(record.array(), 0, record.position());
    return result.getStatus();
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }
}
