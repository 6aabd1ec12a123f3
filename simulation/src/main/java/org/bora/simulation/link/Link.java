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
 * One connection: between a channel of a frontend and one life of a backend. What has left one side
 * lies in the buffers of the other, even if the connection ends meanwhile, and that a frontend does
 * not wait any more is told after its question. Once the connection is silent nothing leaves, and
 * what was on its way then is lost.
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

  private boolean questionsLeave = true;
  private boolean answersLeave = true;
  private long silentSince = Long.MAX_VALUE;

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
    if (!questionsLeave || call.isOfHealth()) {
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
    if (!questionsLeave) {
      return;
    }
    underWay.add(call);
    passes(
        server.process(),
        call.isOfHealth() ? "health" : "call",
        call,
        () -> {
          underWay.remove(call);
          server.serve(this, call);
        });
  }

  /** A message leaves for a process, which may stand still when it comes. */
  private void passes(String to, String name, SimulatedCall<?, ?> about, Runnable arrival) {
    Duration delay = about.isOfHealth() ? network.shortDelay() : network.delay();
    long comes = scheduler().nanos() + delay.toNanos();
    scheduler()
        .start(
            to,
            name,
            () -> {
              scheduler().sleep(delay);
              if (comes <= silentSince) {
                arrival.run();
              }
            });
  }

  /** On the thread of the backend that has this call. */
  void begins(SimulatedCall<?, ?> call, ServedCall<?, ?> by) {
    served.put(call, by);
    if (abandoned.remove(call)) {
      isLeft(by);
    }
  }

  /** The backend does not answer this one any more. */
  void ends(SimulatedCall<?, ?> call) {
    served.remove(call);
  }

  /** On a thread of the backend; the answer leaves. */
  void answer(SimulatedCall<?, ?> call, SimulatedCall.Told told) {
    ends(call);
    if (!answersLeave) {
      return;
    }
    if (!call.isOfHealth()) {
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
    tell(call);
  }

  private void tell(SimulatedCall<?, ?> call) {
    if (!questionsLeave) {
      return;
    }
    if (underWay.contains(call)) {
      abandoned.add(call);
    } else if (served.containsKey(call)) {
      isLeft(served.get(call));
    }
  }

  private void isLeft(ServedCall<?, ?> call) {
    scheduler()
        .start(
            server.process(),
            "leave",
            () -> {
              network.takesLittle();
              call.isLeft();
            });
  }

  /** By what is between: both sides hear of its end. */
  void reset() {
    endOfServer();
    resetOfFrontend();
  }

  /** The process of the frontend is gone, or has closed it. */
  void endOfServer() {
    List.copyOf(underWay).forEach(this::tell);
    List.copyOf(served.keySet()).forEach(this::tell);
    stops();
  }

  /** The process of the backend is gone. */
  void endOfFrontend() {
    if (answersLeave) {
      stops();
      resetOfFrontend();
    }
  }

  private void resetOfFrontend() {
    calls.removeAll(answered);
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
    silentSince = Math.min(silentSince, scheduler().nanos());
  }

  private void stops() {
    questionsLeave = false;
    answersLeave = false;
  }
}
