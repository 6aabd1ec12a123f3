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
 * A directory of the machine that all backends have mounted. Each call of it is a point before it
 * begins, and another one after it has changed something. Times of hidden files are the
 * simulation's.
 */
final class Disk implements AutoCloseable {
  private static final SealKeys SEALS = new SealKeys(List.of(new byte[SealKeys.BYTES]));

  private final Scheduler scheduler;
  private final Path root;
  private final Pace pace;

  /** Of those who watch. */
  private final AreaTree looking;

  private Trouble trouble = (process, call, about, changed) -> {};
  private BiConsumer<String, String> changes = (process, what) -> {};
  private final Unsynced unsynced;

  /** What happens to a process in the midst of its work, and on what. */
  @FunctionalInterface
  interface Trouble {
    void at(String process, String call, Set<String> about, boolean changed);
  }

  /** When bytes last arrived in hidden files. */
  private final Map<UUID, Instant> written = new HashMap<>();

  /** When the checksum of an upload was first begun. */
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
   * What the product remembers of files is made here, by no thread of a run: it goes by the times
   * that this machine has written on them.
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

  /** For one life of a backend. */
  Mount mount(String process) {
    return new Mount(process, this, scheduler, open());
  }

  /**
   * What comes before and after calls of the disk.
   *
   * @param told of what was changed, with the process that did it
   */
  void meets(Trouble now, BiConsumer<String, String> told) {
    trouble = now;
    changes = told;
  }

  /** What it has at a time: room and speed. */
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
   * It loses what no call has waited for; all processes are gone.
   *
   * @param tears told what a file held, and what it holds
   */
  void powerFails(BiConsumer<String, String> tears) {
    unsynced.powerFails(tears);
  }

  /** How often the power has failed: a transfer that was under way then is broken off. */
  int powerCuts() {
    return unsynced.cuts();
  }

  /** What a power failure has left of an upload; empty where it is whole. */
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

  /** The checksum of an upload is begun, not for the first time perhaps. */
  void seals(UUID upload) {
    sealed.putIfAbsent(upload, scheduler.nanos());
  }

  /** When the checksum of an upload was begun, in the time of the scheduler. */
  OptionalLong sealBegan(String turl) {
    Long began = sealed.get(upload(turl));
    return began == null ? OptionalLong.empty() : OptionalLong.of(began);
  }

  private static UUID upload(String turl) {
    String name = physical(turl).getFileName().toString();
    return UUID.fromString(name.substring(Upload.PREFIX.length()));
  }

  /** Does what a GridFTP server does with a piece of a transfer: it makes the file anew, too. */
  void append(String turl, String piece) {
    Path file = physical(turl);
    try {
      Files.writeString(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    touch(upload(turl));
  }

  /** What a transfer reads; empty where there is no file. */
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

  /** Contents of all files, by name; hidden ones too. */
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

  /** Names of the files that carry the identifier of an upload, hidden ones left out. */
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

  /** Whether it is a name that clients never see. */
  static boolean isHidden(String name) {
    return Path.of(name).getFileName().toString().startsWith(AreaPath.HIDDEN_PREFIX);
  }
}
