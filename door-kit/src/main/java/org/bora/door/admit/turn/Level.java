package org.bora.door.admit.turn;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Chooses the next flow among those with waiting calls: start-time fair queueing (P. Goyal, H. Vin,
 * H. Cheng, SIGCOMM 1996). A turn moves its flow ahead by the inverse of its weight; a flow that
 * comes back after a while starts at virtual time, so that no caller saves up turns by being away.
 * Two flows that both have something waiting never drift apart by more than one turn of each.
 *
 * <p>Virtual time is the start of the turn given last, as in the paper, but goes on where flows
 * never seen before keep coming: it gains what each of those who wait, and one who comes, is owed
 * by a turn. Otherwise all that come new would be served before who was served once. Not thread
 * safe.
 */
final class Level<F extends FairFlow> {
  private static final int FEW = 64;

  private final Function<String, F> maker;
  private final Map<String, F> flows = new HashMap<>();
  private final TreeSet<F> waiting =
      new TreeSet<>(
          Comparator.comparingDouble((F flow) -> flow.start).thenComparingLong(flow -> flow.order));
  private double virtualTime;
  private long arrivals;
  private int weight;

  /** So many flows are remembered before the next look at which of them need not be. */
  private int forgetAt = FEW;

  Level(Function<String, F> maker) {
    this.maker = maker;
  }

  F flow(String name) {
    return flows.computeIfAbsent(name, maker);
  }

  /** Something of it waits now; nothing did before. */
  void join(F flow) {
    flow.start = Math.max(virtualTime, flow.finish);
    flow.order = arrivals++;
    waiting.add(flow);
    weight += flow.weight;
  }

  /** Nothing of it waits any more, and it was not its turn. */
  void quit(F flow) {
    waiting.remove(flow);
    weight -= flow.weight;
    forget();
  }

  F first() {
    return waiting.first();
  }

  /** Its turn is taken. */
  void served(F flow, boolean more) {
    waiting.remove(flow);
    double owed = virtualTime + 1.0 / (weight + 1);
    double next = waiting.isEmpty() ? owed : Math.min(owed, waiting.first().start);
    virtualTime = Math.max(flow.start, next);
    flow.finish = flow.start + 1.0 / flow.weight;
    if (more) {
      flow.start = flow.finish;
      flow.order = arrivals++;
      waiting.add(flow);
    } else {
      weight -= flow.weight;
      forget();
    }
  }

  /** A flow that has paid for its last turn is as good as a new one. */
  private void forget() {
    if (waiting.isEmpty()) {
      flows.clear();
      virtualTime = 0;
      forgetAt = FEW;
    } else if (flows.size() > forgetAt) {
      flows.values().removeIf(flow -> flow.finish <= virtualTime && !waiting.contains(flow));
      forgetAt = Math.max(FEW, 2 * flows.size());
    }
  }

  /** Flows with something waiting. */
  int count() {
    return waiting.size();
  }

  /** Their weights together. */
  int weight() {
    return weight;
  }

  Iterable<F> all() {
    return waiting;
  }

  /** Flows that are remembered, waiting or not. */
  int remembered() {
    return flows.size();
  }
}
