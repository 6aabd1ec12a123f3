package org.bora.door.gsi.door;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.api.figures.CertificateEnd;
import org.bora.door.gsi.tls.EngineSelection;
import org.bora.door.gsi.tls.TlsEngines;
import org.bora.door.gsi.tls.TlsSettings;
import org.bora.door.gsi.tls.TlsVersions;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.door.gsi.trust.TrustAnchors;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.port.OpenConnections;
import org.bora.port.PlainErrors;
import org.bora.port.WatchedHttpFactory;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port for clients with grid certificates. For SRM: GSI and plain TLS clients, distinguished by
 * their first byte, all served by one servlet at {@link #PATH}. For HTTP: TLS clients, served by a
 * handler. Every request carries the {@link org.bora.door.gsi.Identity} of its caller as an
 * attribute.
 *
 * <p>Life cycle: {@link #start} once, {@link #close} once. Requests run on virtual threads.
 */
public final class GsiDoor implements AutoCloseable {

  /** Where clients look for the service when the SURL does not say. */
  public static final String PATH = "/srm/managerv2";

  /** Half of the machine at most: a key costs a hundred handshakes. */
  private static final int KEYS_AT_ONCE =
      Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  /** How late a deadline may be noticed. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final Logger LOG = LoggerFactory.getLogger(GsiDoor.class);

  private final DoorSettings settings;
  private final TlsSettings tlsSettings;
  private final TrustSettings trustSettings;
  private final Service service;
  private final Clock clock;
  private final ScheduledExecutorService background;
  private final Refusals refusals;

  private volatile TrustAnchors anchors;
  private volatile HostCredentialWatch host;
  private ExecutorService keyMaker;
  private TlsEngines engines;
  private Server server;
  private OpenConnections connections;
  private DoorConnector connector;
  private ScheduledFuture<?> reload;
  private volatile boolean leaving;

  /**
   * Makes a closed door.
   *
   * @param service answers requests, and decides which callers are served
   * @param clock for the age of cached verdicts
   * @param background re-reads trust anchors and host credential; not closed by the door
   * @param refusals gets refused clients
   */
  public GsiDoor(
      DoorSettings settings,
      TlsSettings tlsSettings,
      TrustSettings trustSettings,
      Service service,
      Clock clock,
      ScheduledExecutorService background,
      Refusals refusals) {
    this.refusals = refusals;
    this.settings = settings;
    this.tlsSettings = tlsSettings;
    this.trustSettings = trustSettings;
    this.service = service;
    this.clock = clock;
    this.background = background;
  }

  /**
   * Opens the door; clients are served when this returns.
   *
   * @throws IOException if trust anchors, host credential or port are not available; the message
   *     says which, and nothing stays open
   */
  public void start() throws IOException {
    anchors = new TrustAnchors(trustSettings, clock);
    var verifier = new ChainVerifier(anchors, trustSettings, clock);
    TlsVersions versions = service.knowsGsi() ? TlsVersions.GSI : TlsVersions.HTTP;
    engines = EngineSelection.open(tlsSettings.engine(), verifier, versions);
    try {
      host = new HostCredentialWatch(tlsSettings, engines);
      host.load();
      listen(verifier);
      reload = scheduleReload();
      lookForOverdue();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    LOG.info("port {} is open", port());
  }

  private ScheduledFuture<?> scheduleReload() {
    long nanos = trustSettings.reloadInterval().toNanos();
    return background.scheduleWithFixedDelay(
        () -> {
          anchors.refresh();
          host.refresh();
        },
        nanos,
        nanos,
        TimeUnit.NANOSECONDS);
  }

  /**
   * On the scheduler of the idle time-outs, whose thread would otherwise be woken for each of them
   * when there is none that comes sooner.
   */
  private void lookForOverdue() {
    try {
      connections.endOverdue();
    } finally {
      if (connector.isRunning()) {
        connector.getScheduler().schedule(this::lookForOverdue, LOOK);
      }
    }
  }

  private void listen(ChainVerifier verifier) throws IOException {
    keyMaker =
        Executors.newFixedThreadPool(
            KEYS_AT_ONCE, Thread.ofPlatform().daemon().name("gsi-delegation-", 0).factory());
    // Its own bound is 200. A request has one thread, and connections are bounded.
    var virtualThreads = new VirtualThreadPool(settings.bounds().most());
    // Not for Jetty itself: it would begin a virtual thread, and wake the selector, for each of the
    // five times that a handshake waits for bytes.
    server = new Server(new DoorThreads());
    PlainErrors.on(server);
    // Only then does Jetty believe that requests may begin on the selector's thread (DoorHandler).
    server.setDynamic(false);
    server.addBean(virtualThreads);
    ConnectionBounds bounds = settings.bounds();
    connections =
        new OpenConnections(bounds.limits(), settings.handshakeTimeout(), System::nanoTime);
    connector = newConnector(verifier);
    server.addConnector(connector);
    server.setHandler(
        new GracefulHandler(
            new DoorHandler(served(), connections, virtualThreads, () -> leaving, refusals)));
    server.setStopTimeout(settings.drainTimeout().toMillis());
    try {
      server.start();
    } catch (Exception e) {
      throw new IOException(
          "cannot open the GSI door on "
              + settings.bindAddress()
              + ":"
              + settings.port()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private DoorConnector newConnector(ChainVerifier verifier) {
    ConnectionBounds bounds = settings.bounds();
    var http =
        new WatchedHttpFactory(
            httpConfiguration(),
            connections,
            settings.bodyTimeout(),
            _ -> {
              throw new IllegalStateException("HTTP begins after the byte of GSI alone");
            });
    var gsi =
        new GsiByteConnectionFactory(
            settings.delegationTimeout(),
            connections,
            verifier,
            new KeyLine(keyMaker, KEYS_AT_ONCE),
            http,
            service,
            refusals,
            clock);
    var tls = new TlsConnectionFactory(engines, gsi, connections);
    var arrival = new ArrivalConnectionFactory(bounds, connections, tls);
    var protocols =
        bounds.balancers().isEmpty()
            ? List.of(arrival, http)
            : List.of(new BalancerConnectionFactory(bounds, arrival), arrival, http);
    var made = new DoorConnector(server, bounds, connections, protocols);
    made.setHost(settings.bindAddress().isEmpty() ? null : settings.bindAddress());
    made.setPort(settings.port());
    made.setAcceptQueueSize(settings.acceptQueue());
    made.setIdleTimeout(settings.idleTimeout().toMillis());
    made.setAcceptedTcpNoDelay(true);
    return made;
  }

  private HttpConfiguration httpConfiguration() {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(settings.requestHeadBytes());
    // Its trie is 102 KB for each kept connection, seven times all the rest of it.
    http.setHeaderCacheSize(0);
    http.setIdleTimeout(settings.idleTimeout().toMillis());
    boolean signed = service.speaks() instanceof Service.Speaks.Signed;
    http.setHttpCompliance(
        signed
            ? HttpCompliance.RFC9110 // Host is signed, and names the bucket
            // ARC asks for httpg://HOST:PORT/srm/managerv2 and need not say the same in Host
            : HttpCompliance.RFC9110.with("GSI", HttpCompliance.Violation.MISMATCHED_AUTHORITY));
    // clients join HOST/ and /srm/managerv2; DoorHandler knows what is meant
    http.setUriCompliance(
        signed
            ? UriCompliance.UNSAFE // a path is signed as it is sent, and the service decodes it
            : UriCompliance.DEFAULT.with(
                "grid clients",
                UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT,
                // a name may hold a percent sign
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
    return http;
  }

  private DoorHandler.Served served() {
    return switch (service.speaks()) {
      case Service.Speaks.Srm(Servlet servlet) ->
          new DoorHandler.Served(
              Optional.of(PATH),
              servletContext(servlet),
              settings.bodyTimeout(),
              settings.bodyTimeout(),
              DoorHandler.By.CERTIFICATE,
              Optional.empty(),
              Optional.empty());
      case Service.Speaks.Http http ->
          new DoorHandler.Served(
              Optional.empty(),
              http.handler(),
              http.bodyTimeout(),
              settings.bodyTimeout(),
              DoorHandler.By.CERTIFICATE,
              Optional.of(http.tokens()),
              http.turls());
      case Service.Speaks.Signed(Handler handler, Duration bodyTimeout) ->
          new DoorHandler.Served(
              Optional.empty(),
              handler,
              bodyTimeout,
              settings.bodyTimeout(),
              DoorHandler.By.HANDLER,
              Optional.empty(),
              Optional.empty());
    };
  }

  private static ServletContextHandler servletContext(Servlet servlet) {
    var context = new ServletContextHandler("/", ServletContextHandler.NO_SESSIONS);
    var holder = new ServletHolder("srm", servlet);
    holder.setAsyncSupported(true);
    holder.setInitOrder(1);
    context.addServlet(holder, PATH);
    PlainErrors.on(context);
    return context;
  }

  /** The port that is listened on; -1 while the door is closed. */
  public int port() {
    return connector == null ? -1 : connector.getLocalPort();
  }

  /** Connections whose TLS state has not been given back. */
  public int connectionsInUse() {
    return engines.inUse();
  }

  /** Connections that have not begun HTTP yet, 0 before the door was opened. */
  public int connectionsBeforeHttp() {
    return connections == null ? 0 : connections.beforeRequest();
  }

  /** Connections between two requests, 0 before the door was opened. */
  int connectionsIdle() {
    return connections == null ? 0 : connections.idle();
  }

  /** Connections that wait for their handshake to begin, 0 before the door was opened. */
  public int connectionsInLine() {
    return connector == null ? 0 : connector.inLine();
  }

  /** Connections that were dropped from that line since the start: they waited in vain. */
  public long connectionsDropped() {
    return connector == null ? 0 : connector.dropped();
  }

  /** Open connections, 0 before the door was opened. */
  public int openConnections() {
    return connections == null ? 0 : connections.open();
  }

  /** Files of revocation lists that cannot be used, 0 before the door was opened. */
  public int unusableRevocationLists() {
    return anchors == null ? 0 : anchors.unusableLists();
  }

  /** Authorities whose revocation lists have run out, 0 before the door was opened. */
  public int expiredRevocationLists() {
    return anchors == null ? 0 : anchors.expiredLists();
  }

  /** When the host certificate and the first revocation list expire; none of a closed door. */
  public List<CertificateEnd> certificates() {
    return Stream.concat(
            Optional.ofNullable(host).stream()
                .map(watch -> new CertificateEnd("host_certificate", watch.end())),
            Optional.ofNullable(anchors).flatMap(TrustAnchors::firstListEnd).stream()
                .map(end -> new CertificateEnd("revocation_list", end)))
        .toList();
  }

  /** From now on every answer is the last one of its connection; new ones are still taken. */
  public void leave() {
    leaving = true;
  }

  /** Connections are kept again; the port is as it was. */
  public void stay() {
    leaving = false;
  }

  /**
   * Closes the port. No connection that the kernel has accepted is lost, and later ones are refused
   * at once; open connections are served on. There is no way back but a new door.
   *
   * @param patience for connections that wait to be accepted
   */
  public void stopListening(Duration patience) throws InterruptedException {
    new Intake(connector).stop(patience);
  }

  /**
   * Of the open connections, the ones whose client waits for something; the others are idle after
   * an answer.
   */
  public int connectionsOwed() {
    return new Intake(connector).owed();
  }

  /** Closes the door: requests under way get the drain time-out, then everything ends. */
  @Override
  public void close() {
    if (reload != null) {
      reload.cancel(false);
    }
    if (server != null) {
      try {
        server.stop();
      } catch (Exception e) {
        LOG.warn("GSI door did not stop cleanly: {}", e.getMessage(), e);
      }
    }
    if (keyMaker != null) {
      keyMaker.shutdownNow();
    }
    if (engines != null) {
      engines.close();
    }
  }
}
