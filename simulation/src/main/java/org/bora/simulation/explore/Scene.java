package org.bora.simulation.explore;

/** What a few threads do, and what has to be true in the end. The same at each call of it. */
@FunctionalInterface
public interface Scene {

  /** Makes everything anew, starts threads, waits for them, and looks at what came of it. */
  void play(Stage stage) throws Exception;
}
