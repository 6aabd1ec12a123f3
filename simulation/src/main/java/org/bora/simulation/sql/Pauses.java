package org.bora.simulation.sql;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Where the database lets others work: the scheduler of the simulation decides who does. */
public interface Pauses {

  /**
   * Called on the caller's thread before a statement or commit is begun, with nothing locked.
   *
   * @param process whose connection it is
   * @param what its text
   */
  void before(String process, String what);

  /**
   * Returns when the condition holds, or when so much of the simulated time has passed.
   *
   * @return whether it holds
   */
  boolean await(BooleanSupplier condition, Duration most);

  /** The condition of a thread that waits may hold now. */
  void changed();
}
