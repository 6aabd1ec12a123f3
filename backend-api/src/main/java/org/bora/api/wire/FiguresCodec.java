package org.bora.api.wire;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallerCalls;
import org.bora.api.figures.DoorFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.ReasonCount;
import org.bora.api.figures.TurnFigures;
import org.bora.api.wire.proto.FiguresProto;

/** What processes tell of themselves. */
public final class FiguresCodec {

  private static final Set<String> RESULTS =
      Arrays.stream(CallResult.values()).map(CallResult::name).collect(Collectors.toSet());

  private FiguresCodec() {}

  /** For the link, and for the table that backends keep it in. */
  public static FiguresProto.ProcessFigures toWire(ProcessFigures figures) {
    Origin origin = figures.origin();
    FiguresProto.ProcessFigures.Builder message =
        FiguresProto.ProcessFigures.newBuilder()
            .setKind(origin.kind().name())
            .setName(origin.name())
            .setAddress(origin.address())
            .setVersion(origin.version())
            .setStartedMs(origin.started().toEpochMilli())
            .setAtMs(figures.at().toEpochMilli())
            .setOverSeconds(figures.overSeconds())
            .setTurlCount(figures.turls().count())
            .setTurlMedianSeconds(figures.turls().median())
            .setTurlP99Seconds(figures.turls().p99());
    figures.operations().forEach(one -> message.addOperations(toWire(one)));
    figures.door().ifPresent(door -> message.setDoor(toWire(door)));
    figures.turns().forEach(one -> message.addTurns(toWire(one)));
    figures.refusals().forEach(one -> message.addRefusals(named(one.reason(), one.total())));
    figures
        .links()
        .forEach(
            one ->
                message.addLinks(
                    FiguresProto.LinkFigures.newBuilder()
                        .setBackend(one.backend())
                        .setReady(one.ready())
                        .setOutstanding(one.outstanding())
                        .setSeconds(one.seconds())
                        .setTrouble(one.trouble())));
    figures.callers().forEach(one -> message.addCallers(named(one.dn(), one.calls())));
    figures.errors().forEach(one -> message.addErrors(toWire(one)));
    return message.build();
  }

  private static FiguresProto.NamedCount named(String name, long count) {
    return FiguresProto.NamedCount.newBuilder().setName(name).setCount(count).build();
  }

  private static FiguresProto.OperationCalls toWire(OperationCalls one) {
    return FiguresProto.OperationCalls.newBuilder()
        .setOperation(one.operation())
        .setResult(one.result().name())
        .setTotal(one.total())
        .setPerSecond(one.perSecond())
        .build();
  }

  private static FiguresProto.DoorFigures toWire(DoorFigures door) {
    return FiguresProto.DoorFigures.newBuilder()
        .setOpen(door.open())
        .setBeforeHttp(door.beforeHttp())
        .setInLine(door.inLine())
        .setDropped(door.dropped())
        .setTurnedAway(door.turnedAway())
        .build();
  }

  private static FiguresProto.TurnFigures toWire(TurnFigures turn) {
    return FiguresProto.TurnFigures.newBuilder()
        .setKind(turn.kind())
        .setPlaces(turn.places())
        .setInside(turn.inside())
        .setWaiting(turn.waiting())
        .setGiven(turn.given())
        .setWaitedSeconds(turn.waitedSeconds())
        .setRefused(turn.refused())
        .build();
  }

  private static FiguresProto.CallError toWire(CallError error) {
    return FiguresProto.CallError.newBuilder()
        .setAtMs(error.at().toEpochMilli())
        .setOperation(error.operation())
        .setResult(error.result().name())
        .setStatus(error.status())
        .setReason(error.reason())
        .setTrace(error.trace())
        .setToken(error.token().orElse(""))
        .setDn(error.dn())
        .build();
  }

  /**
   * Reads it again.
   *
   * @throws MalformedMessage where it is none
   */
  public static ProcessFigures fromWire(FiguresProto.ProcessFigures message) {
    try {
      return new ProcessFigures(
          origin(message),
          Instant.ofEpochMilli(message.getAtMs()),
          message.getOverSeconds(),
          list(
              known(message.getOperationsList(), FiguresProto.OperationCalls::getResult),
              FiguresCodec::fromWire),
          new Latency(
              message.getTurlCount(), message.getTurlMedianSeconds(), message.getTurlP99Seconds()),
          message.hasDoor() ? Optional.of(fromWire(message.getDoor())) : Optional.empty(),
          list(message.getTurnsList(), FiguresCodec::fromWire),
          list(message.getRefusalsList(), one -> new ReasonCount(one.getName(), one.getCount())),
          list(message.getLinksList(), FiguresCodec::fromWire),
          list(message.getCallersList(), one -> new CallerCalls(one.getName(), one.getCount())),
          list(
              known(message.getErrorsList(), FiguresProto.CallError::getResult),
              FiguresCodec::fromWire));
    } catch (IllegalArgumentException unknown) {
      throw new MalformedMessage("these are no figures of a process", unknown);
    }
  }

  /** Without what ended in a way that a newer process knows, and this one does not. */
  private static <F> List<F> known(List<F> from, Function<F, String> result) {
    return from.stream().filter(one -> RESULTS.contains(result.apply(one))).toList();
  }

  private static <F, T> List<T> list(List<F> from, Function<F, T> one) {
    return from.stream().map(one).toList();
  }

  private static Origin origin(FiguresProto.ProcessFigures message) {
    return new Origin(
        Origin.Kind.valueOf(message.getKind()),
        message.getName(),
        message.getAddress(),
        message.getVersion(),
        Instant.ofEpochMilli(message.getStartedMs()));
  }

  private static OperationCalls fromWire(FiguresProto.OperationCalls one) {
    return new OperationCalls(
        one.getOperation(),
        CallResult.valueOf(one.getResult()),
        one.getTotal(),
        one.getPerSecond());
  }

  private static DoorFigures fromWire(FiguresProto.DoorFigures door) {
    return new DoorFigures(
        door.getOpen(),
        door.getBeforeHttp(),
        door.getInLine(),
        door.getDropped(),
        door.getTurnedAway());
  }

  private static TurnFigures fromWire(FiguresProto.TurnFigures turn) {
    return new TurnFigures(
        turn.getKind(),
        turn.getPlaces(),
        turn.getInside(),
        turn.getWaiting(),
        turn.getGiven(),
        turn.getWaitedSeconds(),
        turn.getRefused());
  }

  private static LinkFigures fromWire(FiguresProto.LinkFigures link) {
    return new LinkFigures(
        link.getBackend(),
        link.getReady(),
        link.getOutstanding(),
        link.getSeconds(),
        link.getTrouble());
  }

  private static CallError fromWire(FiguresProto.CallError error) {
    return new CallError(
        Instant.ofEpochMilli(error.getAtMs()),
        error.getOperation(),
        CallResult.valueOf(error.getResult()),
        error.getStatus(),
        error.getReason(),
        error.getTrace(),
        error.getToken().isEmpty() ? Optional.empty() : Optional.of(error.getToken()),
        error.getDn());
  }
}
