package org.bora.simulation.sql.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.bora.simulation.sql.store.Row;

/** {@code UPDATE} of one table or of several joined tables. */
public final class Update implements Statement {
  private final Join join;
  private final List<Assignment> assignments;
  private final Select.Ending ending;

  public Update(List<From> froms, List<Assignment> assignments, Expr where, Select.Ending ending) {
    this.join = new Join(froms, where);
    this.assignments = List.copyOf(assignments);
    this.ending = ending;
  }

  @Override
  public Outcome run(Run run) {
    Join.Scan scan = join.open(run, null);
    Frame frame = scan.frame;
    TreeSet<Integer> changed = new TreeSet<>();
    for (Assignment assignment : assignments) {
      changed.add(assignment.column().source(frame));
    }
    List<Join.Match> matches =
        new Locking(scan, join.froms(), changed).lock(ending.orders(), false, ending.most(frame));
    RowChanges writes = new RowChanges(run);
    Map<Row, Object[]> after = new LinkedHashMap<>();
    for (Join.Match match : matches) {
      for (int source : changed) {
        Row row = match.of()[source];
        if (row != null && !after.containsKey(row)) {
          frame.set(match.rows());
          after.put(row, Assignment.apply(assignments, frame, source, row.table()));
        }
      }
    }
    after.forEach(writes::update);
    return Outcome.of(after.size());
  }
}
