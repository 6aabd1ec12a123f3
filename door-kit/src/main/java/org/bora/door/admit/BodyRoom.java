package org.bora.door.admit;

import java.util.HashMap;
import java.util.Map;

/** Limits the memory for the bodies of all requests, and the share of one caller. Thread safe. */
public final class BodyRoom {

  /** The result of a request for more memory. */
  public enum Grant {
    GIVEN,
    /** All callers together have used up the memory. */
    NO_ROOM,
    /** The caller holds its share. */
    NO_SHARE
  }

  private final int together;
  private final int perCaller;

  /** Bytes by caller; a caller that holds none has no entry. */
  private final Map<String, Integer> held = new HashMap<>();

  private int all;

  /**
   * @param together bytes of all callers
   * @param perCaller bytes of one of them
   */
  public BodyRoom(int together, int perCaller) {
    this.together = together;
    this.perCaller = perCaller;
  }

  /**
   * Takes bytes for a caller, or none.
   *
   * @param bytes more than 0
   */
  public synchronized Grant take(String caller, int bytes) {
    int its = held.getOrDefault(caller, 0);
    if (bytes > perCaller - its) {
      return Grant.NO_SHARE;
    }
    if (bytes > together - all) {
      return Grant.NO_ROOM;
    }
    held.put(caller, its + bytes);
    all += bytes;
    return Grant.GIVEN;
  }

  /** Returns the memory. */
  public synchronized void giveBack(String caller, int bytes) {
    all -= bytes;
    held.computeIfPresent(caller, (_, its) -> its == bytes ? null : Integer.valueOf(its - bytes));
  }
}
