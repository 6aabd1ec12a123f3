package org.bora.simulation.sql.lock;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Blocks a thread that waits for a row. */
public interface Standstill {

  /**
   * Returns when the condition holds, or when the time is over. Other threads run meanwhile.
   *
   * @return whether it holds
   */
  boolean await(BooleanSupplier condition, Duration most);

  /** The condition of a waiting thread may have come to hold. */
  void changed();
}
