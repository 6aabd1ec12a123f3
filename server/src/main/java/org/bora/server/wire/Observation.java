package org.bora.server.wire;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bora.admin.AdminRoute;
import org.bora.api.figures.CallFigures;
import org.bora.api.figures.CallerCounts;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.DoorLoad;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.LastErrors;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.SiteErrors;
import org.bora.api.trace.Tracing;
import org.bora.audit.AuditLog;
import org.bora.backend.database.BackendPresence;
import org.bora.backend.fleet.Fleet;
import org.bora.backend.serve.ServedCalls;
import org.bora.door.figures.CallWatch;
import org.bora.door.figures.CredentialCounts;
import org.bora.door.figures.FullCallers;
import org.bora.door.figures.RefusalCounts;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.door.gsi.door.Refusals;
import org.bora.files.Transfers;
import org.bora.frontend.soap.SrmServlet;
import org.bora.http.CopyTally;
import org.bora.s3.S3Tally;
import org.bora.server.config.Configuration;
import org.bora.server.config.FrontendSettings;
import org.bora.server.config.ObservationSettings;
import org.bora.server.metrics.BackendMetrics;
import org.bora.server.metrics.BackendView;
import org.bora.server.metrics.CallMetrics;
import org.bora.server.metrics.CertificateMetrics;
import org.bora.server.metrics.CopyMetrics;
import org.bora.server.metrics.FrontendMetrics;
import org.bora.server.metrics.FrontendView;
import org.bora.server.metrics.FullCallerMetrics;
import org.bora.server.metrics.Metrics;
import org.bora.server.metrics.NamedVos;
import org.bora.server.metrics.PresenceMetrics;
import org.bora.server.metrics.ProcessMetrics;
import org.bora.server.metrics.ProcessReport;
import org.bora.server.metrics.S3Metrics;
import org.bora.server.metrics.SiteMetrics;
import org.bora.server.metrics.VoMetrics;
import org.bora.server.trace.OtlpTracing;

/**
 * Metrics and traces of this process, and its report to other processes. Parts are added while the
 * process starts, by one thread.
 */
final class Observation implements AutoCloseable {
  private static final Duration REPORT = Duration.ofSeconds(5);
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  /** Far less than the lease of an upload, which is renewed between two turns. */
  private static final Duration SHARE_PATIENCE = Duration.ofSeconds(15);

  private final Origin.Kind kind;
  private final ObservationSettings settings;
  private final Supplier<List<CertificateEnd>> certificates;
  private final Metrics metrics = new Metrics();
  private final Tracing tracing;
  private final Optional<OtlpTracing> told;
  private final CallWatch watch;
  private final CallFigures served = figures(ServedCalls.operations());
  private final Transfers transfers = new Transfers(System::nanoTime);
  private final CredentialCounts credentials = new CredentialCounts();
  private final LongAdder turnedAway = new LongAdder();
  private final FullCallers fullCallers = new FullCallers(System::nanoTime);
  private Origin origin;
  private Optional<FrontendView> view = Optional.empty();
  private Supplier<Optional<DoorLoad>> load = Optional::empty;

  private Observation(
      Origin.Kind kind, ObservationSettings settings, Supplier<List<CertificateEnd>> certificates) {
    this.kind = kind;
    this.settings = settings;
    this.certificates = certificates;
    this.told =
        settings
            .tracing()
            .endpoint()
            .map(endpoint -> new OtlpTracing(endpoint, settings.tracing().ratio(), name(kind)));
    this.tracing = told.<Tracing>map(traces -> traces).orElseGet(Tracing::off);
    this.watch =
        new CallWatch(
            figures(SrmServlet.operations()),
            new RefusalCounts(),
            tracing,
            Clock.systemUTC(),
            System::nanoTime);
  }

  /**
   * Begins.
   *
   * @param certificates tells when those of the process expire
   */
  static Observation begin(
      Origin.Kind kind, ObservationSettings settings, Supplier<List<CertificateEnd>> certificates) {
    return new Observation(kind, settings, certificates);
  }

  private static CallFigures figures(Collection<String> operations) {
    return new CallFigures(operations, new CallerCounts(System::nanoTime), new LastErrors());
  }

  private static String name(Origin.Kind kind) {
    return switch (kind) {
      case FRONTEND -> "bora-frontend";
      case BACKEND -> "bora-backend";
      case DOOR -> "bora-door";
      case ALL_IN_ONE -> "bora";
    };
  }

  Tracing tracing() {
    return tracing;
  }

  /** Tells of the beats of a backend that runs alone. */
  void presence(BackendPresence presence) {
    metrics.add(new PresenceMetrics(presence::isUnconfirmed));
  }

  /** Watches the calls of a frontend. */
  CallWatch watch() {
    return watch;
  }

  /** Sets the source of this door's load for other doors; to be called before {@link #report}. */
  void load(Supplier<Optional<DoorLoad>> now) {
    load = now;
  }

  /** Counts what HTTP ports issue and refuse. */
  CredentialCounts credentials() {
    return credentials;
  }

