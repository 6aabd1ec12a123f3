package org.bora.simulation.time;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.FileCalls;

/**
 * Replaces the product's calls of fsync ({@link Redirection}). They wait for nothing, but record
 * what a thread of a run has synced, because only that survives a simulated power failure.
 */
public final class Syncs {
  private static final ThreadLocal<Set<Path>> SYNCED = ThreadLocal.withInitial(HashSet::new);

  private Syncs() {}

  /** Replaces {@link FileCalls#fsync}. */
  public static int fsync(CallFrame frame, int descriptor) {
    if (Scheduler.ofThisThread() == null) {
      return FileCalls.fsync(frame, descriptor);
    }
    try {
      SYNCED.get().add(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)));
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a new record of what the calling thread syncs. */
  public static void begin() {
    SYNCED.remove();
  }

  /** Files and directories that the calling thread has synced since. */
  public static Set<Path> end() {
    Set<Path> synced = SYNCED.get();
    SYNCED.remove();
    return synced;
  }
}
