package org.bora.backend.serve;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Conditional;
import org.bora.api.area.SiteCalls;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.wire.Methods;
import org.bora.api.wire.PeerCredentials;
import org.bora.api.wire.TraceParent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a backend to frontends elsewhere. Life cycle: made, {@link #start()}, {@link #close()}; in
 * between it may {@link #drain} and {@link #resume} any number of times. Thread safe after the
 * start.
 */
public final class BackendServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackendServer.class);

  /** Frontends probe a silent connection every 20 seconds; half of that is still no attack. */
  private static final Duration SHORTEST_PROBE_INTERVAL = Duration.ofSeconds(10);

  /**
   * A frontend whose machine has vanished does not close its connection, and keeps its place until
   * it is probed.
   */
  private static final Duration PROBE_INTERVAL = Duration.ofMinutes(1);

  /** The longest delay until an expired connection is noticed. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** On one connection; more wait in the frontend until others have ended. */
  private static final int MOST_CALLS = 4_096;

  /** Of a call; a certificate chain is no part of it. */
  private static final int MOST_METADATA_BYTES = 8 << 10;

  /**
   * Calls that a frontend may give up: as many as it has at once, each second. A connection with
   * more ends: each costs a thread's beginning and end.
   */
  private static final int MOST_RESETS = 10 * MOST_CALLS;

  private static final int RESET_WINDOW_SECONDS = 10;

  private static final long FAREWELL_MILLIS = 200;

  private final Server server;
  private final ServedHealth health;
  private final CallGate gate;
  private final Consumer<List<String>> frontends;
  private final Supplier<List<CertificateEnd>> certificates;
  private final Runnable whenClosed;

  private BackendServer(
      Server server,
      ServedHealth health,
      CallGate gate,
      Consumer<List<String>> frontends,
      Supplier<List<CertificateEnd>> certificates,
      Runnable whenClosed) {
    this.server = server;
    this.health = health;
    this.gate = gate;
    this.frontends = frontends;
    this.certificates = certificates;
    this.whenClosed = whenClosed;
  }

  /**
   * A server for frontends on other machines, only over mutual TLS.
   *
   * @param witnesses record every call
   * @param site the bans and the directories of the areas, for frontends and doors
   * @param threads runs each call at once on its own thread, because calls block
   * @param timer runs the short checks for changed certificate files and expired connections
   * @throws IOException a file of the credentials cannot be read
   * @throws GeneralSecurityException if its content cannot be used
   */
  public static BackendServer overTls(
      ServeSettings settings,
      Supplier<Backend> backend,
      Witnesses witnesses,
      SiteCalls site,
      Clock clock,
      Executor threads,
      ScheduledExecutorService timer)
      throws IOException, GeneralSecurityException {
    PeerCredentials credentials = PeerCredentials.ofBackend(settings.credentials());
    LinkLog log = new LinkLog(credentials::own, System::nanoTime);
    LinkBounds bounds = settings.bounds();
    LinkConnections connections = new LinkConnections(bounds.connections());
    KnownFrontends frontends =
        new KnownFrontends(
            settings.frontends(), credentials::kept, InstantSource.system(), connections, log);
    ServerBuilder<?> builder =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(settings.host(), settings.port()),
                WatchedHandshakes.of(credentials, connections::opened, log::failed))
            .keepAliveTime(PROBE_INTERVAL.toNanos(), TimeUnit.NANOSECONDS)
            .permitKeepAliveTime(SHORTEST_PROBE_INTERVAL.toNanos(), TimeUnit.NANOSECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxInboundMessageSize(bounds.largestQuestionBytes())
            .maxInboundMetadataSize(MOST_METADATA_BYTES)
            .maxConcurrentCallsPerConnection(MOST_CALLS)
            .maxRstFramesPerWindow(MOST_RESETS, RESET_WINDOW_SECONDS)
            .executor(threads);
    builder.intercept(frontends);
    builder.addTransportFilter(frontends);
    long nanos = settings.lookAgainEvery().toNanos();
    var looking =
        timer.scheduleWithFixedDelay(
            () -> refresh(credentials), nanos, nanos, TimeUnit.NANOSECONDS);
    Standstill standstill = new Standstill(System::nanoTime);
    var ticks = standstill.watch();
    var overdue =
        timer.scheduleWithFixedDelay(
            connections::endOverdue, LOOK.toNanos(), LOOK.toNanos(), TimeUnit.NANOSECONDS);
    BackendServer made =
        on(
            builder,
            backend,
            witnesses,
            site,
            new Timing(clock, bounds.longestCall(), standstill),
            frontends::become,
            () -> {
              looking.cancel(false);
              overdue.cancel(false);
              ticks.close();
            });
    return made.showing(() -> credentials.ends("link"));
  }

  private BackendServer showing(Supplier<List<CertificateEnd>> ends) {
    return new BackendServer(server, health, gate, frontends, ends, whenClosed);
  }

  /**
   * Time limits of calls.
   *
   * @param longestCall limit for calls without a deadline
   */
  public record Timing(Clock clock, Duration longestCall, Standstill standstill) {}

  /**
   * A server on the transport of the builder; not started. The builder decides who may call it: no
   * check of callers is added here.
   *
   * @param frontends gets the subjects of the frontends that are served from now on
   */
  public static BackendServer on(
      ServerBuilder<?> builder,
      Supplier<Backend> backend,
      Witnesses witnesses,
      SiteCalls site,
      Timing timing,
      Consumer<List<String>> frontends,
      Runnable whenClosed) {
    var gate = new CallGate();
    var health = new ServedHealth(gate);
    var service = new CallService(backend, witnesses.audit(), witnesses.calls());
    var answering =
        new Answering(service, timing.clock(), timing.longestCall(), gate, timing.standstill());
    var link = ServerServiceDefinition.builder(Methods.GENERATION);
    var granted = ServerServiceDefinition.builder(Methods.GRANTED);
    var conditional = ServerServiceDefinition.builder(Methods.CONDITIONAL);
    Catalogue.ALL.forEach(
        operation -> {
          link.addMethod(answering.method(operation, Methods.of(operation)));
          granted.addMethod(answering.method(operation, Methods.granted(operation)));
          if (Conditional.class.isAssignableFrom(operation.question())) {
            conditional.addMethod(answering.method(operation, Methods.conditional(operation)));
          }
        });
    link.addMethod(new FiguresService(witnesses.figures()).method());
    new SiteService(site).methods().forEach(link::addMethod);
    builder.addService(link.build());
    builder.addService(granted.build());
    builder.addService(conditional.build());
    builder.fallbackHandlerRegistry(new OtherGenerations());
    builder.addService(health.service());
    builder.intercept(new TraceParent());
    return new BackendServer(builder.build(), health, gate, frontends, List::of, whenClosed);
  }

  private static void refresh(PeerCredentials credentials) {
    try {
      if (credentials.refresh()) {
        LOG.info("new credentials are in use for connections of frontends");
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      LOG.error("changed credentials for frontends cannot be used; the old ones stay", unusable);
    }
  }

  /**
   * Begins to listen; returns once calls are taken.
   *
   * @throws IOException the address cannot be listened on
   */
  public BackendServer start() throws IOException {
    server.start();
    return this;
  }

  /**
   * From now on it serves the frontends with these subjects, and no others: calls of the others are
   * refused, and their connections end.
   */
  public void serve(List<String> subjects) {
    frontends.accept(subjects);
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /**
   * Stops accepting calls; running calls continue. Frontends notice it in two ways: the health
   * service reports it, and new calls are refused in a way that allows every operation to be sent
   * to another backend.
   */
  public void drain() {
    health.drain();
  }

  /** Takes calls again. */
  public void resume() {
    health.resume();
  }

  /** Whether it no longer accepts calls. */
  public boolean isDraining() {
    return health.isDraining();
  }

  /** Calls that run. */
  public int calls() {
    return gate.inside();
  }

  /**
   * Waits for the calls that run.
   *
   * @return whether all have ended
   */
  public boolean awaitIdle(Duration patience) throws InterruptedException {
    return gate.awaitEmpty(patience);
  }

  /** The expiry of the certificate shown to frontends, and of the authorities for frontends. */
  public List<CertificateEnd> certificates() {
    return certificates.get();
  }

  /** The health reported to frontends, apart from draining. */
  public ServedHealth health() {
    return health;
  }

  /**
   * Ends everything at once; calls that run lose their frontend. Answers that have been given still
   * get a moment to leave.
   */
  @Override
  public void close() {
    whenClosed.run();
    drain();
    server.shutdown();
    try {
      if (gate.inside() > 0 || !server.awaitTermination(FAREWELL_MILLIS, TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
