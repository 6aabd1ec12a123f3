package org.bora.server.metrics;

import java.util.List;
import org.bora.backend.database.PoolFigures;
import org.bora.backend.database.WorkFigures;
import org.bora.backend.stage.TapeMoves;

/** Metrics that a backend counts itself, without asking the database or another process. */
public record BackendMetrics(BackendView view) implements MetricSource {
  private static final Metric CONNECTIONS =
      Metric.gauge(
          "bora_database_connections", "Database connections by pool and state.", "pool", "state");
  private static final Metric WAITING =
      Metric.gauge(
          "bora_database_waiting",
          "Operations that are waiting for a database connection.",
          "work");
  private static final Metric TIMES =
      Metric.histogram(
          "bora_database_work_seconds",
          "Time of database reads and transactions, including the wait for a connection.",
          "work");
  private static final Metric STATEMENTS =
      Metric.counter("bora_database_statements", "SQL statements sent to the database.", "work");
  private static final Metric RETRIES =
      Metric.counter(
          "bora_database_retries",
          "Database work that was repeated after a deadlock, a lost connection or a certification failure.",
          "work");
  private static final Metric FAILURES =
      Metric.counter("bora_database_failures", "Database work that failed for good.", "work");
  private static final Metric GRIDFTP =
      Metric.gauge(
          "bora_gridftp_healthy",
          "1 while a GridFTP server is healthy and receives transfers, otherwise 0.",
          "door");
  private static final Metric MOVED_FILES =
      Metric.counter(
          "bora_tape_moved_files",
          "Files that this backend has recalled, migrated or removed from tape.",
          "library",
          "work");
  private static final Metric MOVED_BYTES =
      Metric.counter(
          "bora_tape_moved_bytes",
          "Bytes that this backend has recalled from tape or migrated to tape.",
          "library",
          "work");
  private static final Metric TAPE_FAILURES =
      Metric.counter(
          "bora_tape_failures",
          "Failed attempts to recall, migrate or remove a file on tape.",
          "library",
          "work");
  private static final Metric RECALL_WAIT =
      Metric.histogram(
          "bora_tape_recall_wait_seconds",
          "Time from the first request for a file on tape until the file is on disk.",
          "library");
  private static final Metric COPIES =
      Metric.counter(
          "bora_copies_ended", "Files of srmCopy requests that have ended, by result.", "result");
  private static final Metric COPIED =
      Metric.counter("bora_copies_bytes", "Bytes transferred by srmCopy.");
  private static final Metric TURLS =
      Metric.counter(
          "bora_backend_https_turls",
          "Transfer URLs of HTTPS in replies to clients, by direction.",
          "direction");
  private static final Metric SWEPT =
      Metric.counter(
          "bora_swept",
          "Objects that background sweeps have ended, removed or repaired, by kind.",
          "what");

  static final List<Metric> METRICS =
      List.of(
          CONNECTIONS,
          WAITING,
          TIMES,
          STATEMENTS,
          RETRIES,
          FAILURES,
          GRIDFTP,
          MOVED_FILES,
          MOVED_BYTES,
          TAPE_FAILURES,
          RECALL_WAIT,
          COPIES,
          COPIED,
          TURLS,
          SWEPT);

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    view.database().figures().forEach(pool -> pool(samples, pool));
    view.transactions().figures().forEach(work -> work(samples, work));
    view.gridFtp()
        .health()
        .forEach(one -> samples.add(GRIDFTP, one.healthy() ? 1 : 0, one.server().name()));
    view.libraries().forEach(library -> tape(samples, library));
    samples.add(COPIES, view.copies().done(), "done");
    samples.add(COPIES, view.copies().others(), "not_done");
    samples.add(COPIED, view.copies().bytes());
    samples.add(TURLS, view.turls().reading(), "get");
    samples.add(TURLS, view.turls().writing(), "put");
    view.work()
        .sweep()
        .totals()
        .forEach((what, count) -> samples.add(SWEPT, count, what.replace(' ', '_')));
  }

  private static void pool(Samples samples, PoolFigures pool) {
    samples.add(CONNECTIONS, pool.inUse(), pool.name(), "in_use");
    samples.add(CONNECTIONS, pool.open(), pool.name(), "open");
    samples.add(CONNECTIONS, pool.most(), pool.name(), "most");
  }

  private static void work(Samples samples, WorkFigures work) {
    samples.add(WAITING, work.waiting(), work.name());
    samples.add(TIMES, work.times(), work.name());
    samples.add(STATEMENTS, work.statements(), work.name());
    samples.add(RETRIES, work.retries(), work.name());
    samples.add(FAILURES, work.failures(), work.name());
  }

  private void tape(Samples samples, String library) {
    TapeMoves moves = view.tape().libraries().moves(library);
    moved(samples, library, "recall", moves.recalls().total());
    moved(samples, library, "migrate", moves.migrations().total());
    moved(samples, library, "remove", moves.removals().total());
    samples.add(RECALL_WAIT, moves.waits().spread(), library);
  }

  private static void moved(Samples samples, String library, String work, TapeMoves.Total total) {
    samples.add(MOVED_FILES, total.files(), library, work);
    samples.add(MOVED_BYTES, total.bytes(), library, work);
    samples.add(TAPE_FAILURES, total.failures(), library, work);
  }
}
