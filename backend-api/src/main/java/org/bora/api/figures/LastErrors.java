package org.bora.api.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The last calls that did not succeed, grouped by result. Failures that the site must repair and
 * refusals are kept apart, so that many refusals do not push out failures. Thread safe; successful
 * calls never come here.
 */
public final class LastErrors {
  /** Of each kind. */
  public static final int MOST = 20;

  private final SequencedMap<Object, CallError> faults = new LinkedHashMap<>();
  private final SequencedMap<Object, CallError> refusals = new LinkedHashMap<>();

  /** Adds an error; one of a new kind replaces the oldest one. */
  public void add(CallError error) {
    Object kind = error.kind();
    synchronized (this) {
      SequencedMap<Object, CallError> kept =
          error.result() == CallResult.FAILED ? faults : refusals;
      CallError before = kept.remove(kind);
      kept.putFirst(kind, before == null ? error : before.and(error));
      if (kept.size() > MOST) {
        kept.pollLastEntry();
      }
    }
  }

  /** Faults before refusals, of each the newest first. */
  public synchronized List<CallError> list() {
    List<CallError> all = new ArrayList<>(faults.values());
    all.addAll(refusals.values());
    return all;
  }
}
