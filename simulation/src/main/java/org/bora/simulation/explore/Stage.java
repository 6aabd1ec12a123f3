package org.bora.simulation.explore;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.bora.simulation.schedule.Scheduler;

/** One run of a scene. */
public final class Stage {
  private static final String PROCESS = "scene";

  private final Scheduler scheduler;
  private final Path path;
  private final Thread main;
  private int running;
  private int aside;

  /** The work of a thread. */
  @FunctionalInterface
  public interface Part {
    void play() throws Exception;
  }

  Stage(Scheduler scheduler, Path path) {
    this.scheduler = scheduler;
    this.path = path;
    this.main = Thread.currentThread();
  }

  /** Clock, timers and points of the run. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Starts to explore schedules. Everything before is the common beginning of all schedules. */
  public void opens() {
    path.opens();
  }

  /** Stops exploring: the relevant part of the scene is over. */
  public void closes() {
    path.closes();
  }

  /** Starts a thread. The run fails if the thread ends with an exception. */
  public void start(String name, Part part) {
    running++;
    scheduler.start(
        PROCESS,
        name,
        () -> {
          played(part);
          if (--running == 0) {
            LockSupport.unpark(main);
          }
        });
  }

  /** Starts a thread that {@link #end} does not wait for. */
  public void startAside(String name, Part part) {
    aside++;
    scheduler.start(
        PROCESS,
        name,
        () -> {
          played(part);
          if (--aside == 0) {
            LockSupport.unpark(main);
          }
        });
  }

  /** Waits for these threads, too. */
  public void endAside() {
    while (aside > 0) {
      LockSupport.park(this);
    }
  }

  private static void played(Part part) {
    try {
      part.play();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits, without limit, until all threads that were started have ended. */
  public void end() {
    while (running > 0) {
      LockSupport.park(this);
    }
  }

  /**
   * Lets the other threads run until all of them wait or have ended; only before {@link #opens}.
   */
  public void settle() {
    scheduler.sleep(Duration.ofMillis(1));
  }

  /** Whether time has leapt although a thread could continue; waits may then have timed out. */
  public boolean hasLeapt() {
    return path.hasLeapt();
  }
}
