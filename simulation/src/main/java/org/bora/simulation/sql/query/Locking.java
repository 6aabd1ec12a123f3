package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.simulation.sql.lock.Locks;
import org.bora.simulation.sql.lock.Work;
import org.bora.simulation.sql.store.Row;
import org.bora.simulation.sql.store.Values;

/**
 * Locks the rows of a statement one after the other, and checks each again afterwards, because it
 * may have changed meanwhile. A row that no longer satisfies the condition is released, as both
 * servers do at READ COMMITTED.
 */
final class Locking {
  private final Join.Scan scan;
  private final Set<Integer> sources;
  private final List<From> froms;

  /**
   * Creates a lock of rows.
   *
   * @param sources which are locked, by position
   */
  Locking(Join.Scan scan, List<From> froms, Set<Integer> sources) {
    this.scan = scan;
    this.froms = froms;
    this.sources = sources;
  }

  /** All tables among the sources. */
  static Set<Integer> allTables(Join.Scan scan) {
    return IntStream.range(0, scan.frame.sources.size())
        .filter(source -> scan.frame.sources.get(source).table() != null)
        .boxed()
        .collect(Collectors.toSet());
  }

  /**
   * Locks the rows, in the order of the statement.
   *
   * @param skip whether rows locked by others are skipped
   * @param most maximum number of rows
   */
  List<Join.Match> lock(List<Order> orders, boolean skip, long most) {
    List<Join.Match> locked = new ArrayList<>();
    for (Join.Match match : inOrder(orders, scan.toBeLocked(sources))) {
      if (locked.size() >= most) {
        break;
      }
      Join.Match again = locked(match, skip);
      if (again != null) {
        locked.add(again);
      }
    }
    return locked;
  }

  private List<Join.Match> inOrder(List<Order> orders, List<Join.Match> matches) {
    @SuppressWarnings("ArrayRecordComponent") // nothing compares these
    record Placed(Object[] key, Join.Match match) {}
    if (orders.isEmpty()) {
      return matches;
    }
    List<Placed> placed = new ArrayList<>();
    for (Join.Match match : matches) {
      scan.frame.set(match.rows());
      placed.add(new Placed(Order.key(orders, scan.frame), match));
    }
    placed.sort(Comparator.comparing(Placed::key, Order.of(orders)));
    return placed.stream().map(Placed::match).toList();
  }

  /** The current state of the match; null if it does not match any more. */
  private Join.Match locked(Join.Match match, boolean skip) {
    Locks locks = scan.frame.run.locks();
    Work work = scan.frame.run.work();
    List<Row> taken = new ArrayList<>();
    Object[][] now = match.rows().clone();
    boolean all = true;
    for (int source : sources) {
      Row row = match.of()[source];
      if (row == null || !all) {
        continue;
      }
      boolean had = locks.holds(work, row);
      if (skip) {
        all = locks.tryAcquire(work, row, true);
      } else {
        locks.acquire(work, row, true);
      }
      if (all) {
        now[source] = row.current();
        if (!had) {
          taken.add(row);
        }
      }
    }
    if (all && stillMatches(match, now)) {
      return new Join.Match(now, match.of());
    }
    taken.forEach(row -> locks.release(work, row));
    return null;
  }

  private boolean stillMatches(Join.Match match, Object[][] now) {
    scan.frame.set(now);
    for (int source = 0; source < now.length; source++) {
      if (match.rows()[source] != null && now[source] == null) {
        return false;
      }
      if (froms.get(source).left()
          && now[source] != null
          && !Values.holds(froms.get(source).on().value(scan.frame))) {
        return false;
      }
    }
    return scan.holds();
  }
}
