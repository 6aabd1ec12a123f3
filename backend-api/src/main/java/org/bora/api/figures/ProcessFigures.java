package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a process tells of itself every few seconds. The names of the components are those of the
 * JSON that programs read: they are not renamed lightly. Every list is bounded: by operations,
 * classes of work, configured backends, or by a number.
 *
 * @param at when that was: by the clock of the process where it tells it, by that of the backends
 *     where they do
 * @param overSeconds what "lately" means: the time that rates and latencies are of
 * @param operations those that were called at least once
 * @param turls how long clients waited for the answer with their transfer URLs, lately
 * @param door of a frontend
 * @param turns of a frontend
 * @param refusals of a frontend
 * @param links of a frontend that has backends elsewhere
 * @param callers who called most in the last minute
 * @param errors that happened last
 * @param transfers in progress, those that last longest; empty of a process of an earlier release
 * @param vos calls per second by the VO of the caller, lately; empty of a process of an earlier
 *     release
 * @param certificates when they expire; empty of a process of an earlier release
 * @param load of a door that takes clients whom other doors send on, while it is in service
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
