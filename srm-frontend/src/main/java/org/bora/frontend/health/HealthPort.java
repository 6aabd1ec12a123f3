package org.bora.frontend.health;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Plain HTTP, two questions: {@code GET /live}, does the process run (200), and {@code GET /ready},
 * shall it be sent clients (200, or 503 while it is taken out of service). Nothing else is told,
 * nothing is logged, nobody is asked who he is. Life cycle: {@link #start}, {@link #close}.
 */
public final class HealthPort implements AutoCloseable {

  private static final int THREADS = 6;
  private static final int CONNECTIONS = 100;
  private static final int IDLE_MILLIS = 5_000;
  private static final int HEADER_BYTES = 2 << 10;

  private final Server server;
  private final ServerConnector connector;

  private HealthPort(HealthSettings settings, BooleanSupplier ready) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
    threads.setName("health");
    threads.setDaemon(true);
    server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(settings.address());
    connector.setPort(settings.port().orElse(0));
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    server.setHandler(new Questions(ready));
  }

  /**
   * Begins to listen.
   *
   * @param ready asked with every question; must not block
   * @throws IOException the port cannot be had; the message says which
   */
  public static HealthPort start(HealthSettings settings, BooleanSupplier ready)
      throws IOException {
    HealthPort port = new HealthPort(settings, ready);
    try {
      port.server.start();
      return port;
    } catch (Exception e) {
      port.close();
      throw new IOException(
          "cannot open the health port on "
              + settings.address()
              + ":"
              + settings.port().orElse(0)
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /** The port that is listened on. */
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the health port did not stop", e);
    }
  }

  private static final class Questions extends Handler.Abstract.NonBlocking {
    private final BooleanSupplier ready;

    Questions(BooleanSupplier ready) {
      this.ready = ready;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      boolean asks =
          HttpMethod.GET.is(request.getMethod()) || HttpMethod.HEAD.is(request.getMethod());
      if (!asks) {
        return answer(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "only asked");
      }
      return switch (Request.getPathInContext(request)) {
        case "/live" -> answer(response, callback, HttpStatus.OK_200, "live");
        case "/ready" ->
            ready.getAsBoolean()
                ? answer(response, callback, HttpStatus.OK_200, "ready")
                : answer(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "not ready");
        default -> answer(response, callback, HttpStatus.NOT_FOUND_404, "/live or /ready");
      };
    }

    private static boolean answer(Response response, Callback callback, int status, String line) {
      byte[] text = (line + "\n").getBytes(StandardCharsets.US_ASCII);
      response.setStatus(status);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
      response.write(true, ByteBuffer.wrap(text), callback);
      return true;
    }
  }
}
