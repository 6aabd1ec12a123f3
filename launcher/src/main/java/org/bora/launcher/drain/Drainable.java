package org.bora.launcher.drain;

import java.util.List;

/** A part of a process that can be taken out of service. Thread safe. */
public interface Drainable {

  /** Begins, if that has not happened; returns at once. */
  void begin();

  /**
   * Takes it back.
   *
   * @return false where it is too late; nothing changes then
   */
  boolean undo();

  /** What stands between now and the moment in which it may be stopped; empty then. */
  List<String> left();
}
