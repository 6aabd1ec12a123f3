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
 * A change of names on disk, and its undo. A file that lost its name in the change is kept aside
 * under a second name.
 */
sealed interface NameChange {

  /** The names whose meaning the change affects. */
  List<Path> names();

  /** Whether the change was made; to be asked when the call that may make it has ended. */
  boolean isMade() throws IOException;

  /**
   * Undoes the change. All later changes that depend on it must have been undone before.
   *
   * @param loses receives each file that is lost with it, before the loss
   */
  void undo(Consumer<Path> loses) throws IOException;

  /** A nameless file that is kept aside; empty if there is none. */
  default Optional<Path> kept() {
    return Optional.empty();
  }

  /** Directories that must be synced before the change is on stable storage. */
  default Set<Path> directories() {
    Set<Path> directories = new HashSet<>();
    names().forEach(name -> directories.add(name.getParent()));
    return directories;
  }

  /** Whether a disk that has lost the earlier change cannot have this one. */
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
      // a late transfer may have created the name again
      if (Files.isDirectory(name.getParent()) && isMade()) {
        Files.move(aside, name);
      }
    }
  }

  /** An empty directory that was removed. */
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
   * A file or directory that was renamed.
   *
   * @param moved its inode number
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
        return; // the name is taken by a call that is not tracked
      }
      Files.deleteIfExists(from); // a late transfer may have created the name again
      Files.move(to, from);
      if (kept.isPresent()) {
        Files.move(kept.get(), to);
      }
    }
  }

  /** A directory that was created. */
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
