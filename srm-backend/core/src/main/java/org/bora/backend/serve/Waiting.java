package org.bora.backend.serve;

import io.grpc.Context;

/** Whether a caller waits for the current thread. */
public final class Waiting {
  private static final Context.Key<Begun> BEGUN = Context.key("begun");

  private record Begun(Standstill standstill, long at) {
    boolean mayBeGivenUp() {
      return standstill.mayHaveGivenUp(at);
    }
  }

  private Waiting() {}

  /** The context of a frontend's call that begins now. */
  static Context.CancellableContext begin(Context around, Standstill standstill) {
    return around.withValue(BEGUN, new Begun(standstill, standstill.now())).withCancellation();
  }

  /**
   * Whether the work belongs to a call whose frontend is gone, whose deadline has passed, or that a
   * frontend may have abandoned while this process was frozen. False for work without a call, or
   * work that continues after its call.
   */
  public static boolean isOver() {
    Context current = Context.current();
    if (current.isCancelled()) {
      return true;
    }
    return stoodStill();
  }

  /** Whether this process stood still during the call that the current thread works for. */
  static boolean stoodStill() {
    Begun begun = BEGUN.get();
    return begun != null && begun.mayBeGivenUp();
  }
}
