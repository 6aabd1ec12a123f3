package org.bora.launcher.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.launcher.config.AreaSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.SecretFiles;

/** The directories of areas: they are there, and nothing but data is in them. */
record AreaCheck(Configuration configuration, Optional<Path> home) {
  /** What Bora keeps in its home; {@code data} is the try grid's. */
  private static final List<String> OWN = List.of("database", "log", "run", "gridftp", "grid");

  List<Finding> look() {
    Map<String, Path> own = own();
    List<Finding> findings = new ArrayList<>();
    for (AreaSettings area : configuration.areas()) {
      String key = "areas." + area.name() + ".root";
      // those of a try grid are made at the start
      if (!configuration.tryGrid()) {
        Named.directory(key, area.root(), "mount its filesystem, or make the directory")
            .ifPresent(findings::add);
      }
      around(key, area.root(), own).or(() -> inside(key, area.root())).ifPresent(findings::add);
    }
    return findings;
  }

  private static Optional<Finding> around(String key, Path root, Map<String, Path> own) {
    return own.entrySet().stream()
        .filter(each -> each.getValue().startsWith(root))
        .findFirst()
        .map(
            each ->
                Finding.grave(
                    key,
                    root
                        + " holds "
                        + each.getValue()
                        + " ("
                        + each.getKey()
                        + "), which clients could then read and change; name a directory with"
                        + " nothing but data"));
  }

  private Optional<Finding> inside(String key, Path root) {
    return home.stream()
        .flatMap(place -> OWN.stream().map(place::resolve))
        .filter(root::startsWith)
        .findFirst()
        .map(
            inside ->
                Finding.grave(
                    key,
                    root
                        + " is inside "
                        + inside
                        + ", where Bora keeps what is its own; name a directory elsewhere"));
  }

  /** Files that are not for clients, by what they are. */
  private Map<String, Path> own() {
    Map<String, Path> own = new LinkedHashMap<>();
    own.put("this configuration", configuration.file().toAbsolutePath().normalize());
    own.putAll(SecretFiles.of(configuration).byKey());
    configuration.audit().directory().ifPresent(path -> own.put("audit.directory", path));
    home.ifPresent(path -> own.put("the home of Bora", path.resolve("database")));
    return own;
  }
}
