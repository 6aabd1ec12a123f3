package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.backend.stage.migration.MigrationSettings;
import org.bora.launcher.config.LibrarySettings.TapeSystem;
import org.bora.storage.tape.virtual.VirtualLibrarySettings;

/**
 * Reads the section {@code tape}.
 *
 * @param libraries the tape systems of the site
 * @param migration how files get to tape and off it
 * @param bufferCheck between two looks at how full the buffers are
 */
public record TapeSettings(
    List<LibrarySettings> libraries, MigrationSettings migration, Duration bufferCheck) {
  private static final Duration BUFFER_CHECK = Duration.ofSeconds(10);

  public TapeSettings {
    libraries = List.copyOf(libraries);
    Objects.requireNonNull(migration, "migration");
    Objects.requireNonNull(bufferCheck, "bufferCheck");
  }

  static TapeSettings read(Section section, Path base) {
    List<LibrarySettings> libraries = new ArrayList<>();
    for (Section library : section.sections("libraries")) {
      LibrarySettings.read(library, base).ifPresent(libraries::add);
    }
    MigrationSettings migration = MigrationSection.read(section.section("migration"));
    Duration check =
        section.value(
            "buffer-check",
            Values.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            Values.write(BUFFER_CHECK));
    section.finish();
    return new TapeSettings(libraries, migration, check);
  }

  /** Areas and libraries belong together; said at the section that can be mended. */
  void check(List<AreaSettings> areas, Section root) {
    Set<String> names = new TreeSet<>();
    Set<Path> directories = new HashSet<>();
    for (LibrarySettings library : libraries) {
      if (!names.add(library.name())) {
        root.mistake("tape", "two libraries have the name " + library.name());
      }
      if (library.system() instanceof TapeSystem.Virtual(VirtualLibrarySettings volumes)
          && !directories.add(volumes.directory())) {
        root.mistake("tape", "two libraries have the directory " + volumes.directory());
      }
    }
    Set<String> unused = new HashSet<>(names);
    for (AreaSettings area : areas) {
      Optional<String> wanted = area.keeping().library();
      wanted.ifPresent(unused::remove);
      if (wanted.isPresent() && !names.contains(wanted.get())) {
        root.mistake(
            "areas",
            "area "
                + area.name()
                + " names the library "
                + wanted.get()
                + ", tape.libraries has "
                + (names.isEmpty() ? "none" : String.join(", ", names)));
      }
    }
    for (String library : new TreeSet<>(unused)) {
      root.mistake(
          "tape",
          "no area names the library "
              + library
              + ": give one class d0t1 or d1t1 and 'library: "
              + library
              + "', or take it out");
    }
  }
}
