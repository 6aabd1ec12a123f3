package org.bora.storage.tape.virtual;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where things are in the directory of a library. */
record Layout(Path directory) {
  static final String MARKER_TEXT = "bora virtual tape library 1\n";

  Path marker() {
    return directory.resolve("LIBRARY");
  }

  Path volumes() {
    return directory.resolve("volumes");
  }

  Path volume(String label) {
    return volumes().resolve(label + ".tape");
  }

  Path index(String label) {
    return volumes().resolve(label + ".index");
  }

  Path volumeUsage(String label) {
    return volumes().resolve(label + ".usage");
  }

  Path volumeLock(String label) {
    return locks().resolve(label);
  }

  Path drives() {
    return directory.resolve("drives");
  }

  Path drive(int number) {
    return drives().resolve(Integer.toString(number));
  }

  Path locks() {
    return directory.resolve("locks");
  }

  Path driveLock(int number) {
    return locks().resolve("drive-" + number);
  }

  Path robotLock() {
    return locks().resolve("robot");
  }

  Path faults() {
    return directory.resolve("faults");
  }

  /** Labels of the first volumes, in order. */
  static Stream<String> labels(int volumes) {
    return IntStream.rangeClosed(1, volumes)
        .mapToObj(number -> String.format(Locale.ROOT, "V%05d", number));
  }
}
