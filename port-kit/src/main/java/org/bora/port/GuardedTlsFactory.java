package org.bora.port;

import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** TLS connections, which count for their caller as soon as the handshake is done. */
final class GuardedTlsFactory extends SslConnectionFactory {

  private final OpenConnections connections;

  GuardedTlsFactory(PortSettings.Tls tls, String next, OpenConnections connections) {
    super(contextFactory(tls), next);
    this.connections = connections;
  }

  private static SslContextFactory.Server contextFactory(PortSettings.Tls tls) {
    SslContextFactory.Server factory = new SslContextFactory.Server();
    factory.setSslContext(tls.identity());
    factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    factory.setNeedClientAuth(tls.callersShowCertificates());
    factory.setRenegotiationAllowed(false);
    return factory;
  }

  @Override
  protected SslConnection newSslConnection(
      Connector connector, EndPoint endPoint, SSLEngine engine) {
    SslConnection made = super.newSslConnection(connector, endPoint, engine);
    made.addHandshakeListener(new Identifies(GuardedEndPoint.visitorOf(endPoint)));
    return made;
  }

  private final class Identifies implements SslHandshakeListener {
    private final Visitor visitor;

    Identifies(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void handshakeSucceeded(Event event) {
      try {
        var shown = (X509Certificate) event.getSSLEngine().getSession().getPeerCertificates()[0];
        connections.identified(visitor, shown.getSubjectX500Principal().getName());
      } catch (SSLPeerUnverifiedException nobody) {
        // counts against its address alone, or the request says who it is
      }
    }
  }
}
