package org.bora.server.wire;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bora.api.trace.Tracing;
import org.bora.backend.database.Database;
import org.bora.backend.fleet.FilesUnderWay;
import org.bora.backend.fleet.Fleet;
import org.bora.backend.operation.copy.CopyOperations;
import org.bora.backend.space.AreaReport;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.turl.HttpsTurls;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.server.config.BackendSettings;
import org.bora.server.config.EndpointSettings;
import org.bora.server.config.EndpointSettings.HttpTurls;
import org.bora.server.metrics.BackendView;

/** A backend without its gRPC service: operations on areas, GridFTP servers and the database. */
final class BackendParts {
  private BackendParts() {}

  /**
   * The server of HTTPS TURLs; empty if there is none.
   *
   * @param port of HTTP; empty if not served
   */
  static Optional<HttpsTurls> https(EndpointSettings endpoint, OptionalInt port) {
    return port.isEmpty() || endpoint.httpTurls() == HttpTurls.NONE
        ? Optional.empty()
        : Optional.of(
            new HttpsTurls(
                endpoint.host() + ":" + port.getAsInt(),
                endpoint.httpTurls() == HttpTurls.ONE_ADDRESS));
  }

  /** Puts everything together and begins to sweep. */
  static RunningBackend start(
      BackendSettings settings,
      Areas areas,
      GridFtpServers gridFtp,
      Optional<HttpsTurls> https,
      Database database,
      CopyParts copies,
      Tracing tracing,
      Threads threads,
      Running running)
      throws IOException, StartFailure {
    Ground ground =
        Ground.lay(settings, areas, gridFtp, https, database, tracing, threads, running);
    TapeParts tape = TapeParts.start(settings.tape(), ground, areas, threads, running);
    OperationParts first = new OperationParts(ground, tape, settings, areas.authoriser());
    Sweep sweep = SweepParts.start(settings, ground, tape, first, threads, running);
    AreaReport areaReport = new AreaReport(ground.transactions(), ground.locator(), ground.clock());
    BackendView view =
        new BackendView(
            database,
            ground.transactions(),
            gridFtp,
            tape.view(),
            areaReport,
            new BackendView.Work(
                new FilesUnderWay(ground.transactions(), ground.tokens()::now), sweep),
            copies.tally(),
            ground.turls());
    RunningBackend backend =
        new RunningBackend(
            Stream.concat(
                    tape.rebuild().routes().stream(), Stream.of(RevokeOrder.of(ground.bearers())))
                .toList(),
            Desks.of(settings.accessKeys(), ground, tape, threads.calls()),
            ground.clock(),
            view,
            new Fleet(ground.transactions(), ground.tokens()::now));
    // Copies in the making outlive a change of settings; their own side goes by those in force.
    CopyOperations.Surroundings around =
        new CopyOperations.Surroundings(
            ground.transactions(),
            ground.putEnding(),
            ground.locator(),
            ground.tokens(),
            ground.clock(),
            copies.ends());
    CopyOperations copying =
        copies.start(around, backend, first.copied(), ground.gridFtp(), threads, running);
    backend.begin(
        first.operations(copying.functions(), threads.listings()),
        next -> first.with(next).operations(copying.functions(), threads.listings()));
    return backend;
  }
}
