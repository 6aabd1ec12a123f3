package org.bora.server.wire;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bora.admin.AdminPort;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSettings;
import org.bora.admin.LinkPort;
import org.bora.api.ban.BanCalls;
import org.bora.audit.AuditTrail;
import org.bora.backend.fleet.SiteHistory;
import org.bora.backend.space.AreaFigures;
import org.bora.door.admit.OrderedBans;
import org.bora.page.FleetHistory;
import org.bora.page.PageRoutes;
import org.bora.page.SiteMoment;
import org.bora.server.admin.DiffRoutes;
import org.bora.server.admin.PageLinkRoutes;
import org.bora.server.admin.PolicyRoutes;
import org.bora.server.admin.ProcessRoutes;
import org.bora.server.admin.RunningConfiguration;
import org.bora.server.admin.StatusRoutes;
import org.bora.server.config.Configuration;
import org.bora.server.config.FrontendSettings;
import org.bora.server.drain.Drain;
import org.bora.server.home.Home;
import org.bora.server.log.Logging;
import org.bora.server.status.Health;
import org.bora.server.status.HomeState;
import org.bora.server.status.StateSources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin routes of a process, and the admin port if there is one. Collects routes while the
 * process starts. Not thread safe.
 */
final class AdminParts {
  private static final Logger LOG = LoggerFactory.getLogger(AdminParts.class);

  private final Configuration configuration;
  private final RunningConfiguration running;
  private final StateSources state;
  private final List<AdminRoute> routes = new ArrayList<>();
  private Optional<BanCalls> bans = Optional.empty();
  private Optional<Home> home = Optional.empty();

  /**
   * Nothing is started yet.
   *
   * @param kind bora, frontend or backend
   */
  AdminParts(String kind, Configuration configuration) {
    this.configuration = configuration;
    this.running = new RunningConfiguration(configuration);
    this.state = new StateSources(kind, FrontendSettings.VERSION, Clock.systemUTC());
  }

  /** Its port must be free, if it has one. */
  void requirePort() throws StartFailure {
    if (configuration.admin().isPresent()) {
      Listening.administrators(configuration.admin().get()).requireFree();
    }
  }

  /** What the process tells of itself. */
  StateSources state() {
    return state;
  }

  /** There is this to ask, too. */
  void add(List<AdminRoute> more) {
    routes.addAll(more);
  }

  /** All in one lives here. */
  void home(Home place) {
    home = Optional.of(place);
  }

  /** Who can be asked whom orders keep out. */
  void bans(BanCalls asked) {
    bans = Optional.of(asked);
  }

  /**
   * The figures of the whole site. They are read all the time, also while the page is closed,
   * because the history keeps the calls that have ended.
   */
  void site(RunningBackend backend, Threads threads, Running parts) {
    FleetHistory history =
        new FleetHistory(
            backend.fleet()::all,
            new SiteHistory(backend.view().transactions(), backend.clock()::instant),
            () -> held(backend.view().areas().now()));
    String name = "history of the site";
    Repeated looks =
        Repeated.every(FleetHistory.EVERY, name, history::look, threads).atOnce(threads);
    // as what only closes, and is no duty: who drains is looked at
    AutoCloseable apart = () -> looks.close();
    parts.add(name, apart);
    add(List.of(history.route()));
  }

  private static Map<String, SiteMoment.AreaBytes> held(AreaFigures figures) {
    Map<String, SiteMoment.AreaBytes> held = new HashMap<>();
    for (AreaFigures.Area area : figures.areas()) {
      long tape = area.tape().map(AreaFigures.Held::bytes).orElse(0L);
      area.disk()
          .ifPresent(
              disk ->
                  held.put(area.name(), new SiteMoment.AreaBytes(disk.used(), disk.free(), tape)));
    }
    return held;
  }

  /** What the process goes by now, reloads included. */
  RunningConfiguration running() {
    return running;
  }

  /**
   * Opens the port of the configuration; to be done last, so that it closes first.
   *
   * @param reloads parts that accept new settings, besides the log levels
   * @return all routes, for the local socket
   */
  AdminRoutes open(
      List<Reload.Part> reloads, Drain drain, AuditTrail trail, Threads threads, Running parts)
      throws StartFailure {
    AtomicReference<AdminPort> opened = new AtomicReference<>();
    Reload reload = reloading(reloads, opened::get);
    add(new DiffRoutes(reload::differences).all());
    add(
        new PolicyRoutes(
                running,
                () -> bans.map(asked -> OrderedBans.settings(asked.bans())),
                MappingParts::explain,
                reload::run)
            .all());
    add(new ProcessRoutes(() -> state.now(drain), running, drain).all());
    add(new StatusRoutes(health(drain)).all());
    add(new PageRoutes().all());
    AtomicReference<AdminRoutes> asked = new AtomicReference<>();
    LinkPort links = new LinkPort(asked::get, threads.timer(), Clock.systemUTC());
    parts.add("links to the page", links);
    add(new PageLinkRoutes(links).all());
    AdminRoutes all = new AdminRoutes(routes, trail);
    asked.set(all);
    if (configuration.admin().isPresent()) {
      AdminSettings settings = configuration.admin().get();
      AdminPort port =
          Listening.administrators(settings)
              .begin(() -> AdminPort.open(settings, all, threads.timer()), parts);
      opened.set(port);
      parts.add("administrators' port", port);
      state.certificates(port::certificates);
      LOG.info("the admin port {} is open", port.port());
    }
    return all;
  }

  private StatusRoutes.Told health(Drain drain) {
    if (home.isPresent()) {
      return () -> HomeState.health(home.get(), () -> Optional.of(state.now(drain)));
    }
    return () -> Health.of(List.of(state.now(drain)));
  }

  private Reload reloading(List<Reload.Part> reloads, Supplier<AdminPort> opened) {
    List<Reload.Part> all = new ArrayList<>(reloads);
    all.add(next -> () -> running.change(next));
    all.add(next -> () -> Logging.levels(next.logging()));
    all.add(next -> () -> next.admin().ifPresent(named -> admit(opened.get(), named)));
    return new Reload(configuration, all);
  }

  private static void admit(AdminPort port, AdminSettings named) {
    if (port != null) {
      port.admit(named.readers(), named.admins());
    }
  }
}
