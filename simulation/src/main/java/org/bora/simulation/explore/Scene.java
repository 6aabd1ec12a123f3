package org.bora.simulation.explore;

/** The work of a few threads, and the conditions at its end. It is the same at each call. */
@FunctionalInterface
public interface Scene {

  /** Creates all objects, starts the threads, waits for them, and checks the result. */
  void play(Stage stage) throws Exception;
}
