package org.bora.simulation.site;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.time.Syncs;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;

/** The directory of a {@link Disk} as mounted by one process, until it is unmounted. */
final class Mount implements AutoCloseable {
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

  private final String process;
  private final Disk disk;
  private final Pace pace;
  private final Scheduler scheduler;
  private final AreaTree real;
  private final Handles open = new Handles();
  private final InOneGo inOneGo;

  /**
   * Mounts a directory.
   *
   * @param real the directory, which this closes
   */
  Mount(String process, Disk disk, Scheduler scheduler, AreaTree real) {
    this.process = process;
    this.disk = disk;
    this.pace = disk.pace();
    this.scheduler = scheduler;
    this.real = real;
    this.inOneGo = new InOneGo(disk, real, open);
  }

  AreaTree tree() {
    return around(AreaTree.class, real, Set.of());
  }

  /** The files and directories that are open; changes. */
  Handles open() {
    return open;
  }

  /** Closes everything that a dead process had open. */
  @Override
  public void close() {
    for (AutoCloseable one : open.all()) {
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

  /**
   * Wraps an object of the disk.
   *
   * @param about names and uploads that all its calls are about
   */
  private <T> T around(Class<T> type, Object to, Set<String> about) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(proxy, new Asked(to, about), method, arguments)));
  }

  /** The object that is called, and what the call is about. */
  private record Asked(Object to, Set<String> about) {}

  @SuppressWarnings("ReferenceEquality") // a tree is equal to itself alone
  private Object call(Object proxy, Asked asked, Method method, Object[] arguments)
      throws Throwable {
    Object to = asked.to();
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
    Set<String> about = asked.about().isEmpty() ? about(arguments) : asked.about();
    if (!ACCESSORS.contains(name) && !(to instanceof Listing)) {
      disk.trouble().at(process, name, about, false);
      scheduler.point("disk: " + name + names(arguments));
      pace.takeTime();
      takeTime(name, arguments);
    }
    return watched(to, method, arguments, about);
  }

  /** Some calls take longer than others, before they change anything. */
  private void takeTime(String name, Object[] arguments) {
    if (name.equals("sealUpload")) {
      disk.seals(((Upload) arguments[0]).id());
      pace.takeTime();
      pace.checksum();
    } else if (name.equals("rename")) {
      pace.rename(arguments[1].toString());
    }
  }

  /** A call's changes may be seen, and may be lost in a power failure, before it returns. */
  private Object watched(Object to, Method method, Object[] arguments, Set<String> about)
      throws Throwable {
    String name = method.getName();
    boolean well = false;
    Syncs.begin();
    Unsynced.Call call = disk.unsynced().begins(name, arguments);
    Set<Path> synced = Set.of();
    try {
      Object result;
      try {
        result = answer(to, method, arguments);
      } finally {
        synced = Syncs.end();
        call.isDone();
      }
      if (CHANGES.contains(name)) {
        disk.tells(process, name + names(arguments));
        disk.trouble().at(process, name, about, true);
        scheduler.point("disk: " + name + " is done");
      }
      well = true;
      return result;
    } finally {
      call.returns(well, synced);
    }
  }

  /** The arguments of a call, for the trace. */
  private static String names(Object[] arguments) {
    StringBuilder text = new StringBuilder();
    for (Object one : arguments == null ? new Object[0] : arguments) {
      if (one instanceof AreaPath || one instanceof Upload || one instanceof List<?>) {
        text.append(' ').append(one);
      }
    }
    return text.toString();
  }

  /** The names and uploads that a call is about. */
  private static Set<String> about(Object[] arguments) {
    Set<String> about = new HashSet<>();
    for (Object one : arguments == null ? new Object[0] : arguments) {
      if (one instanceof Upload upload) {
        about.add(upload.id().toString());
        about.add(upload.target().toString());
      } else if (one instanceof AreaPath path) {
        about.add(path.toString());
      }
    }
    return about;
  }

  private Object answer(Object to, Method method, Object[] arguments) throws Throwable {
    if (TAKING.contains(method.getName()) && pace.isFull()) {
      throw new StorageException(StorageException.Reason.NO_SPACE, "the disk is full");
    }
    switch (method.getName()) {
      case "eachUpload", "eachUploadIn" -> {
        return inOneGo.walk(to, method, arguments);
      }
      case "eachResidue" -> {
        return inOneGo.eachResidue(to, method, arguments);
      }
      case "verify" -> {
        return inOneGo.verify(to, method, arguments);
      }
      case "beginUpload" -> disk.touch(((Upload) arguments[0]).id());
      default -> {}
    }
    Object result = asked(to, method, arguments);
    if (result instanceof Listing listing) {
      result = new SortedListing(listing);
    }
    if (method.getName().equals("uploadFacts")) {
      UUID id = ((Upload) arguments[0]).id();
      return ((Optional<?>) result).map(facts -> disk.inTime((EntryFacts) facts, id));
    }
    if (result instanceof EntryFacts facts && facts.id().isPresent()) {
      return disk.inTime(facts, facts.id().get()); // a rebuild of the books reads it from there
    }
    if (method.getReturnType() == Residences.class) {
      return around(Residences.class, result, Set.of());
    }
    if (OPENED.contains(method.getReturnType()) && method.getReturnType().isInterface()) {
      open.add((AutoCloseable) result);
      return around(method.getReturnType(), result, about(arguments));
    }
    return result;
  }

  static Object asked(Object to, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(to, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
