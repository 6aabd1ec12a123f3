package org.bora.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.TransferFigures;
import org.bora.backend.desk.Bans;
import org.bora.files.Transfers;

/**
 * {@code /v1/transfers}: the transfers that doors move now, and how to end one. A backend knows
 * what all doors of the site reported a few seconds ago, and can order a door to end a transfer. A
 * door knows only its own transfers.
 */
public final class TransferRoutes {
  private static final int MOST = 1_000;

  /**
   * The doors of all processes of the site.
   *
   * @param fleet what the processes reported about themselves
   * @param bans the way in which orders reach the doors
   */
  public record Site(Supplier<FleetFigures> fleet, Bans bans) {
    public Site {
      Objects.requireNonNull(fleet, "fleet");
      Objects.requireNonNull(bans, "bans");
    }
  }

  private final Transfers transfers;
  private final Supplier<String> process;
  private final Optional<Site> site;

  /**
   * @param transfers of this process
   * @param process its name, which is known once it listens
   * @param site empty where only this process can be asked
   */
  public TransferRoutes(Transfers transfers, Supplier<String> process, Optional<Site> site) {
    this.transfers = Objects.requireNonNull(transfers, "transfers");
    this.process = Objects.requireNonNull(process, "process");
    this.site = Objects.requireNonNull(site, "site");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/transfers", TransferLines.class, _ -> new TransferLines(list())),
        AdminRoute.change("DELETE", "/v1/transfers/{id}", EndedTransfer.class, this::end));
  }

  /** The transfers that doors move now, longest-running first. */
  record TransferLines(List<TransferLine> transfers) {}

  /**
   * A transfer at a door.
   *
   * @param process the process whose door moves it
   */
  record TransferLine(@JsonUnwrapped TransferFigures transfer, String process) {}

  /**
   * The answer when a transfer is ended.
   *
   * @param ended the identifier of the transfer
   */
  record EndedTransfer(String ended) {}

  private List<TransferLine> list() {
    List<TransferLine> lines = new ArrayList<>();
    transfers.list(MOST).forEach(one -> lines.add(new TransferLine(one, process.get())));
    for (ProcessFigures other : others()) {
      other.transfers().forEach(one -> lines.add(new TransferLine(one, other.origin().name())));
    }
    return lines;
  }

  private List<ProcessFigures> others() {
    String own = process.get();
    return site.map(known -> known.fleet().get().processes()).orElse(List.of()).stream()
        .filter(other -> !other.origin().name().equals(own))
        .toList();
  }

  private EndedTransfer end(AdminCall call) throws AdminRefusal {
    String id = call.variable("id");
    if (transfers.end(id)) {
      return new EndedTransfer(id);
    }
    if (site.isEmpty()) {
      throw AdminRefusal.missing(
          "nothing was changed",
          "this process moves nothing under this identifier (any more)",
          "ask a backend, which reaches all doors, or the door that the transfer runs at");
    }
    boolean told =
        others().stream()
            .flatMap(other -> other.transfers().stream())
            .anyMatch(one -> one.id().equals(id));
    if (!told) {
      throw AdminRefusal.missing(
          "nothing was changed",
          "no door has reported a transfer with this identifier recently",
          "GET /v1/transfers lists those that last longest; a door knows all of its own");
    }
    site.get().bans().end(UUID.fromString(id), call.who().name());
    return new EndedTransfer(id);
  }
}