  /** As other processes know this one; to be asked once it listens. */
  String name() {
    return origin.name();
  }

  /** Follows what doors of this process move. */
  Transfers transfers() {
    return transfers;
  }

  /**
   * Calls of the virtual organisations of a configuration are counted by name, also of a reloaded
   * one.
   */
  Reload.Part vos(Configuration configuration) {
    name(configuration);
    return next -> () -> name(next);
  }

  private void name(Configuration configuration) {
    Set<String> vos = NamedVos.of(configuration);
    watch.calls().vos().name(vos);
    served.vos().name(vos);
  }

  /** Callers of all ports share the bandwidth that this process may use, also after a reload. */
  Reload.Part bandwidth(Configuration configuration) {
    limit(configuration);
    return next -> () -> limit(next);
  }

  private void limit(Configuration configuration) {
    FrontendSettings frontend = configuration.frontend();
    Duration silent = frontend.door().idleTimeout().dividedBy(4);
    Duration patience = silent.compareTo(SHARE_PATIENCE) < 0 ? silent : SHARE_PATIENCE;
    transfers.limit(frontend.admission().transfers().bandwidth(), patience);
  }

  /** Watches the calls of a backend. */
  ServedCalls served(Clock clock) {
    return new ServedCalls(served, tracing, clock, System::nanoTime);
  }

  /** Counts whom the door sends away, too. */
  Refusals counted(Refusals next) {
    return new Refusals() {
      @Override
      public void refused(String host, String reason) {
        turnedAway.increment();
        next.refused(host, reason);
      }

      @Override
      public void tooManyOf(String host, String dn) {
        fullCallers.closed(dn, host);
        next.tooManyOf(host, dn);
      }
    };
  }

  /** What this process is, once it listens; before all other parts. */
  void process(String host, int port, Optional<AuditLog> audit) {
    origin =
        new Origin(
            kind,
            machine() + ":" + port,
            host + ":" + port,
            FrontendSettings.VERSION,
            Clock.systemUTC().instant());
    metrics.add(new ProcessMetrics(origin, audit));
    metrics.add(new CertificateMetrics(certificates));
  }

  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return ownName();
    }
  }

  /**
   * The machine's own name, even if no name service knows it: names of two machines must differ.
   */
  private static String ownName() {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException unknown) {
      return "unknown";
    }
  }

  /** Tells of a frontend. */
  void frontend(GsiDoor door, FrontendView.Admission admission, Supplier<List<LinkFigures>> links) {
    FrontendView opened =
        new FrontendView(door, turnedAway, admission, credentials, transfers, watch, links);
    view = Optional.of(opened);
    metrics.add(CallMetrics.ofFrontend(watch.calls()));
    metrics.add(VoMetrics.ofFrontend(watch.calls().vos()));
    metrics.add(new FrontendMetrics(opened));
    metrics.add(new FullCallerMetrics(fullCallers));
  }

  /** Tells of third-party copies. */
  void copies(CopyTally tally) {
    metrics.add(new CopyMetrics(tally));
  }

  /** Tells of an S3 door. */
  void objects(S3Tally tally) {
    metrics.add(new S3Metrics(tally));
  }

  /** Tells of a backend. */
  void backend(BackendView backend, Threads threads, Running running) {
    SiteMetrics site = new SiteMetrics(backend, settings.gatherEvery(), System::nanoTime);
    metrics.add(CallMetrics.ofBackend(served));
    metrics.add(VoMetrics.ofBackend(served.vos()));
    metrics.add(new BackendMetrics(backend));
    metrics.add(site);
    String name = "figures of the site";
    Repeated gathering = Repeated.every(settings.gatherEvery(), name, site::gather, threads);
    apart(name, gathering.atOnce(threads), running);
  }

  /** Tells the other processes, every few seconds. */
  void report(Consumer<ProcessFigures> to, Clock clock, Threads threads, Running running) {
    CallFigures calls = view.isPresent() ? watch.calls() : served;
    ProcessReport report =
        new ProcessReport(
            origin,
            calls,
            view,
            new ProcessReport.Moving(transfers, load),
            certificates,
            clock,
            System::nanoTime);
    apart(
        "figures of this process",
        Repeated.every(REPORT, "figures of this process", () -> to.accept(report.get()), threads),
        running);
  }

  /** As what only closes, and is no duty: what rests is to be seen, too. */
  private static void apart(String name, Repeated work, Running running) {
    AutoCloseable closing = () -> work.close();
    running.add(name, closing);
  }

  /** Where administrators ask for the whole site. */
  static List<AdminRoute> routes(Fleet fleet) {
    return List.of(
        AdminRoute.look("/v1/fleet", FleetFigures.class, _ -> fleet.all()),
        AdminRoute.look("/v1/errors", SiteErrors.class, _ -> SiteErrors.of(fleet.all())));
  }

  /** What Prometheus scrapes. */
  PrometheusRegistry figures() {
    return metrics.collectors();
  }

  @Override
  public void close() {
    told.ifPresent(OtlpTracing::close);
    metrics.close();
  }
}
