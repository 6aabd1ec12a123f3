package org.bora.storage.posix;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.DirectoryReader.Name;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through a whole area, depth first, or one directory, and reports hidden files whose names
 * end in an identifier. Holds one descriptor per level, and memory in proportion to the depth,
 * never to the width. Follows no link.
 */
final class HiddenWalk implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HiddenWalk.class);

  private final Deque<Level> levels = new ArrayDeque<>();
  private final List<String> prefixes;
  private final Found found;
  private final boolean deep;

  private static final class Level {
    private final AreaPath path;
    private final DirectoryReader reader;
    private boolean empty = true;

    Level(AreaPath path, DirectoryReader reader) {
      this.path = path;
      this.reader = reader;
    }

    AreaPath path() {
      return path;
    }

    DirectoryReader reader() {
      return reader;
    }
  }

  /** Receives each file. */
  @FunctionalInterface
  interface Found {
    void file(AreaPath directory, UUID id, Instant modifiedAt);

    /** Is told of each directory below the first one, and whether it had no name in it. */
    default void directory(AreaPath directory, Instant modifiedAt, boolean empty) {}

    /** Is told of each cell, see {@link Capture}, with the open directory that it lies in. */
    default void cell(Handle directory, String name) throws StorageException {}

    /** Gets each file whose removal was not finished, see {@link FileRemoval}; in the same way. */
    default void leaving(Handle directory, String name) throws StorageException {}
  }

  /**
   * Begins at the root.
   *
   * @param prefixes of the names that are reported
   */
  HiddenWalk(DirectoryReader root, List<String> prefixes, Found found) {
    this(new Level(AreaPath.ROOT, root), prefixes, found, true);
  }

  private HiddenWalk(Level first, List<String> prefixes, Found found, boolean deep) {
    levels.push(first);
    this.prefixes = List.copyOf(prefixes);
    this.found = found;
    this.deep = deep;
  }

  /** Looks at one directory, and not below it. */
  static HiddenWalk ofOne(
      AreaPath directory, DirectoryReader reader, List<String> prefixes, Found found) {
    return new HiddenWalk(new Level(directory, reader), prefixes, found, false);
  }

  void run() throws StorageException {
    while (!levels.isEmpty()) {
      Level level = levels.peek();
      Optional<Name> name = next(level);
      if (name.isEmpty()) {
        leave(levels.pop());
      } else if (name.get().text().startsWith(AreaPath.HIDDEN_PREFIX)) {
        report(level, name.get().text());
      } else if (deep && name.get().mayBeDirectory()) {
        descend(level, name.get().text());
      }
    }
  }

  private void leave(Level level) {
    try (DirectoryReader reader = level.reader();
        CallFrame frame = new CallFrame()) {
      if (!levels.isEmpty()) {
        Instant modifiedAt = reader.directory().stat(frame).modified();
        found.directory(level.path(), modifiedAt, level.empty);
      }
    } catch (StorageException failure) {
      LOG.debug("'{}' passed over: {}", level.path(), failure.getMessage());
    }
  }

  /** Where the walk begins must be readable; below it, what cannot be read is passed over. */
  private Optional<Name> next(Level level) throws StorageException {
    try {
      Optional<Name> name = level.reader().next();
      level.empty &= name.isEmpty();
      return name;
    } catch (StorageException failure) {
      level.empty = false;
      if (levels.size() == 1) {
        throw failure;
      }
      LOG.warn("directory '{}' is skipped: {}", level.path(), failure.getMessage());
      return Optional.empty();
    }
  }

  private void report(Level level, String name) {
    if (name.startsWith(Capture.PREFIX)) {
      report(level, name, found::cell);
      return;
    }
    if (name.startsWith(FileRemoval.PREFIX)) {
      report(level, name, found::leaving);
      return;
    }
    Optional<UUID> id = idOf(name);
    if (id.isEmpty()) {
      return;
    }
    try (CallFrame frame = new CallFrame();
        Handle file = level.reader().directory().open(frame, name, Root.ENTRY)) {
      Stat stat = file.stat(frame);
      if (stat.isFile()) {
        found.file(level.path(), id.get(), stat.modified());
      }
    } catch (StorageException failure) {
      LOG.debug("'{}' in '{}' passed over: {}", name, level.path(), failure.getMessage());
    }
  }

  @FunctionalInterface
  private interface Told {
    void of(Handle directory, String name) throws StorageException;
  }

  private static void report(Level level, String name, Told told) {
    try {
      told.of(level.reader().directory(), name);
    } catch (StorageException failure) {
      if (failure.reason() != Reason.MISSING) {
        LOG.error("'{}' in '{}' cannot be repaired: {}", name, level.path(), failure.getMessage());
      }
    }
  }

  private Optional<UUID> idOf(String name) {
    return prefixes.stream()
        .filter(name::startsWith)
        .findFirst()
        .flatMap(prefix -> idAfter(prefix, name));
  }

  private static Optional<UUID> idAfter(String prefix, String name) {
    try {
      UUID id = UUID.fromString(name.substring(prefix.length()));
      // only the spelling that is written: another one could never be found again
      return name.equals(prefix + id) ? Optional.of(id) : Optional.empty();
    } catch (IllegalArgumentException notAnId) {
      return Optional.empty();
    }
  }

  private void descend(Level level, String name) {
    try (CallFrame frame = new CallFrame()) {
      AreaPath path = level.path().child(name);
      Handle opened = level.reader().directory().open(frame, name, Root.SYNC | Flags.O_NOFOLLOW);
      levels.push(new Level(path, new DirectoryReader(opened)));
    } catch (IllegalArgumentException tooDeep) {
      LOG.warn("below '{}': {}; skipped", level.path(), tooDeep.getMessage());
    } catch (StorageException failure) {
      if (failure.reason() != Reason.MISSING && failure.reason() != Reason.NOT_A_DIRECTORY) {
        LOG.warn("a directory is skipped: {}", failure.getMessage());
      }
    }
  }

  @Override
  public void close() {
    levels.forEach(level -> level.reader().close());
    levels.clear();
  }
}
