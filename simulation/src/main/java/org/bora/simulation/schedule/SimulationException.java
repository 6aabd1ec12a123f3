package org.bora.simulation.schedule;

/** A run could not continue, or one of its threads ended with an uncaught exception. */
public final class SimulationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SimulationException(String message) {
    super(message);
  }

  SimulationException(String message, Throwable cause) {
    super(message, cause);
  }
}
