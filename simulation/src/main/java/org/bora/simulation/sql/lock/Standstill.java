package org.bora.simulation.sql.lock;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How a thread that waits for a row stands still. */
public interface Standstill {

  /**
   * Returns when the condition holds, or when the time is over. Others work meanwhile.
   *
   * @return whether it holds
   */
  boolean await(BooleanSupplier condition, Duration most);

  /** A condition for which a thread waits may have come to hold. */
  void changed();
}
