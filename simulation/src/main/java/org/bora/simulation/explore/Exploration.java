package org.bora.simulation.explore;

import java.time.Instant;
import java.util.List;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.schedule.SimulationException;

/**
 * Runs a scene once in each schedule with a limited number of preemptions: most concurrency bugs
 * need one or two (M. Musuvathi, S. Qadeer: Iterative Context Bounding, PLDI 2007). Threads may be
 * switched wherever the product's classes access shared state, and at the points of the scene.
 */
public final class Exploration {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final int SHOWN = 60;

  private final int preemptions;
  private final boolean withLeaps;

  private Exploration(int preemptions, boolean withLeaps) {
    this.preemptions = preemptions;
    this.withLeaps = withLeaps;
  }

  /**
   * Creates an exploration in which time passes only while every thread waits, so a wait that times
   * out has missed its wake-up.
   */
  public static Exploration upTo(int preemptions) {
    return new Exploration(preemptions, false);
  }

  /**
   * Time may also leap to the next timer while threads could continue. A leap counts as one
   * preemption.
   */
  public Exploration withLeaps() {
    return new Exploration(preemptions, true);
  }

  /**
   * Runs all schedules.
   *
   * @return number of schedules
   * @throws AssertionError with the schedule that failed
   */
  public long of(Scene scene) {
    Path path = new Path(preemptions, withLeaps);
    play(scene, path, 0); // loads classes, so that the following runs are alike
    path.forgets();
    long runs = 0;
    do {
      play(scene, path, ++runs);
    } while (path.turns());
    return runs;
  }

  private static void play(Scene scene, Path path, long run) {
    path.begins();
    Scheduler scheduler = new Scheduler(path, START);
    try {
      scheduler.run(() -> play(scene, new Stage(scheduler, path)));
    } catch (SimulationException e) {
      throw new AssertionError(
          "schedule %d: %s%n%s".formatted(run, e.getMessage(), last(scheduler.lastEvents())), e);
    }
  }

  private static void play(Scene scene, Stage stage) {
    try {
      scene.play(stage);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String last(List<String> events) {
    return String.join(
        System.lineSeparator(), events.subList(Math.max(0, events.size() - SHOWN), events.size()));
  }
}
