package org.bora.backend.stage.recall;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs filesystem work on the files of a batch: sequentially within an area, and in parallel over
 * areas, so a hanging area delays no other. Thread safe.
 */
final class AreaLanes {
  private final Executor executor;
  private final Map<String, Queue<Runnable>> lanes = new HashMap<>();
  private int ended;

  /**
   * @param executor runs a thread for each area with work
   */
  AreaLanes(Executor executor) {
    this.executor = executor;
  }

  /** Runs this after the area's earlier work. It must not throw. */
  synchronized void add(String area, Runnable work) {
    Queue<Runnable> lane = lanes.get(area);
    if (lane != null) {
      lane.add(work);
      return;
    }
    lanes.put(area, new ArrayDeque<>(Set.of(work)));
    try {
      executor.execute(() -> run(area));
    } catch (RejectedExecutionException stopping) {
      lanes.remove(area); // another backend takes the files up
    }
  }

  private void run(String area) {
    boolean through = false;
    try {
      for (Runnable work = first(area); work != null; work = next(area)) {
        work.run();
      }
      through = true;
    } finally {
      if (!through) {
        drop(area);
      }
    }
  }

  /** An error ended the thread, so the rest of the lane is not waited for. */
  private synchronized void drop(String area) {
    lanes.remove(area);
    notifyAll();
  }

  private synchronized Runnable first(String area) {
    return lanes.get(area).peek();
  }

  /** What comes after the piece that was done; null at the end. */
  private synchronized Runnable next(String area) {
    Queue<Runnable> lane = lanes.get(area);
    lane.remove();
    ended++;
    if (lane.isEmpty()) {
      lanes.remove(area);
    }
    notifyAll();
    return lane.peek();
  }

  /** Waits until all is done. */
  synchronized void await() throws InterruptedException {
    while (!lanes.isEmpty()) {
      wait();
    }
  }

  /**
   * Waits until all work is done, or none was done for this time. Returns the areas with remaining
   * work, which hang.
   */
  synchronized Set<String> await(Duration silence) throws InterruptedException {
    long last = System.nanoTime();
    int seen = ended;
    while (!lanes.isEmpty()) {
      long left = silence.toMillis() - (System.nanoTime() - last) / 1_000_000;
      if (seen != ended) {
        seen = ended;
        last = System.nanoTime();
      } else if (left <= 0) {
        return Set.copyOf(lanes.keySet());
      } else {
        wait(left);
      }
    }
    return Set.of();
  }
}
