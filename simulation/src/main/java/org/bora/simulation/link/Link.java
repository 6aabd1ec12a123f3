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
 * One connection between a channel of a frontend and one life of a backend. A message that has left
 * a process arrives, even if that process ends meanwhile. The backend hears of a cancelled call
 * after the call's question. Once the connection is reset or silent nothing leaves, and messages on
 * their way are lost.
 */
final class Link {
  private static final Status RESET =
      Status.UNAVAILABLE.withDescription("Connection reset by peer");

  private final Network network;
  private final SimulatedChannel channel;
  private final ServedLink server;
  private final Set<SimulatedCall<?, ?>> calls = new LinkedHashSet<>();

  /**
   * Calls whose answers are on their way. A process that ends afterwards does not take them back.
   */
  private final Set<SimulatedCall<?, ?>> answered = new LinkedHashSet<>();

  /** Calls whose questions are on their way. */
  private final Set<SimulatedCall<?, ?>> underWay = new LinkedHashSet<>();

  /** Those of {@link #underWay} that their frontend has cancelled. */
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
   * Sends a message to a process. If the process is frozen on arrival, it handles the message when
   * it continues.
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

  /** On the thread of the backend that serves this call. */
  void begins(SimulatedCall<?, ?> call, ServedCall<?, ?> by) {
    served.put(call, by);
    if (abandoned.remove(call)) {
      isToldOf(by);
    }
  }

  /** The backend will not answer this call any more. */
  void ends(SimulatedCall<?, ?> call) {
    served.remove(call);
  }

  /** On a thread of the backend: the answer leaves. */
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

  /** The frontend stops waiting for this call. */
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

  /** The backend's own machine reports that no frontend waits for the call any more. */
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

  /** The network breaks the connection, and both sides are told. */
  void reset() {
    endOfServer();
    isLost();
    resetOfFrontend();
  }

  /** The frontend's process is gone, or has closed the connection. */
  void endOfServer() {
    if (open) {
      abandoned.addAll(underWay);
      served.values().forEach(this::isToldOf);
      stops();
    }
  }

  /** The backend's process is gone. */
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

  /** Fails all calls on the connection at once. */
  void fail(Status status) {
    List<SimulatedCall<?, ?>> open = List.copyOf(calls);
    calls.clear();
    open.forEach(call -> call.fails(status));
  }

  /** Nothing passes any more, and neither side is told. */
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
