package org.bora.backend.duty;

/**
 * Background work of a backend, which all backends share. While it rests, it takes up nothing new:
 * waiting work is left to other backends, and running work ends normally. Thread safe; nothing here
 * blocks.
 */
public interface Duty {

  /** Takes up nothing new from now on. */
  void rest();

  /** Takes up work again. */
  void resume();

  /** How many pieces of work run. */
  int atWork();
}
