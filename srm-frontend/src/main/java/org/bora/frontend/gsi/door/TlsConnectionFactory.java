package org.bora.frontend.gsi.door;

import javax.net.ssl.SSLEngine;
import org.bora.frontend.gsi.tls.TlsEngines;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;

/** First of the chain of protocols: TLS by the chosen engine. */
final class TlsConnectionFactory extends AbstractConnectionFactory {

  private final TlsEngines engines;
  private final ConnectionFactory next;

  TlsConnectionFactory(TlsEngines engines, ConnectionFactory next) {
    super("SSL");
    this.engines = engines;
    this.next = next;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    SSLEngine engine = engines.newEngine();
    try {
      SslConnection tls = new TlsConnection(connector, endPoint, engine);
      // A renegotiation, or a request for one, makes CGSI read an empty record as the end.
      tls.setRenegotiationAllowed(false);
      if (endPoint instanceof LingeringEndPoint lingering) {
        tls.addHandshakeListener(new Lingers(lingering));
      }
      configure(tls, connector, endPoint);
      EndPoint plain = tls.getSslEndPoint();
      plain.setConnection(next.newConnection(connector, plain));
      return tls;
    } catch (RuntimeException e) {
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

  /** Gives its engine back when the connection has ended. */
  private final class TlsConnection extends SslConnection {

    TlsConnection(Connector connector, EndPoint endPoint, SSLEngine engine) {
      super(
          connector.getByteBufferPool(),
          connector.getExecutor(),
          null,
          endPoint,
          engine,
          true,
          true);
    }

    @Override
    public void onClose(Throwable cause) {
      try {
        super.onClose(cause);
      } finally {
        engines.release(getSSLEngine());
      }
    }
  }
}
