package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bora.simulation.sql.lock.Work;
import org.bora.simulation.sql.store.Row;
import org.bora.simulation.sql.store.Values;

/**
 * The combinations of rows from several sources that satisfy a condition: nested loops through
 * indexes.
 */
final class Join {
  private final List<From> froms;
  private final Expr where;

  /** Made at the first run: the statement and the schema do not change. */
  private JoinPlan plan;

  Join(List<From> froms, Expr where) {
    this.froms = List.copyOf(froms);
    this.where = where;
  }

  /**
   * One row of each source.
   *
   * @param rows the versions that were found; null if an outer join found none
   * @param of the rows of tables; null for other sources
   */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares matches
  record Match(Object[][] rows, Row[] of) {}

  List<From> froms() {
    return froms;
  }

  /** A frame for one run, and the rows of sources that are not tables. */
  Scan open(Run run, Frame outer) {
    List<Source> sources = new ArrayList<>();
    List<List<Object[]>> rows = new ArrayList<>();
    for (From from : froms) {
      From.Opened opened = from.open(run, outer);
      sources.add(opened.source());
      rows.add(opened.rows());
    }
    Frame frame = new Frame(run, outer, sources);
    if (plan == null) {
      plan = JoinPlan.of(froms, where, frame);
    }
    return new Scan(frame, rows);
  }

  /** One run. */
  final class Scan {
    final Frame frame;
    private final List<List<Object[]>> given;
    private final Row[] of;
    private final List<Match> found = new ArrayList<>();
    private Set<Integer> locked = Set.of();
    private long most = Long.MAX_VALUE;

    private Scan(Frame frame, List<List<Object[]>> given) {
      this.frame = frame;
      this.given = given;
      this.of = new Row[froms.size()];
    }

    /** The rows that READ COMMITTED shows. At most this many, if any will do. */
    List<Match> visible(long limit) {
      most = limit;
      step(0);
      return found;
    }

    /**
     * The rows to be locked. They include rows of which an uncommitted version satisfies the
     * condition, or the committed version that another transaction has changed. The statement waits
     * for these.
     *
     * @param which sources, by position
     */
    List<Match> toBeLocked(Set<Integer> which) {
      locked = which;
      step(0);
      Set<List<Row>> seen = new LinkedHashSet<>();
      return found.stream().filter(match -> seen.add(Arrays.asList(match.of()))).toList();
    }

    /** Whether the rows in the frame satisfy the condition, except conditions of outer joins. */
    boolean holds() {
      return plan.all().stream().allMatch(condition -> Values.holds(condition.value(frame)));
    }

    private void step(int at) {
      if (found.size() >= most) {
        return;
      }
      if (at == froms.size()) {
        if (plan.last().stream().allMatch(last -> Values.holds(last.value(frame)))) {
          found.add(new Match(frame.rows.clone(), of.clone()));
        }
        return;
      }
      JoinPlan.Step step = plan.steps().get(at);
      int source = step.source();
      boolean partner = false;
      if (given.get(source) != null) {
        for (Object[] row : given.get(source)) {
          partner |= tried(at, step, null, row);
        }
      } else {
        for (Row row : step.access().rows(frame)) {
          for (Object[] version : versions(source, row)) {
            partner |= tried(at, step, row, version);
          }
        }
      }
      frame.rows[source] = null;
      of[source] = null;
      if (!partner && froms.get(source).left() && hold(step.filters())) {
        step(at + 1);
      }
    }

    /** Whether the row is a partner of the rows before. */
    private boolean tried(int at, JoinPlan.Step step, Row row, Object[] version) {
      frame.rows[step.source()] = version;
      of[step.source()] = row;
      if (!hold(step.on())) {
        return false;
      }
      if (hold(step.filters())) {
        step(at + 1);
      }
      return true;
    }

    private boolean hold(List<Expr> conditions) {
      for (Expr condition : conditions) {
        if (!Values.holds(condition.value(frame))) {
          return false;
        }
      }
      return true;
    }

    private List<Object[]> versions(int source, Row row) {
      Work work = frame.run.work();
      if (locked.contains(source) && row.isChangedByOther(work)) {
        List<Object[]> both = new ArrayList<>(Arrays.asList(row.committed(), row.current()));
        both.removeIf(Objects::isNull);
        return both;
      }
      Object[] one = locked.contains(source) ? row.current() : row.visibleTo(work);
      return one == null ? List.of() : Collections.singletonList(one);
    }
  }
}
