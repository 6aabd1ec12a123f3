package org.bora.simulation.sql.lock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The holders of a row, shared or exclusive, and the transactions that wait for it. */
public final class RowLock {
  private final Set<Work> sharers = new LinkedHashSet<>();
  private final List<LockWait> waits = new ArrayList<>();
  private Work owner;

  /** Whether a transaction already holds the row in the requested mode. */
  boolean isHeld(Work work, boolean alone) {
    return owner == work || (!alone && sharers.contains(work));
  }

  /** The other transactions whose locks block a transaction. */
  Collection<Work> inTheWayOf(Work work, boolean alone) {
    Set<Work> others = new LinkedHashSet<>();
    if (owner != null) {
      others.add(owner);
    }
    if (alone) {
      others.addAll(sharers);
    }
    others.remove(work);
    return others;
  }

  void grant(Work work, boolean alone) {
    if (alone) {
      owner = work;
    } else {
      sharers.add(work);
    }
  }

  void release(Work work) {
    sharers.remove(work);
    if (owner == work) {
      owner = null;
    }
  }

  List<LockWait> waits() {
    return waits;
  }
}
