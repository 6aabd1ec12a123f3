package org.bora.api.figures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last calls that were not done as asked: some that the site has to look after, and some that
 * were refused, so that many of these do not push out the others. Thread safe; a call that goes
 * well never comes here.
 */
public final class LastErrors {
  /** Of each kind. */
  public static final int MOST = 20;

  private final Deque<CallError> faults = new ArrayDeque<>(MOST);
  private final Deque<CallError> refusals = new ArrayDeque<>(MOST);

  /** Another one; the oldest of its kind is forgotten for it. */
  public synchronized void add(CallError error) {
    Deque<CallError> kept = error.result() == CallResult.FAILED ? faults : refusals;
    if (kept.size() == MOST) {
      kept.removeLast();
    }
    kept.addFirst(error);
  }

  /** Faults before refusals, of each the newest first. */
  public synchronized List<CallError> list() {
    List<CallError> all = new ArrayList<>(faults);
    all.addAll(refusals);
    return all;
  }
}
