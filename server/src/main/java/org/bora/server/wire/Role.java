package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Origin;
import org.bora.backend.desk.Bans;
import org.bora.backend.duty.Duty;
import org.bora.server.actuator.Actuator;
import org.bora.server.actuator.EndpointRoutes;
import org.bora.server.actuator.ProcessHealth;
import org.bora.server.admin.LogRoutes;
import org.bora.server.admin.TransferRoutes;
import org.bora.server.audit.AuditParts;
import org.bora.server.config.Configuration;
import org.bora.server.config.FrontendSettings;
import org.bora.server.drain.Drain;
import org.bora.server.drain.Drainable;
import org.bora.server.log.Logging;
import org.bora.server.service.NotifySocket;
import org.bora.server.status.ProcessState;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.context.ApplicationContextException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * What Bora is in this process: all in one, frontend or backend. A role says what starts in which
 * {@link Phase}; the rest is alike for all of them.
 *
 * <p>Life cycle: {@link #begin} once, {@link #close} once, which another thread may do while the
 * start still waits. A start that fails is to be closed, too.
 */
public abstract class Role implements BeanRegistrar, AutoCloseable {
  final Configuration configuration;
  final NotifySocket manager;
  final AdminParts admin;
  final ProcessHealth health = new ProcessHealth();
  final List<Reload.Part> reloads = new ArrayList<>();
  private final Map<Phase, Stage> stages = new EnumMap<>(Phase.class);

  /** The addresses of the phases that have begun. */
  private final List<Listening> ports = new ArrayList<>();

  /** Opens the socket by which commands on this machine reach a process. */
  @FunctionalInterface
  public interface Commands {
    /**
     * Opens the socket; a process without it still serves.
     *
     * @param routes of the socket
     */
    AutoCloseable open(AdminRoutes routes);
  }

  private final Origin.Kind kind;
  private final String name;
  Threads threads;
  AuditParts audit;
  Observation observation;
  private Optional<TransferRoutes.Site> site = Optional.empty();
  private volatile Drain drain;
  private volatile AdminRoutes routes;
  private volatile ConfigurableApplicationContext context;

  /**
   * Prepares a start without effect yet.
   *
   * @param name of its files, and for messages
   * @param manager gets the current step, and requests for more time
   */
  Role(Origin.Kind kind, String name, Configuration configuration, NotifySocket manager) {
    this.kind = Objects.requireNonNull(kind, "kind");
    this.name = Objects.requireNonNull(name, "name");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.manager = Objects.requireNonNull(manager, "manager");
    this.admin = new AdminParts(name, configuration);
  }

  /** Has something start in a phase; to be done by the constructor of the role. */
  final void in(Phase phase, Stage.Start start) {
    if (stages.put(phase, new Stage(phase, start, ports)) != null) {
      throw new IllegalStateException(phase + " is there twice");
    }
  }

  /** What every role starts in {@link Phase#PROCESS}. */
  final void process(Path logs, Running parts) throws IOException {
    threads = parts.add("threads", Threads.start());
    audit =
        parts.add("audit log", AuditParts.open(configuration.audit(), logs, name, threads.timer()));
    observation =
        parts.add(
            "observation",
            Observation.begin(kind, configuration.observation(), admin.state()::certificates));
    reloads.add(observation.vos(configuration));
  }

  /** Tells when the certificates that pullers of tape systems see expire. */
  final void showBoards() throws IOException {
    List<CertificateEnd> ends = BoardParts.certificates(configuration.backend().tape().libraries());
    admin.state().certificates(() -> ends);
  }

  /**
   * The ways to what administrators ask; to be done last, so that it ends first.
   *
   * @param parts of the process in the order in which they drain
   */
  final void administer(List<? extends Drainable> draining, Running parts) throws StartFailure {
    drain = new Drain(name, draining, manager::doing);
    DrainWatch.begin(drain, DrainWatch.EVERY, threads, parts);
    admin.add(audit.routes());
    health.service(drain::state);
    health.need("audit", audit::trouble);
    List<AdminRoute> endpoints = EndpointRoutes.of(context);
    admin.add(endpoints);
    admin.add(new TransferRoutes(observation.transfers(), observation::name, site).all());
    admin.add(
        new LogRoutes(Logging.recent(), observation::name, site.map(TransferRoutes.Site::fleet))
            .all());
    admin.add(EndpointRoutes.also("/metrics", "/actuator/prometheus", endpoints));
    routes = admin.open(reloads, drain, audit.trail(), threads, parts);
  }

  /** Sets the source of the whole site's transfers; to be called before {@link #administer}. */
  final void transfers(Supplier<FleetFigures> fleet, Bans bans) {
    site = Optional.of(new TransferRoutes.Site(fleet, bans));
  }

  /** Also answers commands; to be called before the start. */
  public final void commands(Commands commands) {
    in(Phase.COMMANDS, parts -> parts.add("socket for commands", commands.open(routes)));
  }

  /**
   * Starts all parts, and waits until they answer.
   *
   * @return where it listens; as text, for people
   * @throws StartFailure with a sentence for the administrator
   */
  public abstract Object start() throws IOException, InterruptedException, StartFailure;

  @Override
  public final void register(BeanRegistry registry, Environment environment) {
    registry.register(
        new Actuator(
            Map.of(
                "name",
                name,
                "version",
                FrontendSettings.VERSION,
                "started",
                Clock.systemUTC().instant()),
            health,
            () -> observation.figures(),
            admin.running()));
    stages.forEach(
        (phase, stage) ->
            registry.registerBean(
                "phase " + phase.name().toLowerCase(Locale.ROOT),
                Stage.class,
                bean -> bean.supplier(_ -> stage)));
  }

  /**
   * Starts phase after phase.
   *
   * @throws StartFailure with a sentence for the administrator
   */
  final void begin() throws IOException, InterruptedException, StartFailure {
    ConfigurableApplicationContext made = new BoraApplication(this).run();
    context = made;
    try {
      made.start();
    } catch (ApplicationContextException wrapped) {
      Throwable cause = wrapped.getCause();
      switch (cause instanceof Stage.Failed failed ? failed.getCause() : cause) {
        case IOException e -> throw e;
        case InterruptedException e -> throw e;
        case StartFailure e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case null, default -> throw wrapped;
      }
    }
  }

  /** What takes up work without being called, by its name, as it was started. */
  final Map<String, Duty> duties() {
    Map<String, Duty> duties = new LinkedHashMap<>();
    stages.values().forEach(stage -> duties.putAll(stage.parts().duties()));
    return duties;
  }

  /** The way out of service; to be asked after the start. */
  public final Drain drain() {
    return drain;
  }

  /** What it tells of itself; to be asked after the start. */
  public final ProcessState state() {
    return admin.state().now(drain);
  }

  /** What an administrator can ask of it; to be asked after the start. */
  public final AdminRoutes routes() {
    return routes;
  }

  /** Stops what has started, phase by phase, in the opposite order. */
  @Override
  public final void close() {
    if (context != null) {
      context.close();
    }
  }
}
