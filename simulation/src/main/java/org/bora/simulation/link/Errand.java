package org.bora.simulation.link;

import java.util.ArrayList;
import java.util.List;

/**
 * What a caller wants. Calls are made for it, one after the other, and perhaps to several backends;
 * each of them knows its errand on both sides of the link.
 */
public final class Errand {
  private final long end;
  private final List<Beginning> begun = new ArrayList<>();
  private int left;

  /**
   * @param end when that ends which it is about, in the time of the scheduler; 0: never
   */
  public Errand(long end) {
    this.end = end;
  }

  /** When that ends which it is about; 0: never. */
  public long end() {
    return end;
  }

  /**
   * A backend has begun one of its calls.
   *
   * @param number which of them, in the order in which they left
   * @param again whether the backend is told that another one may have begun an earlier one
   */
  public record Beginning(int number, boolean again) {}

  /**
   * A call for an errand.
   *
   * @param number 0: it has not left
   */
  public record Sent(Errand errand, int number) {

    Sent leaves() {
      return new Sent(errand, ++errand.left);
    }

    /** The backend begins it. */
    public void begins(boolean again) {
      errand.begun.add(new Beginning(number, again));
    }
  }

  /** In the order in which they began. */
  public List<Beginning> begun() {
    return List.copyOf(begun);
  }
}
