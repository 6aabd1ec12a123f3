package org.bora.server.wire;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.springframework.context.SmartLifecycle;

/**
 * One {@link Phase} of a {@link Role}: starts the parts of that phase and stops them in the
 * opposite order. A start that fails half way is stopped like one that succeeded.
 *
 * <p>Does not start by itself when the application context is refreshed: the context holds a lock
 * then, and a signal could not stop a process that waits for its database.
 */
final class Stage implements SmartLifecycle {

  /** Starts the parts of a phase, in their order, by constructor calls. */
  @FunctionalInterface
  interface Start {
    void run(Running parts) throws IOException, InterruptedException, StartFailure;
  }

  /** Carries a checked exception of a start through Spring. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(Exception cause) {
      super(cause);
    }
  }

  private final Phase phase;
  private final Start start;
  private final Running parts;
  private volatile boolean running;

  /**
   * @param ports where the process listens, for all its phases
   */
  Stage(Phase phase, Start start, List<Listening> ports) {
    this.parts = new Running(ports);
    this.phase = Objects.requireNonNull(phase, "phase");
    this.start = Objects.requireNonNull(start, "start");
  }

  /** Its parts. */
  Running parts() {
    return parts;
  }

  @Override
  public int getPhase() {
    return phase.number();
  }

  @Override
  public boolean isAutoStartup() {
    return false;
  }

  @Override
  public void start() {
    running = true;
    try {
      start.run(parts);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed(e);
    } catch (IOException | StartFailure e) {
      throw new Failed(e);
    }
  }

  @Override
  public void stop() {
    parts.close();
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
