package org.bora.simulation.time;

import io.grpc.Deadline;
import java.util.concurrent.TimeUnit;

/** gRPC deadlines in simulated time. */
public final class Deadlines {
  private static final Deadline.Ticker SIMULATED =
      new Deadline.Ticker() {
        @Override
        public long nanoTime() {
          return TimedWaits.nanoTime();
        }
      };

  private Deadlines() {}

  /** A deadline after this much time. */
  public static Deadline after(long time, TimeUnit unit) {
    return Deadline.after(time, unit, SIMULATED);
  }
}
