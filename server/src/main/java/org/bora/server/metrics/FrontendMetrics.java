package org.bora.server.metrics;

import java.util.List;
import org.bora.api.figures.DoorFigures;

/** Metrics of admission at a frontend, and of its backends as it sees them. */
public record FrontendMetrics(FrontendView view) implements MetricSource {
  private static final Metric CONNECTIONS =
      Metric.gauge(
          "bora_door_connections", "Client connections to the SRM port, by stage.", "stage");
  private static final Metric DROPPED =
      Metric.counter(
          "bora_door_dropped",
          "Connections closed in the handshake queue because they waited longer than clients do.");
  private static final Metric TURNED_AWAY =
      Metric.counter(
          "bora_door_turned_away",
          "Connections closed because the client had no valid certificate or spoke no known protocol.");
  private static final Metric LISTS =
      Metric.gauge(
          "bora_trust_revocation_lists", "Revocation lists with trouble, by state.", "state");
  private static final Metric IN_PROGRESS =
      Metric.gauge(
          "bora_srm_calls_in_progress", "SRM calls that were admitted and not yet answered.");
  private static final Metric TRANSFERS =
      Metric.gauge(
          "bora_http_transfers", "Transfers over HTTP that were admitted and have not ended.");
  private static final Metric TRANSFERS_REFUSED =
      Metric.counter(
          "bora_http_transfers_refused",
          "Transfers over HTTP that were told to retry because too many were in progress.");
  private static final Metric TRANSFERS_WAITED =
      Metric.counter(
          "bora_http_transfers_waited_seconds",
          "Total time that transfers over HTTP and S3 have waited for their share of the bandwidth.",
          "direction");
  private static final Metric ISSUED =
      Metric.counter(
          "bora_http_issued",
          "Requests for a macaroon or an OAuth token, by kind and result.",
          "kind",
          "result");
  private static final Metric CREDENTIALS_REFUSED =
      Metric.counter(
          "bora_http_credentials_refused",
          "Requests whose bearer token or transfer URL was refused, by kind.",
          "kind");
  private static final Metric REFUSALS =
      Metric.counter(
          "bora_srm_refusals",
          "SRM calls that the frontend refused to serve, by reason.",
          "reason");
  private static final Metric SHARED =
      Metric.counter(
          "bora_srm_shared_polls",
          "Status polls that were answered with the reply to an identical poll.");
  private static final Metric PLACES =
      Metric.gauge(
          "bora_turns_places",
          "Calls of a class that may run in the backend concurrently.",
          "class");
  private static final Metric INSIDE =
      Metric.gauge(
          "bora_turns_inside", "Calls of a class that are running in the backend.", "class");
  private static final Metric WAITING =
      Metric.gauge(
          "bora_turns_waiting", "Calls of a class that are queued for the backend.", "class");
  private static final Metric GIVEN =
      Metric.counter(
          "bora_turns_given", "Calls of a class that were passed on to the backend.", "class");
  private static final Metric WAITED =
      Metric.counter(
          "bora_turns_waited_seconds",
          "Total time that calls of a class have spent in the queue.",
          "class");
  private static final Metric REFUSED =
      Metric.counter(
          "bora_turns_refused",
          "Calls of a class that were told to retry because the queue was full or too slow.",
          "class");
  private static final Metric READY =
      Metric.gauge(
          "bora_link_ready",
          "1 while a backend is connected to this frontend and reports that it serves, otherwise 0.",
          "backend");
  private static final Metric OUTSTANDING =
      Metric.gauge(
          "bora_link_outstanding",
          "Calls that this frontend has sent to a backend and that are not answered yet.",
          "backend");

  static final List<Metric> METRICS =
      List.of(
          CONNECTIONS,
          DROPPED,
          TURNED_AWAY,
          LISTS,
          IN_PROGRESS,
          TRANSFERS,
          TRANSFERS_REFUSED,
          TRANSFERS_WAITED,
          ISSUED,
          CREDENTIALS_REFUSED,
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
    samples.add(LISTS, view.door().unusableRevocationLists(), "unusable");
    samples.add(LISTS, view.door().expiredRevocationLists(), "expired");
    samples.add(IN_PROGRESS, view.admission().bounds().callsInProgress());
    samples.add(TRANSFERS, view.admission().bounds().transfersInProgress());
    samples.add(TRANSFERS_REFUSED, view.admission().bounds().transfersRefused());
    samples.add(TRANSFERS_WAITED, view.transfers().waitedOut(), "out");
    samples.add(TRANSFERS_WAITED, view.transfers().waitedIn(), "in");
    view.credentials()
        .issued()
        .forEach(one -> samples.add(ISSUED, one.total(), one.reason(), "issued"));
    view.credentials()
        .denied()
        .forEach(one -> samples.add(ISSUED, one.total(), one.reason(), "refused"));
    view.credentials()
        .refused()
        .forEach(one -> samples.add(CREDENTIALS_REFUSED, one.total(), one.reason()));
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
