package org.bora.http.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Calls other servers for third-party copies. Started once, closed once; thread safe. */
public final class RemoteClient implements AutoCloseable {
  private static final Duration NAMES = Duration.ofSeconds(10);
  private static final Duration CONNECT = Duration.ofSeconds(15);

  /** Of a connection without a request: one may open after its copy has ended. */
  private static final Duration IDLE = Duration.ofSeconds(15);

  private static final Duration FORGOTTEN = Duration.ofSeconds(30);

  /** They only carry events; files are read and written by the threads of the copies. */
  private static final int THREADS = 16;

  private static final int RESPONSE_BUFFER_BYTES = 64 * 1024;

  /** Jetty sets no bound by itself. */
  private static final int MOST_HEAD_BYTES = 32 * 1024;

  /** More than any copy has streams: none of them waits in a queue. */
  private static final int CONNECTIONS_OF_ONE_COPY = 128;

  private final HttpClient client;
  private final LongSupplier nanos;

  /**
   * @param trust judges the certificate chains of servers, but for their names
   * @param agent what this client calls itself
   * @param nanos as {@link System#nanoTime}
   */
  public RemoteClient(
      Peers peers, X509ExtendedTrustManager trust, String agent, LongSupplier nanos) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    ClientConnector connector = new ClientConnector();
    connector.setSelectors(1);
    connector.setSslContextFactory(tls(trust));
    this.client = new HttpClient(new HttpClientTransportOverHTTP(connector));
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("remote");
    threads.setDaemon(true);
    client.setExecutor(threads);
    client.setSocketAddressResolver(new Resolver(peers));
    client.setConnectTimeout(CONNECT.toMillis());
    client.setIdleTimeout(IDLE.toMillis());
    client.setDestinationIdleTimeout(FORGOTTEN.toMillis());
    client.setFollowRedirects(false);
    client.setMaxConnectionsPerDestination(CONNECTIONS_OF_ONE_COPY);
    client.setResponseBufferSize(RESPONSE_BUFFER_BYTES);
    client.setMaxResponseHeadersSize(MOST_HEAD_BYTES);
    client.setHttpCookieStore(new HttpCookieStore.Empty());
    client.setUserAgentField(new HttpField(HttpHeader.USER_AGENT, agent));
  }

  /** TLS 1.2 and 1.3; host names are checked, as for every HTTPS client. */
  private static SslContextFactory.Client tls(X509ExtendedTrustManager trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new OneTrust(trust)}, null);
      SslContextFactory.Client factory = new SslContextFactory.Client();
      factory.setSslContext(context);
      factory.setEndpointIdentificationAlgorithm("HTTPS");
      return factory;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has TLS", impossible);
    }
  }

  public void start() throws IOException {
    try {
      client.start();
      client.getContentDecoderFactories().clear(); // bytes are stored as they come
      client.getProtocolHandlers().remove("www-authenticate");
      client.getProtocolHandlers().remove("proxy-authenticate");
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the client of third-party copies does not start", e);
    }
  }

  /**
   * The requests of one copy.
   *
   * @param forwarded headers that every request to the other side has
   */
  public RemoteSide side(HttpFields forwarded) {
    return new RemoteSide(client, forwarded, nanos);
  }

  @Override
  public void close() throws IOException {
    try {
      client.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the client of third-party copies does not stop", e);
    }
  }

  /** Gives addresses that are permitted; on a thread that may wait, because name services do. */
  private record Resolver(Peers peers) implements SocketAddressResolver {
    @Override
    public void resolve(
        String host,
        int port,
        Map<String, Object> context,
        Promise<List<InetSocketAddress>> promise) {
      Thread.ofVirtual().name("address of " + host).start(() -> resolve(host, port, promise));
    }

    private void resolve(String host, int port, Promise<List<InetSocketAddress>> promise) {
      try {
        InetAddress[] permitted = peers.of(host, port, NAMES);
        promise.succeeded(
            Arrays.stream(permitted).map(address -> new InetSocketAddress(address, port)).toList());
      } catch (IOException | RuntimeException e) {
        promise.failed(e);
      }
    }
  }
}
