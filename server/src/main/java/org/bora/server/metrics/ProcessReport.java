package org.bora.server.metrics;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.figures.CallFigures;
import org.bora.api.figures.CallWindow;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.DoorLoad;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.files.Transfers;

/** What this process reports about itself to the others. Thread safe; never blocks. */
public final class ProcessReport implements Supplier<ProcessFigures> {
  private static final int TOP_CALLERS = 10;
  private static final int MOST_TRANSFERS = 50;

  /**
   * The running transfers of the doors of a process.
   *
   * @param load of a door that accepts redirected clients
   */
  public record Moving(Transfers transfers, Supplier<Optional<DoorLoad>> load) {
    public Moving {
      Objects.requireNonNull(transfers, "transfers");
      Objects.requireNonNull(load, "load");
    }
  }

  private final Origin origin;
  private final CallFigures calls;
  private final CallWindow window;
  private final Optional<FrontendView> frontend;
  private final Moving moving;
  private final Supplier<List<CertificateEnd>> certificates;
  private final Clock clock;

  /**
   * Begins to observe recent activity.
   *
   * @param calls calls of clients, if this process has any
   * @param frontend if there is one
   * @param moving transfers of its doors
   * @param certificates their expiry
   * @param nanos as {@link System#nanoTime}
   */
  public ProcessReport(
      Origin origin,
      CallFigures calls,
      Optional<FrontendView> frontend,
      Moving moving,
      Supplier<List<CertificateEnd>> certificates,
      Clock clock,
      LongSupplier nanos) {
    this.origin = Objects.requireNonNull(origin, "origin");
    this.calls = Objects.requireNonNull(calls, "calls");
    this.window = new CallWindow(calls, nanos);
    this.frontend = Objects.requireNonNull(frontend, "frontend");
    this.moving = Objects.requireNonNull(moving, "moving");
    this.certificates = Objects.requireNonNull(certificates, "certificates");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public ProcessFigures get() {
    CallWindow.Recent recent = window.look();
    return new ProcessFigures(
        origin,
        clock.instant(),
        recent.overSeconds(),
        recent.operations(),
        recent.turls(),
        frontend.map(FrontendView::connections),
        frontend.map(FrontendView::turns).orElse(List.of()),
        frontend.map(FrontendView::refusals).orElse(List.of()),
        frontend.map(view -> view.links().get()).orElse(List.of()),
        calls.callers().top(TOP_CALLERS),
        calls.errors().list(),
        moving.transfers().list(MOST_TRANSFERS),
        recent.vos(),
        certificates.get(),
        moving.load().get());
  }
}
