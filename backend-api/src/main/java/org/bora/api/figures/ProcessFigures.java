package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a process reports about itself every few seconds. The names of the components are those of
 * the JSON, so renaming them breaks programs. Every list is bounded: by operations, classes of
 * work, configured backends, or by a number.
 *
 * @param at when the report was made, by the clock of the process; in an answer of a backend, by
 *     the clock of the backends
 * @param overSeconds interval of rates and latencies
 * @param operations operations that were called at least once
 * @param turls how long clients recently waited for the answer with their transfer URLs
 * @param door figures of connections; only of a frontend
 * @param turns figures of admission; only of a frontend
 * @param refusals calls that were not served; only of a frontend
 * @param links backends as a frontend sees them; only of a separate frontend
 * @param callers callers with the most calls in the last minute
 * @param errors the last errors
 * @param transfers the longest-running transfers; empty if the process runs an earlier release
 * @param vos recent calls per second by VO; empty if the process runs an earlier release
 * @param certificates when they expire; empty if the process runs an earlier release
 * @param load of a door that accepts clients from other doors, while it is in service
 */
public record ProcessFigures(
    Origin origin,
    Instant at,
    double overSeconds,
    List<OperationCalls> operations,
    Latency turls,
    Optional<DoorFigures> door,
    List<TurnFigures> turns,
    List<ReasonCount> refusals,
    List<LinkFigures> links,
    List<CallerCalls> callers,
    List<CallError> errors,
    List<TransferFigures> transfers,
    Map<String, Double> vos,
    List<CertificateEnd> certificates,
    Optional<DoorLoad> load) {
  public ProcessFigures {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(at, "at");
    operations = List.copyOf(operations);
    Objects.requireNonNull(turls, "turls");
    Objects.requireNonNull(door, "door");
    turns = List.copyOf(turns);
    refusals = List.copyOf(refusals);
    links = List.copyOf(links);
    callers = List.copyOf(callers);
    errors = List.copyOf(errors);
    transfers = transfers == null ? List.of() : List.copyOf(transfers);
    vos = vos == null ? Map.of() : Map.copyOf(vos);
    certificates = certificates == null ? List.of() : List.copyOf(certificates);
    Objects.requireNonNull(load, "load");
  }

  /** The same, told at another moment. */
  public ProcessFigures heard(Instant moment) {
    return new ProcessFigures(
        origin,
        moment,
        overSeconds,
        operations,
        turls,
        door,
        turns,
        refusals,
        links,
        callers,
        errors,
        transfers,
        vos,
        certificates,
        load);
  }
}
