package org.bora.backend.scenario.points;

/**
 * What others do by way of the second backend, while the first one is dead or frozen.
 *
 * @param name says it
 * @param takesTime whether deadlines pass: no database keeps locks for so long
 * @param asksAgain whether clients that had no answer to srmPutDone repeat it in the end
 */
record Script<T>(String name, boolean takesTime, boolean asksAgain, Act<T> act) {

  /** What is done. */
  @FunctionalInterface
  interface Act<T> {
    void on(Stage stage, T prepared, Backend backend) throws Exception;
  }

  static <T> Script<T> of(String name, Act<T> act) {
    return new Script<>(name, false, true, act);
  }

  static <T> Script<T> late(String name, Act<T> act) {
    return new Script<>(name, true, true, act);
  }

  static <T> Script<T> unasked(String name, Act<T> act) {
    return new Script<>(name, true, false, act);
  }
}
