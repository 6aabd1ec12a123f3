package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.store.Bytes;
import org.bora.simulation.sql.store.Changes.Change;
import org.bora.simulation.sql.store.Column;
import org.bora.simulation.sql.store.ColumnType;
import org.bora.simulation.sql.store.Table;
import org.bora.simulation.sql.store.Version;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final Task RELEASE = new Task("srmReleaseFiles", "CN=a");
  private static final Task EXTENSION = new Task("srmExtendFileLifeTime", "CN=a");

  private final Report report =
      new Report(new Scheduler(Choices.seeded(1), Instant.EPOCH), Only.ALL);
  private final History history = new History(report);

  private static Optional<Version> row(String table, Object... namesAndValues) {
    Table columns = new Table(table);
    List<Object> values = new ArrayList<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      columns.add(new Column((String) namesAndValues[at], ColumnType.text(100), true, null, false));
      Object value = namesAndValues[at + 1];
      values.add(value instanceof String text ? Bytes.of(text) : value);
    }
    return Optional.of(new Version(columns, values.toArray()));
  }

  private static Optional<Version> pin(String state, long until) {
    return row("pin", "request_id", "r", "state", state, "pin_until_ms", until, "name_key", "n");
  }

  private static Change pin(String before, String after) {
    return new Change("pin", pin(before, 1), pin(after, 1));
  }

  private static Change told(String kind, String by, long files) {
    return new Change(
        "request_event",
        Optional.empty(),
        row(
            "request_event",
            "request_id",
            "r",
            "kind",
            kind,
            "by_name",
            by,
            "ordered",
            0L,
            "files",
            files));
  }

  /** Number of contradictions in a commit of this task. */
  private int wrong(Task task, Change... changes) {
    int before = report.contradictions().size();
    task.call(
        () -> {
          history.commits(List.of(changes));
          return null;
        });
    return report.contradictions().size() - before;
  }

  @Test
  void eachFileThatIsReleasedIsTold() {
    Change released = pin("PINNED", "RELEASED");
    Change withdrawn = pin("WAITING", "WITHDRAWN");
    assertEquals(0, wrong(RELEASE, released, withdrawn, told("RELEASED", "CN=a", 2)));
    assertEquals(1, wrong(RELEASE, released, withdrawn, told("RELEASED", "CN=a", 1)));
    assertEquals(1, wrong(RELEASE, released));
    assertEquals(1, wrong(RELEASE, released, told("RELEASED", "CN=b", 1)));
  }

  @Test
  void whatWasNotDoneIsNotTold() {
    assertEquals(1, wrong(RELEASE, told("RELEASED", "CN=a", 1)));
    assertEquals(1, wrong(RELEASE, told("ABORTED", "CN=a", 1)));
    assertEquals(0, wrong(RELEASE, pin("PINNED", "EXPIRED")));
  }

  @Test
  void pinsOfWhatIsReplacedAreNotAborted() {
    Task abort = new Task("srmAbortRequest", "CN=a");
    Change ended = pin("PINNED", "ABORTED");
    Change stored = new Change("put_file", put("SPACE_AVAILABLE"), put("STORED"));
    assertEquals(1, wrong(abort, ended));
    assertEquals(0, wrong(abort, ended, stored));
  }

  private static Optional<Version> put(String state) {
    return row("put_file", "request_id", "p", "state", state, "pin_until_ms", 1L, "name_key", "n");
  }

  @Test
  void aPinThatBecameLongerMayBeTold() {
    Change longer = new Change("pin", pin("PINNED", 1), pin("PINNED", 2));
    Change same = new Change("pin", pin("PINNED", 2), pin("PINNED", 2));
    assertEquals(0, wrong(EXTENSION, longer, told("EXTENDED", "CN=a", 1)));
    assertEquals(0, wrong(EXTENSION, longer));
    assertEquals(0, wrong(RELEASE, longer));
    assertEquals(1, wrong(EXTENSION, same, told("EXTENDED", "CN=a", 1)));
  }
}
