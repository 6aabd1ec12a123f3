package org.bora.server.wire;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.bora.backend.stage.TapeLibraries;
import org.bora.server.config.LibrarySettings;
import org.bora.server.config.LibrarySettings.TapeSystem;
import org.bora.server.config.TapeSettings;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.model.VirtualLibraries;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.bora.storage.tape.script.ScriptDriver;

/** The tape systems of a configuration. */
final class TapeDrivers {
  private TapeDrivers() {}

  /** Opens and checks the drivers: problems are reported before they are used. */
  static TapeLibraries open(TapeSettings settings, Ground ground, Running running)
      throws StartFailure {
    Map<String, TapeDriver> drivers = new HashMap<>();
    for (LibrarySettings library : settings.libraries()) {
      String name = "tape library " + library.name();
      TapeDriver driver = running.add(name, driver(library, ground, running));
      try {
        driver.check();
      } catch (StorageException unusable) {
        throw new StartFailure(name + ": " + unusable.getMessage());
      }
      drivers.put(library.name(), driver);
    }
    return new TapeLibraries(drivers);
  }

  private static TapeDriver driver(LibrarySettings library, Ground ground, Running running)
      throws StartFailure {
    return switch (library.system()) {
      case TapeSystem.Virtual(var settings) -> volumes(library.name(), settings, ground.clock());
      case TapeSystem.Script(var settings) ->
          new ScriptDriver(library.name(), settings, ground.clock());
      case TapeSystem.RecallTable table -> BoardParts.open(library.name(), table, ground, running);
    };
  }

  /** A driver of a module that may be missing: the server only knows how to find it. */
  static TapeDriver volumes(String name, VirtualLibrarySettings settings, Clock clock)
      throws StartFailure {
    return VirtualLibraries.installed()
        .orElseThrow(
            () ->
                new StartFailure(
                    "tape library "
                        + name
                        + ": driver: virtual needs virtual-library-*.jar, which is missing among"
                        + " Bora's jars; put it back, or configure driver: script or recall-table"))
        .open(settings, clock);
  }
}
