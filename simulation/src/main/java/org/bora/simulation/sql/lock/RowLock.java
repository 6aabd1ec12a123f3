package org.bora.simulation.sql.lock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Who has a row, shared or alone, and who waits for it. */
public final class RowLock {
  private final Set<Work> sharers = new LinkedHashSet<>();
  private final List<LockWait> waits = new ArrayList<>();
  private Work owner;

  /** Whether a transaction has it already, as strongly as it asks. */
  boolean isHeld(Work work, boolean alone) {
    return owner == work || (!alone && sharers.contains(work));
  }

  /** The others whose locks keep a transaction from it. */
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
