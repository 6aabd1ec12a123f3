package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.fleet.FilesUnderWay;
import org.bora.backend.space.AreaReport;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.report.TapeReport;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.turl.TurlCounts;
import org.bora.gridftp.watch.GridFtpServers;

/**
 * The parts of a backend that have metrics.
 *
 * @param copies how copies ended
 * @param turls how many https TURLs clients were given
 */
public record BackendView(
    Database database,
    Transactions transactions,
    GridFtpServers gridFtp,
    Tape tape,
    AreaReport areas,
    Work work,
    CopyTally copies,
    TurlCounts turls) {

  /** Parts for migration and recall. */
  public record Tape(TapeLibraries libraries, TapeReport report) {
    public Tape {
      Objects.requireNonNull(libraries, "libraries");
      Objects.requireNonNull(report, "report");
    }
  }

  /** Running work, and the sweep. */
  public record Work(FilesUnderWay files, Sweep sweep) {
    public Work {
      Objects.requireNonNull(files, "files");
      Objects.requireNonNull(sweep, "sweep");
    }
  }

  public BackendView {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(gridFtp, "gridFtp");
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(areas, "areas");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(copies, "copies");
    Objects.requireNonNull(turls, "turls");
  }

  List<String> libraries() {
    return List.copyOf(tape.libraries().names());
  }
}
