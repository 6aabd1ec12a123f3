package org.bora.simulation.sql;

import static org.bora.simulation.sql.Sample.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Version;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private final Sample sample = new Sample(1);
  private final List<String> told = new ArrayList<>();

  private void committed(List<Changes.Change> changes) {
    changes.forEach(
        row -> told.add(row.table() + " " + due(row.before()) + " " + due(row.after())));
  }

  private static String due(Optional<Version> row) {
    return row.map(some -> some.text("due_ms")).orElse("-");
  }

  @Test
  void eachRowIsToldOnceAndOnlyWhatIsCommitted() throws SQLException {
    sample.database.tells(this::committed);
    try (Connection one = sample.transactions("one")) {
      run(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('a', 1)");
      run(one, "UPDATE sweep_turn SET due_ms = 2");
      assertEquals(List.of(), told);
      one.commit();
      run(one, "UPDATE sweep_turn SET due_ms = 3");
      one.rollback();
      run(one, "INSERT INTO sweep_turn (task, due_ms) VALUES ('b', 4)");
      run(one, "DELETE FROM sweep_turn WHERE task = 'b'");
      one.commit();
      run(one, "DELETE FROM sweep_turn");
      one.commit();
    }
    assertEquals(List.of("sweep_turn - 2", "sweep_turn 2 -"), told);
  }
}
