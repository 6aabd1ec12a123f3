package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;

/**
 * A directory of the machine that all backends have mounted. Each call is a scheduling point before
 * it begins, and another one after it has made a change. The simulation sets the times of hidden
 * files.
 */
final class Disk implements AutoCloseable {
  private static final SealKeys SEALS = new SealKeys(List.of(new byte[SealKeys.BYTES]));

  private final Scheduler scheduler;
  private final Path root;
  private final Pace pace;

  /** For the checks. */
  private final AreaTree looking;

  private Trouble trouble = (process, call, about, changed) -> {};
  private BiConsumer<String, String> changes = (process, what) -> {};
  private final Unsynced unsynced;

  /** Strikes a process in the middle of a call, with what the call is about. */
  @FunctionalInterface
  interface Trouble {
    void at(String process, String call, Set<String> about, boolean changed);
  }

  /** Time at which the last bytes arrived in each hidden file. */
  private final Map<UUID, Instant> written = new HashMap<>();

  /** Time at which the checksum of each upload was first started. */
  private final Map<UUID, Long> sealed = new HashMap<>();

  Disk(Scheduler scheduler, Choices choices, Conditions conditions, Path root) {
    this.scheduler = scheduler;
    this.pace = new Pace(scheduler, choices, conditions);
    this.root = root;
    this.looking = open();
    known();
    this.unsynced =
        new Unsynced(
            looking.root(),
            root.resolveSibling(root.getFileName() + ".aside"),
            choices,
            scheduler::nanos);
  }

  private AreaTree open() {
    try {
      return new PosixDriver().open(root, TreeSettings.defaults().sealedBy(SEALS));
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Has the product create its cache of file attributes on a thread outside the run, because the
   * cache uses the times that this machine has written on the files.
   */
  private void known() {
    try {
      looking.facts(AreaPath.ROOT);
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    looking.close();
  }

  /** Mounts the disk for one life of a backend. */
  Mount mount(String process) {
    return new Mount(process, this, scheduler, open());
  }

  /**
   * Sets the code that runs around calls of the disk.
   *
   * @param told receives each change, with the process that made it
   */
  void meets(Trouble now, BiConsumer<String, String> told) {
    trouble = now;
    changes = told;
  }

  /** The disk's room and speed. */
  Pace pace() {
    return pace;
  }

  Unsynced unsynced() {
    return unsynced;
  }

  Trouble trouble() {
    return trouble;
  }

  /** A process has changed something. */
  void tells(String process, String what) {
    changes.accept(process, what);
  }

  /**
   * Loses the changes that no call has waited for; all processes are gone.
   *
   * @param tears receives the old and the new content of a file
   */
  void powerFails(BiConsumer<String, String> tears) {
    unsynced.powerFails(tears);
  }

  /** Number of power failures: a transfer during one is broken off. */
  int powerCuts() {
    return unsynced.cuts();
  }

  /** What a power failure has left of an upload; empty if it is whole. */
  Optional<String> leftOf(String turl) {
    return unsynced.leftOf(upload(turl));
  }

  Instant time(UUID upload) {
    return written.getOrDefault(upload, Instant.EPOCH);
  }

  void touch(UUID upload) {
    written.put(upload, scheduler.clock().instant());
  }

  EntryFacts inTime(EntryFacts facts, UUID upload) {
    return new EntryFacts(
        facts.kind(),
        facts.size(),
        time(upload),
        facts.madeAt(),
        facts.mode(),
        facts.uid(),
        facts.gid(),
        facts.adler32(),
        facts.id(),
        facts.label(),
        facts.residency(),
        facts.vouched());
  }

  /** The checksum of an upload is started, perhaps not for the first time. */
  void seals(UUID upload) {
    sealed.putIfAbsent(upload, scheduler.nanos());
  }

  /** When the checksum of an upload was started, in the scheduler's time. */
  OptionalLong sealBegan(String turl) {
    Long began = sealed.get(upload(turl));
    return began == null ? OptionalLong.empty() : OptionalLong.of(began);
  }

  private static UUID upload(String turl) {
    String name = physical(turl).getFileName().toString();
    return UUID.fromString(name.substring(Upload.PREFIX.length()));
  }

  /** Writes a piece of a transfer as a GridFTP server does, which also creates a missing file. */
  void append(String turl, String piece) {
    Path file = physical(turl);
    try {
      Files.writeString(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    touch(upload(turl));
  }

  /** The content that a transfer reads; empty if there is no file. */
  Optional<String> read(String turl) {
    return content(physical(turl));
  }

  /** The same by a name below the root. */
  Optional<String> file(String name) {
    return content(root.resolve(name));
  }

  private static Optional<String> content(Path file) {
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path physical(String turl) {
    return Path.of(turl.replaceFirst("(gsiftp|file)://[^/]*/+", "/"));
  }

  /** Contents of all files by name, including hidden ones. */
  Map<String, String> files() {
    try (Stream<Path> all = Files.walk(root)) {
      Map<String, String> found = new TreeMap<>();
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        found.put(root.relativize(file).toString(), Files.readString(file));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of the visible files that carry the identifier of an upload. */
  Map<UUID, String> published() {
    Map<UUID, String> found = new HashMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (!isHidden(name)) {
          facts(name).flatMap(EntryFacts::id).ifPresent(id -> found.put(id, name));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private Optional<EntryFacts> facts(String name) {
    try {
      return Optional.of(looking.facts(AreaPath.parse(name)));
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether clients never see the name. */
  static boolean isHidden(String name) {
    return Path.of(name).getFileName().toString().startsWith(AreaPath.HIDDEN_PREFIX);
  }
}
