package org.bora.page;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.TurnFigures;

/**
 * A whole site at one moment, in the few numbers that its pictures are made of.
 *
 * @param at by the clock that all backends share
 * @param results calls per second by how they ended
 * @param operations calls per second by what they asked for
 * @param turls how long clients waited for transfer URLs: a median of all, and the p99 of the
 *     frontend where it is worst. Spreads of several processes are known by two numbers each, from
 *     which no p99 of all can be made
 * @param waiting calls in line before the backends
 * @param inside calls that backends work on
 */
record SiteMoment(
    Instant at,
    Map<CallResult, Double> results,
    Map<String, Double> operations,
    Latency turls,
    int waiting,
    int inside) {

  SiteMoment {
    Objects.requireNonNull(at, "at");
    results = Map.copyOf(results);
    operations = Map.copyOf(operations);
    Objects.requireNonNull(turls, "turls");
  }

  /** What all processes together tell. */
  static SiteMoment of(FleetFigures fleet) {
    List<ProcessFigures> doors = fleet.processes().stream().filter(SiteMoment::isDoor).toList();
    Map<CallResult, Double> results = new EnumMap<>(CallResult.class);
    Map<String, Double> operations = new TreeMap<>();
    for (ProcessFigures door : doors) {
      for (OperationCalls calls : door.operations()) {
        if (calls.perSecond() > 0) {
          results.merge(calls.result(), calls.perSecond(), Double::sum);
          operations.merge(calls.operation(), calls.perSecond(), Double::sum);
        }
      }
    }
    List<TurnFigures> turns =
        doors.stream().map(ProcessFigures::turns).flatMap(Collection::stream).toList();
    return new SiteMoment(
        fleet.at(),
        results,
        operations,
        together(doors.stream().map(ProcessFigures::turls).toList()),
        turns.stream().mapToInt(TurnFigures::waiting).sum(),
        turns.stream().mapToInt(TurnFigures::inside).sum());
  }

  /** A backend answers the calls that frontends count already. */
  private static boolean isDoor(ProcessFigures process) {
    return process.origin().kind() != Origin.Kind.BACKEND;
  }

  /** Medians by how often each was measured: exact where the processes are alike. */
  private static Latency together(List<Latency> some) {
    long count = some.stream().mapToLong(Latency::count).sum();
    if (count == 0) {
      return Latency.NONE;
    }
    double medians =
        some.stream().collect(Collectors.summingDouble(one -> one.median() * one.count()));
    double worst =
        some.stream().filter(one -> one.count() > 0).mapToDouble(Latency::p99).max().orElse(0);
    return new Latency(count, medians / count, worst);
  }
}
