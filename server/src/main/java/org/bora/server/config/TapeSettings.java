package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.backend.operation.put.AfterTape.AfterTapeSettings;
import org.bora.backend.stage.migration.MigrationSettings;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.backend.stage.scrub.ScrubSettings;
import org.bora.server.config.LibrarySettings.TapeSystem;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/**
 * Tape libraries, migration, recall and scrub.
 *
 * @param libraries the tape systems of the site
 * @param migration how files are written to tape and removed from it
 * @param recall how files are recalled
 * @param scrub how files on disk are verified in the background
 * @param afterTape how srmPutDone waits for the tape copy, if it does
 * @param bufferCheck time between two checks of how full the buffers are
 * @param driveLease a drive whose holder has been silent for this long is free again
 */
public record TapeSettings(
    List<LibrarySettings> libraries,
    MigrationSettings migration,
    RecallSettings recall,
    ScrubSettings scrub,
    AfterTapeSettings afterTape,
    Duration bufferCheck,
    Duration driveLease) {

  public TapeSettings {
    libraries = List.copyOf(libraries);
    Objects.requireNonNull(migration, "migration");
    Objects.requireNonNull(recall, "recall");
    Objects.requireNonNull(scrub, "scrub");
    Objects.requireNonNull(afterTape, "afterTape");
    Objects.requireNonNull(bufferCheck, "bufferCheck");
    Objects.requireNonNull(driveLease, "driveLease");
  }

  /** The section {@code tape}. */
  private record Said(
      List<LibrarySettings.Said> libraries,
      MigrationSettings migration,
      RecallSettings recall,
      @Key(preset = "45s", least = "0s", most = "1h") Duration putDonePatience,
      @Key(preset = "10s", least = "1s", most = "1h") Duration bufferCheck,
      @Key(preset = "1m", least = "5s", most = "1h") Duration driveLease)
      implements Keys {}

  /** The sections {@code tape} and {@code scrub}. */
  static TapeSettings read(Section root, List<AreaSettings> areas) {
    Section section = root.section("tape");
    Said said = section.bind(Said.class);
    List<LibrarySettings> libraries = new ArrayList<>();
    for (int i = 0; i < said.libraries.size(); i++) {
      LibrarySettings.of(section.sections("libraries").get(i), said.libraries.get(i))
          .ifPresent(libraries::add);
    }
    Map<String, Integer> priorities = new HashMap<>();
    areas.forEach(area -> priorities.put(area.name(), area.recallPriority()));
    AfterTapeSettings preset = AfterTapeSettings.defaults();
    return new TapeSettings(
        libraries,
        said.migration,
        said.recall.with(priorities),
        root.section("scrub").bind(ScrubSettings.class),
        new AfterTapeSettings(said.putDonePatience, preset.margin(), preset.check()),
        said.bufferCheck,
        said.driveLease);
  }

  /** Areas and libraries must match; reported at the section that can be corrected. */
  void check(List<AreaSettings> areas, Section root) {
    Set<String> names = checkLibraries(root);
    Set<String> unused = new HashSet<>(names);
    for (AreaSettings area : areas) {
      Optional<String> wanted = area.keeping().library();
      wanted.ifPresent(unused::remove);
      if (wanted.isPresent() && !names.contains(wanted.get()) && !root.isWrong("tape.libraries")) {
        root.mistake(
            "areas",
            "area "
                + area.name()
                + " uses the library "
                + wanted.get()
                + ", but tape.libraries has "
                + (names.isEmpty() ? "none" : String.join(", ", names))
                + "; add it there, or correct the name");
      }
    }
    // a mistyped "areas" counts
    for (String library : root.isWrong("area") ? Set.<String>of() : new TreeSet<>(unused)) {
      root.mistake(
          "tape",
          "no area names the library "
              + library
              + ": give one class d0t1 or d1t1 and 'library: "
              + library
              + "', or take it out");
    }
  }

  /** Libraries must not share names or tape systems; returns the names. */
  private Set<String> checkLibraries(Section root) {
    Set<String> names = new TreeSet<>();
    Set<Path> directories = new HashSet<>();
    Set<Integer> ports = new HashSet<>();
    for (LibrarySettings library : libraries) {
      if (!names.add(library.name())) {
        root.mistake("tape", "two libraries have the name " + library.name());
      }
      switch (library.system()) {
        case TapeSystem.Virtual(VirtualLibrarySettings volumes) -> {
          if (!directories.add(volumes.directory())) {
            root.mistake("tape", "two libraries have the directory " + volumes.directory());
          }
        }
        case TapeSystem.RecallTable table -> {
          if (!ports.add(table.board().port())) {
            root.mistake(
                "tape",
                "two libraries have the port "
                    + table.board().port()
                    + " for their pullers: give one another by recall-table.port");
          }
        }
        case TapeSystem.Script script -> {
          // commands may be shared: they are told which library is meant
        }
      }
    }
    return names;
  }
}
