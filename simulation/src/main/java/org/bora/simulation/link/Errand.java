package org.bora.simulation.link;

import java.util.ArrayList;
import java.util.List;

/**
 * One purpose of a caller. Its calls are made one after the other, perhaps to several backends.
 * Each call knows its errand on both sides of the link.
 */
public final class Errand {
  private final long end;
  private final List<Beginning> begun = new ArrayList<>();
  private int left;

  /**
   * Creates an errand.
   *
   * @param end when its subject (such as a pin) expires, in the scheduler's time; 0: never
   */
  public Errand(long end) {
    this.end = end;
  }

  /** When the errand's subject expires; 0: never. */
  public long end() {
    return end;
  }

  /**
   * A backend has begun one of the calls.
   *
   * @param number of the call, in the order of sending
   * @param again whether the backend is told that another one may have begun an earlier call
   */
  public record Beginning(int number, boolean again) {}

  /**
   * A call for an errand.
   *
   * @param number 0: the call was not sent yet
   */
  public record Sent(Errand errand, int number) {

    Sent leaves() {
      return new Sent(errand, ++errand.left);
    }

    /** The backend begins the call. */
    public void begins(boolean again) {
      errand.begun.add(new Beginning(number, again));
    }
  }

  /** The calls that backends have begun, in this order. */
  public List<Beginning> begun() {
    return List.copyOf(begun);
  }
}
