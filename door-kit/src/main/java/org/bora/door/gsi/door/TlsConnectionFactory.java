package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.bora.door.gsi.tls.TlsEngines;
import org.bora.door.gsi.tls.TlsVersions;
import org.bora.port.OpenConnections;
import org.bora.port.Visitor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Connector;

/** Second in the chain of protocols: TLS by the chosen engine. */
final class TlsConnectionFactory {

  /** HTTP only needs to know that the connection uses TLS. */
  private static final SslSessionData UNNAMED = SslSessionData.from(null, null, null, null);

  private final TlsEngines engines;
  private final GsiByteConnectionFactory next;
  private final OpenConnections connections;

  TlsConnectionFactory(
      TlsEngines engines, GsiByteConnectionFactory next, OpenConnections connections) {
    this.engines = engines;
    this.next = next;
    this.connections = connections;
  }

  /**
   * Begins a handshake.
   *
   * @param endPoint what TLS talks to
   * @param socket the socket below it
   */
  Connection newConnection(
      Connector connector, EndPoint endPoint, LingeringEndPoint socket, Visitor visitor) {
    SSLEngine engine = engines.newEngine();
    try {
      SslConnection tls = new TlsConnection(connector, endPoint, socket, engine, visitor);
      // A renegotiation, or a request for one, makes CGSI read an empty record as the end.
      tls.setRenegotiationAllowed(false);
      tls.addHandshakeListener(new Lingers(socket));
      EndPoint plain = tls.getSslEndPoint();
      AnswerLine answers = socket.selector().answers();
      plain.setConnection(next.newConnection(connector, plain, visitor, answers));
      return tls;
    } catch (RuntimeException | Error e) {
      engines.release(engine);
      throw e;
    }
  }

  /** Lets the alert of a failed handshake reach the client. */
  private record Lingers(LingeringEndPoint endPoint) implements SslHandshakeListener {

    @Override
    public void handshakeFailed(Event event, Throwable failure) {
      endPoint.linger();
    }
  }

  /** Returns its engine and its place when the connection has ended. */
  private final class TlsConnection extends SslConnection {

    private final Visitor visitor;
    private final ByteBufferPool buffers;
    private boolean greeted;

    TlsConnection(
        Connector connector,
        EndPoint endPoint,
        LingeringEndPoint socket,
        SSLEngine engine,
        Visitor visitor) {
      super(
          connector.getByteBufferPool(),
          task -> socket.execute(task, connector.getExecutor()),
          null,
          endPoint,
          engine,
          true,
          true);
      this.visitor = visitor;
      this.buffers = connector.getByteBufferPool();
    }

    /**
     * A client that requests a second handshake is disconnected. Jetty would stop reading and keep
     * the connection until its idle time-out. TLS 1.3 has no second handshake; similar messages
     * there are key updates, which a client may request (RFC 8446 section 4.6.3).
     */
    @Override
    protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output)
        throws SSLException {
      SSLEngineResult result = super.unwrap(engine, input, output);
      boolean shakes = isShaking(result.getHandshakeStatus());
      boolean asked = greeted && shakes && result.getStatus() == SSLEngineResult.Status.OK;
      if (asked && !engine.getSession().getProtocol().equals(TlsVersions.TLS_1_3)) {
        throw new SSLException("a second handshake was asked for");
      }
      greeted |= result.bytesProduced() > 0;
      return result;
    }

    private static boolean isShaking(HandshakeStatus status) {
      return status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
    }

    @Override
    protected SslEndPoint newSslEndPoint() {
      return new Plain();
    }

    @Override
    public void onClose(Throwable cause) {
      try {
        super.onClose(cause);
      } finally {
        connections.closed(visitor);
        engines.release(getSSLEngine());
      }
    }

    /** Sends head and body of a reply in one record and one segment if they fit. */
    private final class Plain extends SslEndPoint {

      /** Jetty would parse the client's chain once more; {@link Peer} has read it. */
      @Override
      public SslSessionData getSslSessionData() {
        return UNNAMED;
      }

      @Override
      public boolean flush(ByteBuffer... parts) throws IOException {
        int length = OneRecord.length(parts);
        return length == 0 ? super.flush(parts) : flushJoined(parts, length);
      }

      private boolean flushJoined(ByteBuffer[] parts, int length) throws IOException {
        RetainableByteBuffer pooled = buffers.acquire(length, true);
        try {
          ByteBuffer joined = pooled.getByteBuffer();
          OneRecord.join(parts, joined);
          boolean flushed = super.flush(joined);
          OneRecord.advance(parts, length - joined.remaining());
          return flushed;
        } finally {
          pooled.release();
        }
      }
    }
  }
}
