package org.bora.gridftp.watch;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Each healthy server in turn: the right choice for equal servers on one filesystem. */
public final class RoundRobin implements Balancing {

  private final AtomicInteger turn = new AtomicInteger();

  @Override
  public ServerHealth choose(List<ServerHealth> healthy) {
    // floorMod: the counter wraps to negative after two thousand million choices
    return healthy.get(Math.floorMod(turn.getAndIncrement(), healthy.size()));
  }
}
