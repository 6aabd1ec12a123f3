package org.bora.door.admit.turn;

/** One participant of a {@link Level}; only the level changes it. */
class FairFlow {
  final String name;

  /** Turns that it gets for one of a flow with weight 1; changes only while nothing of it waits. */
  int weight = 1;

  /** Virtual time of its next turn, while something of it waits. */
  double start;

  /** Virtual time at which its last turn is paid for. */
  double finish;

  /** Breaks ties: the earlier start of waiting comes first. */
  long order;

  FairFlow(String name) {
    this.name = name;
  }
}
