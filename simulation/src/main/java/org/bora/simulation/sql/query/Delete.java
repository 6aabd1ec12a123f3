package org.bora.simulation.sql.query;

import java.util.List;
import java.util.Set;

/** {@code DELETE}. */
public final class Delete implements Statement {
  private final Join join;
  private final Select.Ending ending;

  public Delete(From from, Expr where, Select.Ending ending) {
    this.join = new Join(List.of(from), where);
    this.ending = ending;
  }

  @Override
  public Outcome run(Run run) {
    Join.Scan scan = join.open(run, null);
    List<Join.Match> matches =
        new Locking(scan, join.froms(), Set.of(0))
            .lock(ending.orders(), false, ending.most(scan.frame));
    RowChanges writes = new RowChanges(run);
    matches.forEach(match -> writes.delete(match.of()[0]));
    return Outcome.of(matches.size());
  }
}
