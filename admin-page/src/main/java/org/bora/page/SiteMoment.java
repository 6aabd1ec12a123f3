package org.bora.page;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.TurnFigures;

/**
 * A whole site at one moment, or in a stretch of time, in the few numbers that its charts are made
 * of.
 *
 * @param at by the clock that all backends share; of a stretch its begin
 * @param results calls per second by how they ended
 * @param operations calls per second by what they asked for
 * @param turls how long clients waited for transfer URLs: a median of all, and the p99 of the
 *     frontend where it is worst. Spreads of several processes are known by two numbers each, from
 *     which no p99 of all can be made
 * @param waiting calls in line before the backends; of a stretch the most
 * @param inside calls that backends work on; of a stretch the most
 * @param vos calls per second by the VO of the caller
 * @param areas bytes of storage areas; of stretches only
 */
public record SiteMoment(
    Instant at,
    Map<CallResult, Double> results,
    Map<String, Double> operations,
    Latency turls,
    int waiting,
    int inside,
    Map<String, Double> vos,
    Map<String, AreaBytes> areas) {

  /**
   * Bytes of a storage area.
   *
   * @param used on disk by files of the area
   * @param free on disk, for any caller
   * @param tape with a verified copy on tape
   */
  public record AreaBytes(long used, long free, long tape) {}

  public SiteMoment {
    Objects.requireNonNull(at, "at");
    results = Map.copyOf(results);
    operations = Map.copyOf(operations);
    Objects.requireNonNull(turls, "turls");
    vos = vos == null ? Map.of() : Map.copyOf(vos);
    areas = areas == null ? Map.of() : Map.copyOf(areas);
  }

  /** What all processes together tell. */
  static SiteMoment of(FleetFigures fleet) {
    List<ProcessFigures> doors = fleet.processes().stream().filter(SiteMoment::isDoor).toList();
    Map<CallResult, Double> results = new EnumMap<>(CallResult.class);
    Map<String, Double> operations = new TreeMap<>();
    Map<String, Double> vos = new TreeMap<>();
    for (ProcessFigures door : doors) {
      door.vos().forEach((vo, rate) -> add(vos, vo, rate));
      for (OperationCalls calls : door.operations()) {
        add(results, calls.result(), calls.perSecond());
        add(operations, calls.operation(), calls.perSecond());
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
        turns.stream().mapToInt(TurnFigures::inside).sum(),
        vos,
        Map.of());
  }

  private static <K> void add(Map<K, Double> rates, K name, double rate) {
    if (rate > 0) {
      rates.merge(name, rate, Double::sum);
    }
  }

  /**
   * What a stretch of time was like: means of rates and medians, the most of what waits, and the
   * areas as they were last.
   *
   * @param begin of the stretch
   * @param some moments in it, the oldest first; at least one
   */
  static SiteMoment stretch(Instant begin, List<SiteMoment> some) {
    return new SiteMoment(
        begin,
        mean(some, SiteMoment::results),
        mean(some, SiteMoment::operations),
        together(some.stream().map(SiteMoment::turls).toList()),
        some.stream().mapToInt(SiteMoment::waiting).max().orElseThrow(),
        some.stream().mapToInt(SiteMoment::inside).max().orElseThrow(),
        mean(some, SiteMoment::vos),
        some.getLast().areas());
  }

  private static <K> Map<K, Double> mean(
      List<SiteMoment> some, Function<SiteMoment, Map<K, Double>> part) {
    Map<K, Double> sums = new HashMap<>();
    some.forEach(one -> part.apply(one).forEach((key, rate) -> sums.merge(key, rate, Double::sum)));
    sums.replaceAll((key, sum) -> sum / some.size());
    return sums;
  }

  /** The same, with what the areas hold. */
  SiteMoment holding(Map<String, AreaBytes> bytes) {
    return new SiteMoment(at, results, operations, turls, waiting, inside, vos, bytes);
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
