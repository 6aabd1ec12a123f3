package org.bora.server.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.bora.api.figures.DoorFigures;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.ReasonCount;
import org.bora.api.figures.TurnFigures;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.FairTurns;
import org.bora.door.admit.turn.GateFigures;
import org.bora.door.figures.CallWatch;
import org.bora.door.figures.CredentialCounts;
import org.bora.door.gsi.door.GsiDoor;
import org.bora.files.Transfers;

/**
 * A frontend as it stands: its gates, and the backends behind it. Thread safe; never blocks.
 *
 * @param turnedAway counts connections that the door refused
 * @param credentials counts those that its HTTP port issues or refuses
 * @param transfers running transfers of its doors
 * @param links to backends elsewhere
 */
public record FrontendView(
    GsiDoor door,
    LongAdder turnedAway,
    Admission admission,
    CredentialCounts credentials,
    Transfers transfers,
    CallWatch watch,
    Supplier<List<LinkFigures>> links) {

  /** The parts that admit calls. */
  public record Admission(BoundedAdmission bounds, FairTurns turns, SharedPolls polls) {
    public Admission {
      Objects.requireNonNull(bounds, "bounds");
      Objects.requireNonNull(turns, "turns");
      Objects.requireNonNull(polls, "polls");
    }
  }

  public FrontendView {
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(turnedAway, "turnedAway");
    Objects.requireNonNull(admission, "admission");
    Objects.requireNonNull(credentials, "credentials");
    Objects.requireNonNull(transfers, "transfers");
    Objects.requireNonNull(watch, "watch");
    Objects.requireNonNull(links, "links");
  }

  /** The gate before identity. */
  public DoorFigures connections() {
    return new DoorFigures(
        door.openConnections(),
        door.connectionsBeforeHttp(),
        door.connectionsInLine(),
        door.connectionsDropped(),
        turnedAway.sum());
  }

  /** The gate before the backend. */
  public List<TurnFigures> turns() {
    return admission.turns().figures().stream().map(FrontendView::turn).toList();
  }

  private static TurnFigures turn(GateFigures gate) {
    return new TurnFigures(
        gate.kind().name().toLowerCase(Locale.ROOT),
        gate.places(),
        gate.inside(),
        gate.waitingInAll(),
        gate.given(),
        gate.waited().toNanos() / 1e9,
        gate.refused());
  }

  /** Calls that were not served. */
  public List<ReasonCount> refusals() {
    return watch.refusals().list();
  }
}
