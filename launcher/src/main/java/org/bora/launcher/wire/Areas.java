package org.bora.launcher.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.bora.backend.access.AclSettings;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleBook;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.launcher.config.AreaSettings;
import org.bora.launcher.config.BackendSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.EndpointSettings;
import org.bora.storage.gpfs.GpfsDriver;
import org.bora.storage.lustre.LustreDriver;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.StorageException;

/**
 * The storage areas of a configuration, open, and who may use them.
 *
 * @param locator finds them
 * @param authoriser guards them
 * @param spaces their sizes and what may be reserved of them, by their names
 * @param stages how their files go between disk and tape
 * @param acls their access control lists, by their names
 */
record Areas(
    Locator locator,
    Authoriser authoriser,
    Map<String, AclSettings> acls,
    Map<String, AreaSpaceSettings> spaces,
    StageSettings stages) {

  /** Who may use the areas. */
  static Authoriser rules(List<AreaSettings> settings) {
    Map<String, List<Rule>> rules = new HashMap<>();
    settings.forEach(area -> rules.put(area.name(), area.rules()));
    return new RuleBook(rules);
  }

  /** For a backend that serves: one area that hangs leaves the others what they need. */
  static Areas openForCalls(Configuration configuration, Threads threads, Running running)
      throws StartFailure {
    BackendSettings backend = configuration.backend();
    Bulkheads bulkheads =
        new Bulkheads(
            backend.storage(), backend.database().settings().writeConnections(), System::nanoTime);
    Areas areas = open(configuration.endpoint(), configuration.areas(), running, bulkheads::around);
    AutoCloseable watch = bulkheads.watch(threads.timer());
    running.add("look at areas that hang", watch);
    return areas;
  }

  /** For work that nobody waits for. */
  static Areas open(EndpointSettings endpoint, List<AreaSettings> settings, Running running)
      throws StartFailure {
    return open(endpoint, settings, running, (name, tree) -> tree);
  }

  private static Areas open(
      EndpointSettings endpoint,
      List<AreaSettings> settings,
      Running running,
      BiFunction<String, AreaTree, AreaTree> around)
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
      AreaTree tree = running.add("area " + area.name(), around.apply(area.name(), open(area)));
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
        new StageSettings(stages));
  }

  /** Opens one of them; whoever asks closes it. */
  static AreaTree open(AreaSettings area) throws StartFailure {
    FileSystemDriver driver =
        switch (area.driver()) {
          case POSIX -> new PosixDriver();
          case GPFS -> new GpfsDriver();
          case LUSTRE -> new LustreDriver();
        };
    try {
      return driver.open(area.root(), area.tree());
    } catch (StorageException e) {
      throw new StartFailure("area " + area.name() + ": " + e.getMessage());
    }
  }
}
