package org.bora.backend.serve;

import io.grpc.Context;

/** Whether somebody waits for what the current thread does. */
public final class Waiting {

  private Waiting() {}

  /**
   * Whether it works for a call whose frontend is gone or whose deadline has passed. Work that
   * nobody called for, or that goes on after its call, is never given up here.
   */
  public static boolean isOver() {
    return Context.current().isCancelled();
  }
}
