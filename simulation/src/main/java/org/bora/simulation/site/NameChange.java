package org.bora.simulation.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A change of names on disk, and what undoes it: a file that lost its name to it has a second one,
 * aside.
 */
sealed interface NameChange {

  /** What has another meaning after it. */
  List<Path> names();

  /** Whether it was made: it is looked at when the call that may make it has ended. */
  boolean isMade() throws IOException;

  /**
   * The disk has lost it, and everything that came after it and depends on it.
   *
   * @param loses told of each file that goes with it, before it goes
   */
  void undo(Consumer<Path> loses) throws IOException;

  /** A file without a name, aside; empty for none. */
  default Optional<Path> kept() {
    return Optional.empty();
  }

  /** Directories that have to be synced before it is on stable storage. */
  default Set<Path> directories() {
    Set<Path> directories = new HashSet<>();
    names().forEach(name -> directories.add(name.getParent()));
    return directories;
  }

  /** Whether a disk that has lost the earlier one cannot have this one. */
  default boolean dependsOn(NameChange earlier) {
    return names().stream()
        .anyMatch(
            name ->
                earlier.names().stream()
                    .anyMatch(other -> name.startsWith(other) || other.startsWith(name)));
  }

  private static Object file(Path path) throws IOException {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        ? Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS)
        : "none";
  }

  /** A file that has lost its name. */
  record Removed(Path name, Path aside) implements NameChange {
    @Override
    public List<Path> names() {
      return List.of(name);
    }

    @Override
    public Optional<Path> kept() {
      return Optional.of(aside);
    }

    @Override
    public boolean isMade() {
      return !Files.exists(name, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void undo(Consumer<Path> loses) throws IOException {
      // a late transfer may have made it anew
      if (Files.isDirectory(name.getParent()) && isMade()) {
        Files.move(aside, name);
      }
    }
  }

  /** An empty directory that is gone. */
  record RemovedDirectory(Path name) implements NameChange {
    @Override
    public List<Path> names() {
      return List.of(name);
    }

    @Override
    public boolean isMade() {
      return !Files.exists(name);
    }

    @Override
    public void undo(Consumer<Path> loses) throws IOException {
      if (Files.isDirectory(name.getParent()) && isMade()) {
        Files.createDirectory(name);
      }
    }
  }

  /**
   * A file or directory that has another name.
   *
   * @param moved its number on disk
   * @param kept the file that had the new name before
   */
  record Moved(Path from, Path to, Object moved, Optional<Path> kept) implements NameChange {
    static Moved of(Path from, Path to, Optional<Path> kept) throws IOException {
      return new Moved(from, to, file(from), kept);
    }

    @Override
    public List<Path> names() {
      return List.of(from, to);
    }

    @Override
    public boolean isMade() throws IOException {
      return file(to).equals(moved);
    }

    @Override
    public void undo(Consumer<Path> loses) throws IOException {
      if (!isMade()) {
        return; // what is there now was put there by a call that is not looked at
      }
      Files.deleteIfExists(from); // a late transfer may have made it anew
      Files.move(to, from);
      if (kept.isPresent()) {
        Files.move(kept.get(), to);
      }
    }
  }

  /** A directory that was made. */
  record Made(Path directory) implements NameChange {
    @Override
    public List<Path> names() {
      return List.of(directory);
    }

    @Override
    public boolean isMade() {
      return Files.isDirectory(directory);
    }

    @Override
    public void undo(Consumer<Path> loses) throws IOException {
      if (!isMade()) {
        return;
      }
      List<Path> all;
      try (Stream<Path> found = Files.walk(directory)) {
        all = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path one : all) {
        if (Files.isRegularFile(one)) {
          loses.accept(one);
        }
        Files.delete(one);
      }
    }
  }
}
