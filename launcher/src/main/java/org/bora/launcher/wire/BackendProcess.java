package org.bora.launcher.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.bora.audit.AuditTrail;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseNeed;
import org.bora.backend.locate.AreaPresence;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.HealthWatch;
import org.bora.backend.serve.ServeSettings;
import org.bora.gridftp.door.Doors;
import org.bora.launcher.audit.AuditParts;
import org.bora.launcher.config.BackendSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.BackendDrain;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.DutyDrain;

/** A backend alone; its frontends are elsewhere. */
public final class BackendProcess implements AutoCloseable {
  private static final Duration DATABASE_PATIENCE = Duration.ofMinutes(10);
  private static final Duration HEALTH_CHECK = Duration.ofSeconds(2);
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Configuration configuration;
  private final Path directory;
  private final Consumer<String> progress;
  private final Running running = new Running();
  private AuditParts audit;
  private final List<Reload.Part> reloads = new ArrayList<>();
  private final Map<String, ControlServer.Verb> verbs = new HashMap<>();

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param directory where its logs go
   * @param progress gets a sentence before every step that takes time
   */
  public BackendProcess(Configuration configuration, Path directory, Consumer<String> progress) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /**
   * Waits for the database, brings its schema up to date and listens for frontends.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  public String start() throws IOException, InterruptedException, StartFailure {
    ServeSettings serve =
        configuration
            .link()
            .serve()
            .orElseThrow(
                () -> new StartFailure("link.frontends names nobody in " + configuration.file()));
    BackendSettings settings = configuration.backend();
    if (settings.database().embedded()) {
      throw new StartFailure("database.embedded is for `bora up` only; name a database by its url");
    }
    Threads threads = running.add("threads", Threads.start());
    audit =
        running.add(
            "audit log",
            AuditParts.open(configuration.audit(), directory, "backend", threads.timer()));
    Areas areas = Areas.open(configuration.endpoint(), configuration.areas(), running);
    Doors doors =
        DoorParts.watch(
            settings.doors(),
            settings.doors().doors(),
            configuration.credentials(),
            threads,
            running);
    Database database =
        running.add(
            "database connections",
            new Databases(progress).open(settings.database().resolved(), DATABASE_PATIENCE));
    CopyParts copies = CopyParts.open(configuration, configuration.endpoint().port(), running);
    RunningBackend operations =
        BackendParts.start(settings, areas, doors, database, copies, threads, running);
    reloads.add(operations.part());
    verbs.putAll(operations.verbs());
    verbs.putAll(audit.verbs());
    BackendServer server = listen(serve, operations, threads);
    watchHealth(server, areas, threads);
    verbs.put(
        DrainVerb.NAME,
        new DrainVerb(List.of(new BackendDrain(server), new DutyDrain(running.duties()))));
    return serve.host() + ":" + server.port();
  }

  private BackendServer listen(ServeSettings serve, RunningBackend operations, Threads threads)
      throws IOException, StartFailure {
    ServingThreads serving = running.add("serving threads", new ServingThreads());
    try {
      BackendServer server =
          BackendServer.overTls(
              serve, operations, audit.calls(), operations.clock(), serving, threads.timer());
      running.add("frontends", server).start();
      // stopped first: calls in progress end, frontends turn to other backends
      running.add("calls in progress", () -> endCalls(server));
      return server;
    } catch (GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
  }

  /** Frontends turn to others while the database or the storage is not there for this one. */
  private void watchHealth(BackendServer server, Areas areas, Threads threads) throws IOException {
    DatabaseNeed database =
        running.add(
            "connection for health",
            new DatabaseNeed(configuration.backend().database().resolved()));
    AreaPresence storage = new AreaPresence(areas.locator().areas());
    running.add(
        "health",
        new HealthWatch(
            List.of(
                new HealthWatch.Need("the database", database::trouble),
                new HealthWatch.Need("the storage", storage.looks()),
                new HealthWatch.Need("the audit log", audit::trouble)),
            server.health(),
            HEALTH_CHECK,
            threads.timer(),
            threads.calls()));
  }

  private static void endCalls(BackendServer server) throws InterruptedException {
    server.drain();
    server.awaitIdle(DRAIN);
  }

  /** What an administrator can ask of it, by verb; to be asked after the start. */
  public Map<String, ControlServer.Verb> verbs() {
    return Map.copyOf(verbs);
  }

  /** Where what administrators order is told; to be asked after the start. */
  public AuditTrail auditTrail() {
    return audit.trail();
  }

  /** What can take other settings; to be asked after the start. */
  public List<Reload.Part> reloads() {
    return List.copyOf(reloads);
  }

  /** Lets calls in progress end, then closes everything. */
  @Override
  public void close() {
    running.close();
  }
}
