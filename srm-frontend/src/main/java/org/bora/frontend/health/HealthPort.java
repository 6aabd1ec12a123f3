package org.bora.frontend.health;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves health checks over plain HTTP, without certificates and without a log: {@code GET /live}
 * is 200 while the process runs; {@code GET /ready} is 200 if it should get clients, and 503 while
 * it is out of service. Life cycle: {@link #start}, {@link #close}.
 */
public final class HealthPort implements AutoCloseable {

  private static final int HEADER_BYTES = 2 << 10;

  /** A balancer asks on one connection at a time, and has its answer at once. */
  private static final PortBounds BOUNDS = new PortBounds(100, 50, 50, Duration.ofSeconds(5));

  private final GuardedPort port;

  private HealthPort(HealthSettings settings, BooleanSupplier ready) {
    port =
        new GuardedPort(
            new PortSettings(
                "health",
                settings.address(),
                settings.port().orElse(0),
                HEADER_BYTES,
                BOUNDS,
                Optional.empty()),
            new Questions(ready));
  }

  /**
   * Begins to listen.
   *
   * @param ready called for each request; must not block
   * @throws IOException if the port is not available; the message names it
   */
  public static HealthPort start(HealthSettings settings, BooleanSupplier ready)
      throws IOException {
    HealthPort health = new HealthPort(settings, ready);
    try {
      health.port.open();
      return health;
    } catch (IOException failure) {
      throw new IOException("the health " + failure.getMessage(), failure);
    }
  }

  /** The port that is listened on. */
  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    port.close();
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
