package org.bora.launcher.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.launcher.config.LibrarySettings.Driver;

/**
 * Reads the section {@code tape}.
 *
 * @param libraries the tape systems of the site
 */
public record TapeSettings(List<LibrarySettings> libraries) {

  public TapeSettings {
    libraries = List.copyOf(libraries);
  }

  static TapeSettings read(Section section) {
    List<LibrarySettings> libraries = new ArrayList<>();
    for (Section library : section.sections("libraries")) {
      library(library).ifPresent(libraries::add);
    }
    section.finish();
    return new TapeSettings(libraries);
  }

  private static Optional<LibrarySettings> library(Section section) {
    String name = section.required("name", Values.text("a name of your choice"));
    Driver driver = section.required("driver", Values.oneOf(Driver.class));
    section.finish();
    return section.build(() -> new LibrarySettings(name, driver));
  }

  /** Areas and libraries belong together; said at the section that can be mended. */
  void check(List<AreaSettings> areas, Section root) {
    Set<String> names = new TreeSet<>();
    for (LibrarySettings library : libraries) {
      if (!names.add(library.name())) {
        root.mistake("tape", "two libraries have the name " + library.name());
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
