package org.bora.simulation.explore;

import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.schedule.Choices;

/**
 * The choices of one run, and the choice of the next run. The search is depth-first and tries the
 * free option of each choice first. A preemption costs 1, and so does a leap of time.
 */
final class Path implements Choices {
  private final int most;
  private final boolean withLeaps;
  private final List<Decision> decisions = new ArrayList<>();
  private int at;
  private int spent;
  private boolean open;
  private boolean leapt;

  /** A point where a run could continue in more than one way. */
  private static final class Decision {
    private final int options;

    /** The free option; -1 if all options are free. */
    private final int free;

    private int tried;

    Decision(int options, int free) {
      this.options = options;
      this.free = free;
    }

    int option() {
      return free < 0 ? tried : (free + tried) % options;
    }

    int cost() {
      return cost(tried);
    }

    int cost(int attempt) {
      return free < 0 || attempt == 0 ? 0 : 1;
    }
  }

  /**
   * Starts the search.
   *
   * @param most maximum cost of a run
   * @param withLeaps whether time may leap
   */
  Path(int most, boolean withLeaps) {
    this.most = most;
    this.withLeaps = withLeaps;
  }

  /** Starts to explore; before, the run takes no choices. */
  void opens() {
    open = true;
  }

  /** Stops exploring in this run. */
  void closes() {
    open = false;
  }

  /** Whether time has leapt in this run although a thread could continue. */
  boolean hasLeapt() {
    return leapt;
  }

  /** Begins a run. */
  void begins() {
    at = 0;
    spent = 0;
    leapt = false;
    open = false;
  }

  /** Discards a run that only loaded classes. */
  void forgets() {
    decisions.clear();
  }

  /** Turns to the next run; false if there is none. */
  boolean turns() {
    if (at < decisions.size()) {
      throw strays("choice %d is missing".formatted(at + 1));
    }
    int before = decisions.stream().mapToInt(Decision::cost).sum();
    while (!decisions.isEmpty()) {
      Decision last = decisions.getLast();
      before -= last.cost();
      if (last.tried + 1 < last.options && before + last.cost(last.tried + 1) <= most) {
        last.tried++;
        return true;
      }
      decisions.removeLast();
    }
    return false;
  }

  @Override
  public int below(int bound) {
    return bound == 1 ? 0 : decide(bound, -1);
  }

  @Override
  public int thread(int count, int last) {
    if (!open) {
      return Math.max(0, last);
    }
    return count == 1 ? 0 : decide(count, last);
  }

  @Override
  public boolean leaps() {
    boolean now = open && withLeaps && decide(2, 0) == 1;
    leapt |= now;
    return now;
  }

  @Override
  public boolean isFine() {
    return open;
  }

  private int decide(int options, int free) {
    if (free >= 0 && spent == most) {
      return free;
    }
    if (at == decisions.size()) {
      decisions.add(new Decision(options, free));
    }
    Decision decision = decisions.get(at++);
    if (decision.options != options || decision.free != free) {
      throw strays("choice %d was among %d, and is %d".formatted(at, decision.options, options));
    }
    spent += decision.cost();
    return decision.option();
  }

  private static IllegalStateException strays(String how) {
    return new IllegalStateException(how + ": the scene does not depend on its choices alone");
  }
}
