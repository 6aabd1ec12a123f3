package org.bora.simulation.sql;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The points where the database lets other threads run. The simulation's scheduler chooses them.
 */
public interface Pauses {

  /**
   * Called on the caller's thread before a statement or commit starts, with nothing locked.
   *
   * @param process the owner of the connection
   * @param what its text
   */
  void before(String process, String what);

  /**
   * Returns when the condition holds, or when this much simulated time has passed.
   *
   * @return whether it holds
   */
  boolean await(BooleanSupplier condition, Duration most);

  /** The condition of a waiting thread may have come to hold. */
  void changed();
}
