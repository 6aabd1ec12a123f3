package org.bora.simulation.link;

import io.grpc.Status;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.schedule.Scheduler;

/**
 * One connection: between a channel of a frontend and one life of a backend. What has left a
 * process comes, even if that process ends meanwhile; that a frontend does not wait any more is
 * told after its question. Once the connection is reset or silent nothing leaves, and what was on
 * its way then is lost.
 */
final class Link {
  private static final Status RESET =
      Status.UNAVAILABLE.withDescription("Connection reset by peer");

  private final Network network;
  private final SimulatedChannel channel;
  private final ServedLink server;
  private final Set<SimulatedCall<?, ?>> calls = new LinkedHashSet<>();

  /** Those whose answers are on the way: a process that ends afterwards does not call them back. */
  private final Set<SimulatedCall<?, ?>> answered = new LinkedHashSet<>();

  /** Those whose questions are on the way. */
  private final Set<SimulatedCall<?, ?>> underWay = new LinkedHashSet<>();

  /** Of these, whose frontend does not wait any more. */
  private final Set<SimulatedCall<?, ?>> abandoned = new LinkedHashSet<>();

  private final Map<SimulatedCall<?, ?>, ServedCall<?, ?>> served = new LinkedHashMap<>();

  private boolean open = true;
  private long lostSince = Long.MAX_VALUE;

  Link(Network network, SimulatedChannel channel, ServedLink server) {
    this.network = network;
    this.channel = channel;
    this.server = server;
  }

  private Scheduler scheduler() {
    return network.scheduler();
  }

  ServedLink server() {
    return server;
  }

  /** The question leaves its frontend. */
  void send(SimulatedCall<?, ?> call) {
    calls.add(call);
    if (!open || call.isOfTheFrontend()) {
      call.leaves();
      arrives(call);
      return;
    }
    if (network.endsBefore(server.process())) {
      reset();
      return;
    }
    call.leaves();
    switch (network.question(server.process())) {
      case GOES_ON -> arrives(call);
      case IS_RESET -> reset();
      case IS_SILENT -> isSilent();
    }
  }

  private void arrives(SimulatedCall<?, ?> call) {
    if (!open) {
      return;
    }
    underWay.add(call);
    passes(
        server.process(),
        call.isOfTheFrontend() ? "short call" : "call",
        call,
        () -> {
          underWay.remove(call);
          server.serve(this, call);
        });
  }

  /**
   * A message leaves for a process, which may stand still when it comes: then it is there as soon
   * as that goes on.
   */
  private void passes(String to, String name, SimulatedCall<?, ?> about, Runnable arrival) {
    passes(to, name, about.isOfTheFrontend() ? network.shortDelay() : network.delay(), arrival);
  }

  private void passes(String to, String name, Duration delay, Runnable arrival) {
    long comes = scheduler().nanos() + delay.toNanos();
    scheduler()
        .start(
            to,
            name,
            () -> {
              scheduler().sleep(Duration.ofNanos(Math.max(0, comes - scheduler().nanos())));
              if (comes <= lostSince) {
                arrival.run();
              }
            });
  }

  /** On the thread of the backend that has this call. */
  void begins(SimulatedCall<?, ?> call, ServedCall<?, ?> by) {
    served.put(call, by);
    if (abandoned.remove(call)) {
      isToldOf(by);
    }
  }

  /** The backend does not answer this one any more. */
  void ends(SimulatedCall<?, ?> call) {
    served.remove(call);
  }

  /** On a thread of the backend; the answer leaves. */
  void answer(SimulatedCall<?, ?> call, SimulatedCall.Told told) {
    ends(call);
    if (!open) {
      return;
    }
    if (!call.isOfTheFrontend()) {
      switch (network.answer(server.process())) {
        case GOES_ON -> {}
        case IS_RESET -> {
          reset();
          return;
        }
        case IS_SILENT -> {
          isSilent();
          return;
        }
      }
    }
    answered.add(call);
    passes(
        channel.process(),
        "answer",
        call,
        () -> {
          answered.remove(call);
          calls.remove(call);
          call.hears(told);
        });
  }

  /** The frontend waits no more for this one. */
  void leaves(SimulatedCall<?, ?> call) {
    calls.remove(call);
    answered.remove(call);
    if (!open) {
      return;
    }
    if (underWay.contains(call)) {
      abandoned.add(call);
    } else if (served.containsKey(call)) {
      passes(server.process(), "leave", network.shortDelay(), served.get(call)::isLeft);
    }
  }

  /** Its own machine tells the backend that nobody waits any more. */
  private void isToldOf(ServedCall<?, ?> left) {
    scheduler()
        .start(
            server.process(),
            "leave",
            () -> {
              network.takesLittle();
              left.isLeft();
            });
  }

  /** By what is between: both sides hear of its end. */
  void reset() {
    endOfServer();
    isLost();
    resetOfFrontend();
  }

  /** The process of the frontend is gone, or has closed it. */
  void endOfServer() {
    if (open) {
      abandoned.addAll(underWay);
      served.values().forEach(this::isToldOf);
      stops();
    }
  }

  /** The process of the backend is gone. */
  void endOfFrontend() {
    if (open) {
      stops();
      calls.removeAll(answered);
      resetOfFrontend();
    }
  }

  private void resetOfFrontend() {
    scheduler()
        .start(
            channel.process(),
            "reset",
            () -> {
              network.takesLittle();
              fail(RESET);
              channel.isLost(this);
            });
  }

  /** All that is on it fails at once. */
  void fail(Status status) {
    List<SimulatedCall<?, ?>> open = List.copyOf(calls);
    calls.clear();
    open.forEach(call -> call.fails(status));
  }

  /** Nothing passes any more, and nobody tells. */
  void isSilent() {
    stops();
    isLost();
  }

  private void isLost() {
    lostSince = Math.min(lostSince, scheduler().nanos());
  }

  private void stops() {
    open = false;
  }
}
