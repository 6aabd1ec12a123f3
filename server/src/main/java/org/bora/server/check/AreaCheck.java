package org.bora.server.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.server.config.AreaNesting;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.LibrarySettings;
import org.bora.server.config.LibrarySettings.TapeSystem;
import org.bora.server.config.SecretFiles;
import org.bora.server.home.Home;

/**
 * Checks the directories of areas: they exist, contain only data, and are nested as the areas are,
 * even if symbolic links lead to them.
 */
record AreaCheck(Configuration configuration, Optional<Path> home) {
  /** What Bora keeps in its home; {@code data} is the try grid's. */
  private static final List<String> OWN = List.of("database", "log", "run", "gridftp", "grid");

  List<MachineFinding> look() {
    Map<String, Path> own = own();
    List<MachineFinding> findings = new ArrayList<>();
    for (AreaSettings area : configuration.areas()) {
      String key = "areas." + area.name() + ".root";
      if (!madeAtTheStart(area.root())) {
        Named.directory(key, area.root(), "mount its filesystem, or make the directory")
            .map(each -> MachineFinding.absent(each.key(), each.text()))
            .ifPresent(findings::add);
      }
      around(key, area.root(), own).or(() -> inside(key, area.root())).ifPresent(findings::add);
    }
    AreaNesting.mistakes(configuration.areas(), AreaCheck::real)
        .forEach(text -> findings.add(MachineFinding.grave("areas", text)));
    return findings;
  }

  /** Areas that Bora's own GridFTP server cannot reach. */
  static List<MachineFinding> beyond(Configuration configuration) {
    Path served = configuration.gridftp().serve();
    return configuration.areas().stream()
        .filter(area -> !isWithin(served, area.root()))
        .map(
            area ->
                MachineFinding.warning(
                    "areas." + area.name() + ".root",
                    area.root()
                        + " is not below gridftp.serve ("
                        + served
                        + "): transfers by Bora's GridFTP server will fail; set gridftp.serve to a"
                        + " directory that contains the roots of all areas"))
        .toList();
  }

  /** In a try grid, paths below its data directory. */
  private boolean madeAtTheStart(Path root) {
    return configuration.tryGrid()
        && home.map(Home::new).map(own -> root.startsWith(own.tryData())).orElse(true);
  }

  private static Optional<MachineFinding> around(String key, Path root, Map<String, Path> own) {
    return own.entrySet().stream()
        .filter(each -> isWithin(root, each.getValue()))
        .findFirst()
        .map(
            each ->
                MachineFinding.grave(
                    key,
                    root
                        + " holds "
                        + each.getValue()
                        + " ("
                        + each.getKey()
                        + "), which clients could then read and change; use a directory that"
                        + " holds only data"));
  }

  private Optional<MachineFinding> inside(String key, Path root) {
    return home.stream()
        .flatMap(place -> OWN.stream().map(place::resolve))
        .filter(place -> isWithin(place, root))
        .findFirst()
        .map(
            inside ->
                MachineFinding.grave(
                    key,
                    root
                        + " is inside "
                        + inside
                        + ", which holds files of Bora itself; use a directory elsewhere"));
  }

  /** Files that clients must not reach, by kind. */
  private Map<String, Path> own() {
    Map<String, Path> own = new LinkedHashMap<>();
    own.put("this configuration", configuration.file().toAbsolutePath().normalize());
    own.putAll(SecretFiles.of(configuration).byKey());
    for (LibrarySettings library : configuration.backend().tape().libraries()) {
      if (library.system() instanceof TapeSystem.RecallTable table) {
        own.put("recall-table.tokens of " + library.name(), table.board().tokens());
      }
    }
    configuration.audit().directory().ifPresent(path -> own.put("audit.directory", path));
    home.ifPresent(path -> own.put("the home of Bora", path.resolve("database")));
    return own;
  }

  /** By its name, or where links lead: a link inside an area is found there, too. */
  private static boolean isWithin(Path outer, Path inner) {
    return inner.startsWith(outer) || real(inner).startsWith(real(outer));
  }

  /** The target of links, as far as it exists. */
  private static Path real(Path path) {
    Path whole = path.toAbsolutePath().normalize();
    for (Path there = whole; there != null; there = there.getParent()) {
      try {
        return there.toRealPath().resolve(there.relativize(whole));
      } catch (IOException notThere) {
        // what is above may be
      }
    }
    return whole;
  }
}
