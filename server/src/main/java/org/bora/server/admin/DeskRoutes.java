package org.bora.server.admin;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.backend.desk.CallerDesk;
import org.bora.backend.desk.CallerFigures;
import org.bora.backend.desk.RecallDesk;
import org.bora.backend.desk.RecallDesk.RecallLines;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaReport;
import org.bora.backend.stage.report.TapeReport;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;

/**
 * What a backend answers besides requests, files and bans. Each answer is a report that already
 * exists in memory.
 */
public final class DeskRoutes {
  private static final int USUAL_CALLERS = 100;
  private static final int MOST_CALLERS = 1000;
  private static final int USUAL_FILES = 100;

  /** Where the figures are. */
  public record Reports(
      AreaReport areas,
      TapeReport tape,
      RecallDesk recalls,
      CallerDesk callers,
      GridFtpServers gridFtp) {
    public Reports {
      Objects.requireNonNull(areas, "areas");
      Objects.requireNonNull(tape, "tape");
      Objects.requireNonNull(recalls, "recalls");
      Objects.requireNonNull(callers, "callers");
      Objects.requireNonNull(gridFtp, "gridFtp");
    }
  }

  private final Reports reports;

  public DeskRoutes(Reports reports) {
    this.reports = Objects.requireNonNull(reports, "reports");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/areas", AreaFigures.class, _ -> reports.areas().now()),
        AdminRoute.look("/v1/tape", TapeStatus.class, _ -> reports.tape().now()),
        AdminRoute.look("/v1/recalls", RecallQueues.class, RecallLines.class, this::recalls),
        AdminRoute.look("/v1/doors", DoorLines.class, _ -> doors()),
        AdminRoute.look(
            "/v1/callers",
            CallerFigures.class,
            call -> reports.callers().now(call.number("limit", USUAL_CALLERS, 1, MOST_CALLERS))));
  }

  /**
   * A GridFTP server, as this backend sees it.
   *
   * @param since when its health last changed
   * @param reason why it is not healthy; empty if it is healthy
   */
  record DoorLine(
      String name,
      String protocol,
      String host,
      int port,
      boolean healthy,
      java.time.Instant since,
      String reason) {

    static DoorLine of(ServerHealth health) {
      return new DoorLine(
          health.server().name(),
          health.server().protocol(),
          health.server().host(),
          health.server().port(),
          health.healthy(),
          health.since(),
          health.reason());
    }
  }

  /** All GridFTP servers in the configuration. */
  record DoorLines(List<DoorLine> doors) {}

  private DoorLines doors() {
    return new DoorLines(reports.gridFtp().health().stream().map(DoorLine::of).toList());
  }

  /** The queues of every library, or the files that wait for one volume. */
  private Object recalls(AdminCall call) throws AdminRefusal {
    TapeStatus status = reports.tape().now();
    Optional<String> library = call.parameter("library");
    if (library.isEmpty()) {
      if (call.parameter("volume").isPresent() || call.parameter("state").isPresent()) {
        throw AdminRefusal.mistake(
            "volume and state cannot be used here",
            "they choose among the files of one library",
            "add library=NAME (--library NAME); bora recalls, or GET /v1/recalls, lists them");
      }
      return new RecallQueues(
          status.at(),
          status.libraries().stream()
              .map(one -> new LibraryQueues(one.name(), one.drives(), one.recalls()))
              .toList());
    }
    if (status.libraries().stream().noneMatch(one -> one.name().equals(library.get()))) {
      throw AdminRefusal.missing(
          "there is no tape library '" + library.get() + "'",
          "the configuration names no such one",
          "bora recalls, or GET /v1/recalls, lists them");
    }
    int most = call.number("limit", USUAL_FILES, 1, RecallDesk.MOST);
    return reports.recalls().waiting(library.get(), call.parameter("volume"), state(call), most);
  }

  /** A state that is none would be answered as if nothing were wanted. */
  static Optional<String> state(AdminCall call) throws AdminRefusal {
    Optional<String> state = call.parameter("state").map(word -> word.toUpperCase(Locale.ROOT));
    if (state.isPresent() && !RecallDesk.STATES.contains(state.get())) {
      throw AdminRefusal.mistake(
          "the parameter state cannot be used",
          "no file that is wanted from tape is in such a state",
          "there are " + String.join(", ", RecallDesk.STATES).toLowerCase(Locale.ROOT));
    }
    return state;
  }

  /** Files to be recalled from tape, by volume. */
  record RecallQueues(java.time.Instant at, List<LibraryQueues> libraries) {}

  /**
   * Files to be recalled from one tape library.
   *
   * @param drives one entry for each batch that the library can work on at the same time
   * @param volumes the volumes, longest wait first
   */
  record LibraryQueues(
      String library,
      List<TapeStatus.Drive> drives,
      List<org.bora.backend.stage.recall.RecallQueue> volumes) {}
}
