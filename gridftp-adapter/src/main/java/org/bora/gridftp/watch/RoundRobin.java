package org.bora.gridftp.watch;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Chooses each healthy server in turn, for equal servers on one filesystem. */
public final class RoundRobin implements Balancing {

  private final AtomicInteger turn = new AtomicInteger();

  @Override
  public ServerHealth choose(List<ServerHealth> healthy) {
    // floorMod: the counter wraps to negative after two thousand million choices
    return healthy.get(Math.floorMod(turn.getAndIncrement(), healthy.size()));
  }
}
