package org.bora.backend.duty;

/**
 * Work that a backend takes up by itself, beside all others. While it rests it takes up nothing
 * new; what is waiting is left to the other backends, and what runs comes to its end. Thread safe;
 * nothing here blocks.
 */
public interface Duty {

  /** Takes up nothing new from now on. */
  void rest();

  /** Takes up work again. */
  void resume();

  /** How many pieces of work run. */
  int atWork();
}
