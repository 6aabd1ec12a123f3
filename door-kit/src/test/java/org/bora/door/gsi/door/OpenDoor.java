package org.bora.door.gsi.door;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.bora.door.gsi.Identity;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.token.Tokens;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A door on a free port of the loopback interface, for one test. */
final class OpenDoor implements AutoCloseable {

  private final ScheduledExecutorService background = Executors.newScheduledThreadPool(1);
  private final GsiDoor door;

  private OpenDoor(
      DoorSettings settings,
      TlsSettings tls,
      TrustSettings trust,
      Servlet servlet,
      Refusals refusals) {
    this(settings, tls, trust, new Service(servlet, _ -> true), refusals, Clock.systemUTC());
  }

  private OpenDoor(
      DoorSettings settings,
      TlsSettings tls,
      TrustSettings trust,
      Service service,
      Refusals refusals,
      Clock clock) {
    door = new GsiDoor(settings, tls, trust, service, clock, background, refusals);
  }

  /** A door whose clock is set by the test. */
  static OpenDoor open(TlsSettings tls, TrustSettings trust, Clock clock) throws IOException {
    return open(
        new OpenDoor(
            settings(Duration.ofSeconds(20)),
            tls,
            trust,
            new Service(new IdentityServlet(), _ -> true),
            (host, reason) -> {},
            clock));
  }

  static OpenDoor open(TlsSettings tls, TrustSettings trust) throws IOException {
    return open(settings(Duration.ofSeconds(20)), tls, trust);
  }

  static OpenDoor open(DoorSettings settings, TlsSettings tls, TrustSettings trust)
      throws IOException {
    return open(settings, tls, trust, new IdentityServlet());
  }

  static OpenDoor open(DoorSettings settings, TlsSettings tls, TrustSettings trust, Servlet servlet)
      throws IOException {
    return open(new OpenDoor(settings, tls, trust, servlet, (host, reason) -> {}));
  }

  /** The same, for these callers. */
  static OpenDoor open(
      DoorSettings settings, TlsSettings tls, TrustSettings trust, Predicate<Identity> serves)
      throws IOException {
    return open(
        new OpenDoor(
            settings,
            tls,
            trust,
            new Service(new IdentityServlet(), serves),
            (host, reason) -> {},
            Clock.systemUTC()));
  }

  /** The same, and somebody hears of whoever is sent away. */
  static OpenDoor open(
      DoorSettings settings, TlsSettings tls, TrustSettings trust, Refusals refusals)
      throws IOException {
    return open(settings, tls, trust, new IdentityServlet(), refusals);
  }

  static OpenDoor open(
      DoorSettings settings,
      TlsSettings tls,
      TrustSettings trust,
      Servlet servlet,
      Refusals refusals)
      throws IOException {
    return open(new OpenDoor(settings, tls, trust, servlet, refusals));
  }

  /** A port for HTTP, whose answer to anything is who asked. */
  static OpenDoor openHttp(TlsSettings tls, TrustSettings trust) throws IOException {
    Handler who =
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            String caller = String.valueOf(request.getAttribute(Identity.ATTRIBUTE));
            Content.Sink.write(response, true, caller, callback);
            return true;
          }
        };
    Duration patience = Duration.ofSeconds(20);
    var speaks =
        new Service.Speaks.Http(
            who, patience, (token, host) -> new Tokens.Judgement.Refused("no tokens here"));
    return open(
        new OpenDoor(
            settings(patience),
            tls,
            trust,
            new Service(speaks, _ -> true),
            (host, reason) -> {},
            Clock.systemUTC()));
  }

  private static OpenDoor open(OpenDoor closed) throws IOException {
    closed.door.start();
    return closed;
  }

  /** As by default, on any port, impatient as asked. */
  static DoorSettings settings(Duration patience) {
    return settings(patience, ConnectionBounds.defaults());
  }

  /** The same, with other bounds. */
  static DoorSettings settings(Duration patience, ConnectionBounds bounds) {
    return settings(patience, bounds, patience);
  }

  /** The same, with a time of its own for the bodies of requests. */
  static DoorSettings settings(Duration patience, ConnectionBounds bounds, Duration body) {
    DoorSettings usual = DoorSettings.defaults();
    return new DoorSettings(
        "127.0.0.1",
        0,
        bounds,
        usual.acceptQueue(),
        patience,
        patience,
        body,
        usual.idleTimeout(),
        usual.requestHeadBytes(),
        Duration.ZERO);
  }

  GsiDoor door() {
    return door;
  }

  int port() {
    return door.port();
  }

  /** Waits until nothing of anybody is left, which is soon after the last has hung up. */
  void awaitEmpty() {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (door.openConnections() > 0 || door.connectionsInUse() > 0) {
      assertTrue(System.nanoTime() < deadline, door.openConnections() + " are left");
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public void close() {
    door.close();
    background.shutdownNow();
  }
}
