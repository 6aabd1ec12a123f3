package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code (SELECT ...) UNION (SELECT ...)}: equal rows are shown once. */
public record Union(List<Query> of) implements Query {
  @Override
  public Rows run(Run run, Frame outer) {
    List<Rows> all = of.stream().map(query -> query.run(run, outer)).toList();
    Set<List<Object>> seen = new HashSet<>();
    List<Object[]> rows = new ArrayList<>();
    for (Rows part : all) {
      part.rows().stream().filter(row -> seen.add(Arrays.asList(row))).forEach(rows::add);
    }
    return new Rows(all.getFirst().labels(), all.getFirst().kinds(), rows);
  }
}
