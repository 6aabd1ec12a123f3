package org.bora.port;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;

/**
 * HTTP on connections that {@link OpenConnections} knows. The head of a request must arrive in
 * time, counted from its first byte; Jetty itself only requires that some byte comes now and then.
 * Silence ends a connection only between two requests.
 */
public final class WatchedHttpFactory extends HttpConnectionFactory {

  private final OpenConnections connections;
  private final Duration headTime;
  private final Function<EndPoint, Visitor> visitors;

  /**
   * @param headTime from the first byte of a request to the end of its head
   * @param visitors tells whose an end point is, for {@link #newConnection(Connector, EndPoint)}
   */
  public WatchedHttpFactory(
      HttpConfiguration http,
      OpenConnections connections,
      Duration headTime,
      Function<EndPoint, Visitor> visitors) {
    super(http);
    this.connections = connections;
    this.headTime = headTime;
    this.visitors = visitors;
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    return newConnection(connector, endPoint, visitors.apply(endPoint));
  }

  /** The same for a connection with a known visitor, which becomes its attribute. */
  public Connection newConnection(Connector connector, EndPoint endPoint, Visitor visitor) {
    Watched http = new Watched(connector, endPoint, visitor);
    http.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
    visitor.beginHttp(http::late);
    ((ConnectionMetaData) http).setAttribute(Visitor.ATTRIBUTE, visitor);
    return configure(http, connector, endPoint);
  }

  private final class Watched extends HttpConnection {
    private final Visitor visitor;

    Watched(Connector connector, EndPoint endPoint, Visitor visitor) {
      super(WatchedHttpFactory.this.getHttpConfiguration(), connector, endPoint);
      this.visitor = visitor;
    }

    /** Bytes between two requests are the beginning of a head. */
    @Override
    public void onFillable() {
      if (connections.heading(visitor, headTime)) {
        super.onFillable();
      } else {
        close();
      }
    }

    /**
     * Jetty looks at its clock before it asks, and a request may have come since. For a request
     * that is being served Jetty would read the rest of the body on this thread, while the service
     * reads it on another: the parser breaks (status 400), or a buffer is given back twice and gets
     * to two connections.
     */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
      Duration idle = Duration.ofMillis(getEndPoint().getIdleTimeout());
      return connections.expired(visitor, idle) && super.onIdleExpired(timeout);
    }

    /** The read that the service waits for fails. */
    void late(String reason) {
      super.onIdleExpired(new TimeoutException(reason));
    }

    /** Jetty continues after an answer: no bytes may have arrived yet. */
    @Override
    public void run() {
      super.onFillable();
    }

    /**
     * Jetty has read all received bytes. They may be a partial head, received during the answer.
     */
    @Override
    public void fillInterested(Callback callback) {
      if (!getParser().isStart()) {
        connections.heading(visitor, headTime);
      }
      super.fillInterested(callback);
    }

    @Override
    public void onUpgradeTo(ByteBuffer begun) {
      super.onUpgradeTo(begun);
      if (begun.hasRemaining()) {
        connections.heading(visitor, headTime);
      }
    }
  }
}
