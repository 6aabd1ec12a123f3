package org.bora.server.admin;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.BackendFailure;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Origin;
import org.bora.backend.request.RequestToken;
import org.bora.server.log.LogLine;
import org.bora.server.log.RecentLines;

/**
 * {@code /v1/log}: lines of the log about a request or a call that this process still has in
 * memory. Each process answers only for itself. Lines name callers and files, so only
 * administrators may read them.
 */
public final class LogRoutes {
  private static final int MOST = 200;
  private static final Pattern CALL = Pattern.compile("[A-Za-z0-9-]{1,100}");

  private final RecentLines recent;
  private final Supplier<String> process;
  private final Optional<Supplier<FleetFigures>> fleet;

  /**
   * @param process its name, which is known once it listens
   * @param fleet the processes of the site; empty where this one does not know them
   */
  public LogRoutes(
      RecentLines recent, Supplier<String> process, Optional<Supplier<FleetFigures>> fleet) {
    this.recent = Objects.requireNonNull(recent, "recent");
    this.process = Objects.requireNonNull(process, "process");
    this.fleet = Objects.requireNonNull(fleet, "fleet");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.confidential("/v1/log/{id}", LogAnswer.class, this::answer));
  }

  /**
   * Lines of the log of one process about a request or a call.
   *
   * @param process the process that logged the lines
   * @param since all lines that this process has logged since then were searched
   * @param lines at most the last 200, the oldest first
   * @param omitted how many older lines match but are not included
   * @param others the other processes of the site, whose logs were not searched; null if this
   *     process does not know them
   */
  record LogAnswer(
      String process,
      Instant since,
      List<LogLine> lines,
      int omitted,
      Optional<List<OtherProcess>> others) {}

  /** Another process of the site, whose log was not searched. */
  record OtherProcess(Origin.Kind kind, String name) {}

  private LogAnswer answer(AdminCall call) throws AdminRefusal {
    String id = call.variable("id");
    Optional<RequestToken> token = RequestToken.parse(id);
    if (token.isEmpty() && !CALL.matcher(id).matches()) {
      throw AdminRefusal.mistake(
          "no log lines can be found for this",
          "it is neither the token of a request nor the identifier of a call",
          "bora requests lists tokens, bora errors lists calls");
    }
    RecentLines.Found found =
        token.isPresent()
            ? recent.ofRequest(token.get().toString(), MOST)
            : recent.ofCall(id, MOST);
    String own = process.get();
    return new LogAnswer(own, found.since(), found.lines(), found.omitted(), others(own));
  }

  private Optional<List<OtherProcess>> others(String own) {
    try {
      return fleet.map(
          known ->
              known.get().processes().stream()
                  .map(one -> one.origin())
                  .filter(origin -> !origin.name().equals(own))
                  .map(origin -> new OtherProcess(origin.kind(), origin.name()))
                  .toList());
    } catch (BackendFailure unknown) {
      // the lines are wanted most of all while the database does not answer
      return Optional.empty();
    }
  }
}
