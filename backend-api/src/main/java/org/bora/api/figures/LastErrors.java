package org.bora.api.figures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The last calls that were not done as asked, those that ended alike together: some that the site
 * has to look after, and some that were refused, so that many of these do not push out the others.
 * Thread safe; a call that goes well never comes here.
 */
public final class LastErrors {
  /** Of each kind. */
  public static final int MOST = 20;

  private final SequencedMap<Object, CallError> faults = new LinkedHashMap<>();
  private final SequencedMap<Object, CallError> refusals = new LinkedHashMap<>();

  /** Another one; where it is of a new kind, the one that was longest ago is forgotten for it. */
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
