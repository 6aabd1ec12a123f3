package org.bora.backend.operation.copy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * The files that this backend copies, and those that wait. Callers take turns, so a caller with one
 * file does not wait for ten thousand files of another. Thread safe.
 */
final class CopyQueue {
  private final CopyLimits.FileLimits limits;
  private final Executor executor;
  private final Predicate<CopyJob> work;
  private final Map<String, Deque<CopyJob>> waiting = new LinkedHashMap<>();
  private final Map<String, Integer> runningOf = new HashMap<>();

  /** The files of each caller that wait, run, or are about to be added. */
  private final Map<String, Integer> openOf = new HashMap<>();

  private final Map<CopyKey, CopyJob> jobs = new LinkedHashMap<>();
  private int running;

  /**
   * @param executor runs a blocking task for each file that is copied
   * @param work copies one file; false if it is not to be done yet
   */
  CopyQueue(CopyLimits.FileLimits limits, Executor executor, Predicate<CopyJob> work) {
    this.limits = limits;
    this.executor = executor;
    this.work = work;
  }

  /**
   * Keeps places for files of a caller that are about to be added.
   *
   * @return how many of them the caller may add, from none to all
   */
  synchronized int book(String caller, int files) {
    int left = limits.openPerCaller() - openOf.getOrDefault(caller, 0);
    int granted = Math.clamp(left, 0, files);
    openOf.merge(caller, granted, Integer::sum);
    return granted;
  }

  /** Gives places back: files have ended, or are not added after all. */
  synchronized void giveBack(String caller, int files) {
    openOf.computeIfPresent(caller, (_, open) -> open > files ? open - files : null);
  }

  /** Adds files for which places were kept. */
  void add(List<CopyJob> more) {
    synchronized (this) {
      for (CopyJob job : more) {
        jobs.put(job.key(), job);
        waiting.computeIfAbsent(job.caller().dn(), none -> new ArrayDeque<>()).add(job);
      }
    }
    dispatch();
  }

  /** All that wait or run. */
  synchronized List<CopyJob> jobs() {
    return List.copyOf(jobs.values());
  }

  /** Takes a file that waits out of the line; false where it runs already, or is not here. */
  synchronized boolean remove(CopyJob job) {
    Deque<CopyJob> line = waiting.get(job.caller().dn());
    if (line == null || !line.remove(job)) {
      return false;
    }
    if (line.isEmpty()) {
      waiting.remove(job.caller().dn());
    }
    jobs.remove(job.key());
    giveBack(job.caller().dn(), 1);
    job.ended();
    return true;
  }

  /** Begins what can begin. */
  void dispatch() {
    List<CopyJob> begun = new ArrayList<>();
    synchronized (this) {
      for (Optional<CopyJob> next = next(); next.isPresent(); next = next()) {
        begun.add(next.get());
      }
    }
    begun.forEach(job -> executor.execute(() -> run(job)));
  }

  private void run(CopyJob job) {
    boolean over = true;
    try {
      over = work.test(job);
    } finally {
      leave(job, over);
      dispatch();
    }
  }

  private synchronized void leave(CopyJob job, boolean over) {
    String caller = job.caller().dn();
    running--;
    runningOf.merge(caller, -1, (now, less) -> now + less == 0 ? null : now + less);
    if (over) {
      jobs.remove(job.key());
      giveBack(caller, 1);
      job.ended();
    } else {
      waiting.computeIfAbsent(caller, none -> new ArrayDeque<>()).addFirst(job);
    }
  }

  /** The next file of the caller whose turn it is; that caller goes to the end of the line. */
  private Optional<CopyJob> next() {
    if (running == limits.parallel()) {
      return Optional.empty();
    }
    for (String caller : List.copyOf(waiting.keySet())) {
      if (runningOf.getOrDefault(caller, 0) == limits.parallelPerCaller()) {
        continue;
      }
      Deque<CopyJob> line = waiting.get(caller);
      Optional<CopyJob> job = firstActive(line);
      if (job.isPresent()) {
        waiting.remove(caller);
        if (!line.isEmpty()) {
          waiting.put(caller, line);
        }
        running++;
        runningOf.merge(caller, 1, Integer::sum);
        return job;
      }
    }
    return Optional.empty();
  }

  private static Optional<CopyJob> firstActive(Deque<CopyJob> line) {
    for (Iterator<CopyJob> at = line.iterator(); at.hasNext(); ) {
      CopyJob job = at.next();
      if (!job.isSuspended()) {
        at.remove();
        return Optional.of(job);
      }
    }
    return Optional.empty();
  }
}
