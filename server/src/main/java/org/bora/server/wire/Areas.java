package org.bora.server.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bora.api.area.AreaCalls;
import org.bora.backend.access.AclSettings;
import org.bora.backend.area.AreaClaims;
import org.bora.backend.area.AreaGate;
import org.bora.backend.area.AreaGates;
import org.bora.backend.area.ToldClaims;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleBook;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.seal.KeyFile;
import org.bora.backend.seal.SiteSeals;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.server.config.AgreedKeys;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.BackendSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.storage.gpfs.GpfsDriver;
import org.bora.storage.lustre.LustreDriver;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;

/**
 * The storage areas of a configuration, open, and who may use them.
 *
 * @param locator finds the area of a path
 * @param authoriser decides who may do what
 * @param spaces sizes and limits of reservations, by the name of the area
 * @param stages settings of migration and recall, by the name of the area
 * @param gates whether each area may be used; empty if the areas were opened only briefly
 * @param acls their access control lists, by their names
 * @param home directory of this backend, which has its files with keys; none where the areas were
 *     opened for work of a moment
 */
record Areas(
    Locator locator,
    Authoriser authoriser,
    Map<String, AclSettings> acls,
    Map<String, AreaSpaceSettings> spaces,
    StageSettings stages,
    AreaGates gates,
    Optional<Path> home) {

  /** Between two looks at them: another backend may have brought one. */
  private static final Duration SEAL_LOOK = Duration.ofMinutes(1);

  /** The interval of checks of the mounts at the roots. */
  private static final Duration ROOT_LOOK = Duration.ofSeconds(2);

  /** Why no area is served; empty while one is, since calls that need the others fail alone. */
  Optional<String> trouble() {
    List<String> withheld = gates.withheld();
    return withheld.size() < locator.areas().size()
        ? Optional.empty()
        : Optional.of(String.join("; ", withheld));
  }

  /** Who may use the areas. */
  static Authoriser rules(List<AreaSettings> settings) {
    Map<String, List<Rule>> rules = new HashMap<>();
    settings.forEach(area -> rules.put(area.name(), area.rules()));
    return new RuleBook(rules);
  }

  /**
   * For a serving backend: a hanging area leaves resources for the others, and an area whose root
   * or settings differ from the database is withheld until they agree.
   *
   * @param home where this backend keeps its copy of the seal keys
   */
  static Areas openForCalls(
      Configuration configuration, Database database, Path home, Threads threads, Running running)
      throws StartFailure {
    Transactions transactions = new Transactions(database, Thread::sleep, new SecureRandom());
    SealKeys seals = seals(transactions, home, threads, running);
    AreaClaims claims = new AreaClaims(transactions, backendName(configuration));
    return openGuarded(
            configuration, area -> gate(configuration, area, claims, seals), threads, running)
        .of(home);
  }

  /** Puts each area behind a bulkhead and a gate, which is checked from now on. */
  private static Areas openGuarded(
      Configuration configuration,
      Function<AreaSettings, AreaGate> guard,
      Threads threads,
      Running running)
      throws StartFailure {
    BackendSettings backend = configuration.backend();
    Bulkheads bulkheads =
        new Bulkheads(
            backend.storage(), backend.database().settings().writeConnections(), System::nanoTime);
    List<AreaGate> gates = new ArrayList<>();
    Areas areas =
        open(
            configuration.endpoint(),
            configuration.areas(),
            running,
            area -> {
              AreaGate gate = guard.apply(area);
              gates.add(gate);
              gate.look();
              return bulkheads.around(area.name(), gate);
            });
    AreaGates all = new AreaGates(gates);
    running.add("check the roots of areas", all.watch(ROOT_LOOK, threads.timer(), threads.calls()));
    AutoCloseable watch = bulkheads.watch(threads.timer());
    running.add("look at areas that hang", watch);
    return areas.behind(all);
  }

  /**
   * For a door: only areas whose directory a backend has confirmed.
   *
   * @param backends confirm the directories
   */
  static Areas openForDoor(
      Configuration configuration, AreaCalls backends, Threads threads, Running running)
      throws StartFailure {
    Map<String, Path> roots = new HashMap<>();
    configuration.areas().forEach(area -> roots.put(area.name(), area.root()));
    ToldClaims claims = new ToldClaims(backends, area -> physical(roots.get(area)));
    return openGuarded(
        configuration,
        area ->
            new AreaGate(
                new AreaGate.AreaPlace(
                    area.name(),
                    area.root(),
                    Collections.emptySortedMap(),
                    () -> driver(area).open(area.root(), area.tree())),
                claims,
                System::nanoTime),
        threads,
        running);
  }

  private static String physical(Path root) {
    try {
      return root.toRealPath().toString();
    } catch (IOException notThere) {
      return root.toString();
    }
  }

  /** The files of all areas. */
  List<AreaTree> trees() {
    return locator.areas().stream().map(StorageArea::tree).toList();
  }

  /** The same after a restart, so that a backend is not in its own way. */
  static String backendName(Configuration configuration) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      host = "a host without a name";
    }
    String port = configuration.link().serve().map(serve -> ":" + serve.port()).orElse("");
    return "the backend on " + host + port;
  }

  private static SealKeys seals(
      Transactions transactions, Path home, Threads threads, Running running) throws StartFailure {
    SiteSeals seals =
        new SiteSeals(
            transactions, home.resolve(KeyFile.Kind.SEALS.fileName()), new SecureRandom());
    try {
      seals.load();
    } catch (IOException e) {
      throw new StartFailure("the seal keys of the site: " + e.getMessage());
    }
    AutoCloseable watch = seals.watch(SEAL_LOOK, threads.timer(), threads.calls());
    running.add("look at the seal keys", watch);
    return seals.keys();
  }

  private static AreaGate gate(
      Configuration configuration, AreaSettings area, AreaClaims claims, SealKeys seals) {
    return new AreaGate(
        new AreaGate.AreaPlace(
            area.name(),
            area.root(),
            AgreedKeys.of(configuration, area),
            () -> driver(area).open(area.root(), area.tree().sealedBy(seals))),
        claims,
        System::nanoTime);
  }

  private Areas behind(AreaGates gates) {
    return new Areas(locator, authoriser, acls, spaces, stages, gates, home);
  }

  /** The same of the backend whose directory this is. */
  private Areas of(Path directory) {
    return new Areas(locator, authoriser, acls, spaces, stages, gates, Optional.of(directory));
  }

  /** For work without a waiting caller. */
  static Areas open(EndpointSettings endpoint, List<AreaSettings> settings, Running running)
      throws StartFailure {
    return open(endpoint, settings, running, Areas::open);
  }

  private static Areas open(
      EndpointSettings endpoint, List<AreaSettings> settings, Running running, Opening opening)
      throws StartFailure {
    if (settings.isEmpty()) {
      throw new StartFailure("no storage area is configured: name at least one under 'areas'");
    }
    List<StorageArea> areas = new ArrayList<>();
    Map<String, AclSettings> acls = new HashMap<>();
    Map<String, AreaSpaceSettings> spaces = new HashMap<>();
    Map<String, AreaStageSettings> stages = new HashMap<>();
    Map<String, String> aliases = new HashMap<>();
    for (AreaSettings area : settings) {
      area.aliases().forEach(alias -> aliases.put(alias, area.name()));
      AreaTree tree = running.add("area " + area.name(), opening.open(area));
      areas.add(
          new StorageArea(
              area.name(),
              area.sfn(),
              tree,
              area.keeping(),
              area.token(),
              area.description(),
              area.fileTypes(),
              area.ownership()));
      acls.put(area.name(), area.acl());
      spaces.put(area.name(), area.space());
      stages.put(area.name(), area.stage());
    }
    List<String> hosts = new ArrayList<>(List.of(endpoint.host()));
    hosts.addAll(endpoint.aliases());
    return new Areas(
        new SurlLocator(new LocateSettings(hosts), areas, aliases),
        rules(settings),
        acls,
        spaces,
        new StageSettings(stages),
        new AreaGates(List.of()),
        Optional.empty());
  }

  /** How the files of one area are reached. */
  @FunctionalInterface
  private interface Opening {
    AreaTree open(AreaSettings area) throws StartFailure;
  }

  /** Opens one of them; the caller closes it. */
  static AreaTree open(AreaSettings area) throws StartFailure {
    try {
      return driver(area).open(area.root(), area.tree());
    } catch (StorageException e) {
      throw new StartFailure("area " + area.name() + ": " + e.getMessage());
    }
  }

  /** What opens the filesystem of an area. */
  static FileSystemDriver driver(AreaSettings area) {
    return switch (area.driver()) {
      case POSIX -> new PosixDriver();
      case GPFS -> new GpfsDriver();
      case LUSTRE -> new LustreDriver();
    };
  }
}
