package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
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
  private static final Set<String> ACCESSORS = Set.of("root", "residences");
  private static final Set<String> CHANGES =
      Set.of(
          "makeDirectory",
          "removeDirectory",
          "removeFile",
          "removeEntries",
          "rename",
          "beginUpload",
          "sealUpload",
          "relabel",
          "publishUpload",
          "withdrawUpload",
          "discardUpload",
          "noteTapeCopy",
          "keep",
          "prepareRelease",
          "settle",
          "beginRecall",
          "finishRecall",
          "discardRecall",
          "carryOut");
  private static final Set<String> TAKING = Set.of("beginUpload", "preallocate", "makeDirectory");
  private static final Set<Class<?>> OPENED =
      Set.of(Listing.class, OpenFile.class, PreparedRelease.class);

  private final Scheduler scheduler;
  private final Choices choices;
  private final Conditions conditions;
  private final Path root;

  /** Of those who watch. */
  private final AreaTree looking;

  private Trouble trouble = (process, changed) -> {};
  private BiConsumer<String, String> changes = (process, what) -> {};
  private boolean well;
  private final Unsynced unsynced;

  /** What happens to a process in the midst of its work. */
  @FunctionalInterface
  interface Trouble {
    void at(String process, boolean changed);
  }

  /** Until then it has no room for anything new. */
  private long fullUntil = Long.MIN_VALUE;

  /** When bytes last arrived in hidden files. */
  private final Map<UUID, Instant> written = new HashMap<>();

  /** When the checksum of an upload was first begun. */
  private final Map<UUID, Long> sealed = new HashMap<>();

  Disk(Scheduler scheduler, Choices choices, Conditions conditions, Path root) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.conditions = conditions;
    this.root = root;
    this.looking = open();
    this.unsynced = new Unsynced(root, root.resolveSibling(root.getFileName() + ".aside"), choices);
  }

  private AreaTree open() {
    try {
      return new PosixDriver().open(root, TreeSettings.defaults().sealedBy(SEALS));
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directory as one process has it, until it is unmounted. */
  final class Mount implements AutoCloseable {
    private final String process;
    private final AreaTree real;
    private final Set<AutoCloseable> open = new LinkedHashSet<>();

    private Mount(String process) {
      this.process = process;
      this.real = Disk.this.open();
    }

    AreaTree tree() {
      return around(AreaTree.class, real);
    }

    /** What a process had open goes with it. */
    @Override
    public void close() {
      for (AutoCloseable one : List.copyOf(open)) {
        try {
          if (one instanceof PreparedRelease release) {
            DeadRelease.close(release);
          } else {
            one.close();
          }
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      real.close();
    }

    private <T> T around(Class<T> type, Object to) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> call(proxy, to, method, arguments)));
    }

    @SuppressWarnings("ReferenceEquality") // a tree is equal to itself alone
    private Object call(Object proxy, Object to, Method method, Object[] arguments)
        throws Throwable {
      String name = method.getName();
      if (method.getDeclaringClass() == Object.class) {
        return switch (name) {
          case "equals" -> proxy == arguments[0];
          case "hashCode" -> 1;
          default -> "the disk";
        };
      }
      if (name.equals("close")) {
        open.remove(to);
        return to == real ? null : asked(to, method, arguments);
      }
      if (!ACCESSORS.contains(name) && !(to instanceof Listing)) {
        trouble.at(process, false);
        scheduler.point("disk: " + name + names(arguments));
        takeTime();
      }
      Object result = watched(to, method, arguments);
      if (CHANGES.contains(name)) {
        changes.accept(process, name + names(arguments));
        trouble.at(process, true);
        scheduler.point("disk: " + name + " is done");
      }
      return result;
    }

    private Object watched(Object to, Method method, Object[] arguments) throws Throwable {
      boolean well = false;
      unsynced.before(method.getName(), arguments);
      try {
        Object result = answer(to, method, arguments);
        well = true;
        return result;
      } finally {
        unsynced.after(method.getName(), arguments, well);
      }
    }

    /** What a call is about, for the trace. */
    private static String names(Object[] arguments) {
      StringBuilder text = new StringBuilder();
      for (Object one : arguments == null ? new Object[0] : arguments) {
        if (one instanceof AreaPath || one instanceof Upload || one instanceof List<?>) {
          text.append(' ').append(one);
        }
      }
      return text.toString();
    }

    private Object answer(Object to, Method method, Object[] arguments) throws Throwable {
      if (TAKING.contains(method.getName()) && scheduler.nanos() < fullUntil && !well) {
        throw new StorageException(StorageException.Reason.NO_SPACE, "the disk is full");
      }
      switch (method.getName()) {
        case "eachUpload", "eachUploadIn" -> {
          return walk(to, method, arguments);
        }
        case "eachResidue" -> {
          @SuppressWarnings("unchecked")
          Consumer<Object> consumer = (Consumer<Object>) arguments[0];
          List<Object> found = new ArrayList<>();
          Consumer<Object> collect = found::add;
          asked(to, method, new Object[] {collect});
          found.forEach(consumer);
          return null;
        }
        case "sealUpload" -> {
          sealed.putIfAbsent(((Upload) arguments[0]).id(), scheduler.nanos());
          takeTime();
          checksum();
        }
        case "beginUpload" -> touch(((Upload) arguments[0]).id());
        default -> {}
      }
      Object result = asked(to, method, arguments);
      if (method.getName().equals("uploadFacts")) {
        UUID id = ((Upload) arguments[0]).id();
        return ((Optional<?>) result).map(facts -> inTime((EntryFacts) facts, id));
      }
      if (method.getReturnType() == Residences.class) {
        return around(Residences.class, result);
      }
      if (OPENED.contains(method.getReturnType()) && method.getReturnType().isInterface()) {
        open.add((AutoCloseable) result);
        return around(method.getReturnType(), result);
      }
      return result;
    }

    /** Collected first: what is found is dealt with by calls of other things. */
    private Object walk(Object to, Method method, Object[] arguments) throws Throwable {
      @SuppressWarnings("unchecked")
      Consumer<FoundUpload> consumer = (Consumer<FoundUpload>) arguments[1];
      List<FoundUpload> found = new ArrayList<>();
      Consumer<FoundUpload> collect = found::add;
      // no process dies within a call of the disk: nothing was moved aside and left
      Object first = arguments[0] instanceof Instant ? Instant.EPOCH : arguments[0];
      asked(to, method, new Object[] {first, collect});
      found.stream()
          .map(one -> new FoundUpload(one.directory(), one.id(), time(one.id())))
          .forEach(consumer);
      return null;
    }

    private static Object asked(Object to, Method method, Object[] arguments) throws Throwable {
      try {
        return method.invoke(to, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  @Override
  public void close() {
    looking.close();
  }

  /** For one life of a backend. */
  Mount mount(String process) {
    return new Mount(process);
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

  /** It has no room for anything new for so long. */
  void fills(Duration time) {
    fullUntil = scheduler.nanos() + time.toNanos();
  }

  /** Whether a call that has just ended may have met a full disk. */
  boolean mayHaveBeenFull(Duration before) {
    return scheduler.nanos() - before.toNanos() < fullUntil;
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

  /** It answers at once from now on. */
  void isWell() {
    well = true;
  }

  private Instant time(UUID upload) {
    return written.getOrDefault(upload, Instant.EPOCH);
  }

  private void touch(UUID upload) {
    written.put(upload, scheduler.clock().instant());
  }

  private EntryFacts inTime(EntryFacts facts, UUID upload) {
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

  /** A slow disk is slow before it begins. */
  private void takeTime() {
    if (!well && conditions.slowDisk() > 0 && choices.below(conditions.slowDisk()) == 0) {
      scheduler.sleep(
          Duration.ofMillis(choices.below(Math.toIntExact(conditions.longestCall().toMillis()))));
    }
  }

  private void checksum() {
    int most = Math.toIntExact(conditions.longestChecksum().toMillis());
    if (!well && most > 0 && choices.below(2) == 0) {
      scheduler.sleep(Duration.ofMillis(choices.below(most)));
    }
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
