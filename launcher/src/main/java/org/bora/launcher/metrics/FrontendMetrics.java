package org.bora.launcher.metrics;

import java.util.List;
import org.bora.api.figures.DoorFigures;

/** Both gates of a frontend, and its backends as it sees them. */
public record FrontendMetrics(FrontendView view) implements MetricSource {
  private static final Metric CONNECTIONS =
      Metric.gauge("bora_door_connections", "Connections of clients", "stage");
  private static final Metric DROPPED =
      Metric.counter(
          "bora_door_dropped",
          "Connections dropped from the line for handshakes: their clients would have left");
  private static final Metric TURNED_AWAY =
      Metric.counter(
          "bora_door_turned_away",
          "Connections without a certificate that holds, or without anything understood");
  private static final Metric IN_PROGRESS =
      Metric.gauge("bora_srm_calls_in_progress", "Calls that were let in and are not answered");
  private static final Metric REFUSALS =
      Metric.counter("bora_srm_refusals", "Calls that were not served", "reason");
  private static final Metric SHARED =
      Metric.counter(
          "bora_srm_shared_polls", "Polls answered by the answer to another that asked the same");
  private static final Metric PLACES =
      Metric.gauge(
          "bora_turns_places",
          "Calls that may be in the backend: follows how quick it is",
          "class");
  private static final Metric INSIDE =
      Metric.gauge("bora_turns_inside", "Calls that are in the backend", "class");
  private static final Metric WAITING =
      Metric.gauge("bora_turns_waiting", "Calls that wait in line for the backend", "class");
  private static final Metric GIVEN =
      Metric.counter("bora_turns_given", "Calls that had their turn", "class");
  private static final Metric WAITED =
      Metric.counter(
          "bora_turns_waited_seconds", "What those waited for it, all together", "class");
  private static final Metric REFUSED =
      Metric.counter("bora_turns_refused", "Calls told to come again: no turn in time", "class");
  private static final Metric READY =
      Metric.gauge("bora_link_ready", "1 while a backend is connected and serves", "backend");
  private static final Metric OUTSTANDING =
      Metric.gauge("bora_link_outstanding", "Calls that a backend has to answer", "backend");

  static final List<Metric> METRICS =
      List.of(
          CONNECTIONS,
          DROPPED,
          TURNED_AWAY,
          IN_PROGRESS,
          REFUSALS,
          SHARED,
          PLACES,
          INSIDE,
          WAITING,
          GIVEN,
          WAITED,
          REFUSED,
          READY,
          OUTSTANDING);

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    DoorFigures door = view.connections();
    samples.add(CONNECTIONS, door.open(), "open");
    samples.add(CONNECTIONS, door.beforeHttp(), "before_http");
    samples.add(CONNECTIONS, door.inLine(), "in_line");
    samples.add(DROPPED, door.dropped());
    samples.add(TURNED_AWAY, door.turnedAway());
    samples.add(IN_PROGRESS, view.admission().bounds().callsInProgress());
    samples.add(SHARED, view.admission().polls().shared());
    view.refusals().forEach(one -> samples.add(REFUSALS, one.total(), one.reason()));
    view.turns()
        .forEach(
            turn -> {
              samples.add(PLACES, turn.places(), turn.kind());
              samples.add(INSIDE, turn.inside(), turn.kind());
              samples.add(WAITING, turn.waiting(), turn.kind());
              samples.add(GIVEN, turn.given(), turn.kind());
              samples.add(WAITED, turn.waitedSeconds(), turn.kind());
              samples.add(REFUSED, turn.refused(), turn.kind());
            });
    view.links()
        .get()
        .forEach(
            link -> {
              samples.add(READY, link.ready() ? 1 : 0, link.backend());
              samples.add(OUTSTANDING, link.outstanding(), link.backend());
            });
  }
}
