package org.bora.simulation.link;

import io.grpc.Status;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bora.simulation.schedule.Scheduler;

/** One connection: between a channel of a frontend and one life of a backend. */
final class Link {
  private static final Status RESET =
      Status.UNAVAILABLE.withDescription("Connection reset by peer");

  private final Network network;
  private final SimulatedChannel channel;
  private final ServedLink server;
  private final Set<SimulatedCall<?, ?>> calls = new LinkedHashSet<>();

  /** Those whose answers are on the way: a process that ends afterwards does not call them back. */
  private final Set<SimulatedCall<?, ?>> answered = new LinkedHashSet<>();

  private final Set<ServedCall<?, ?>> served = new LinkedHashSet<>();

  /** Nothing passes any more. */
  private boolean cut;

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
    if (call.isOfHealth()) {
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
      case IS_SILENT -> cut = true;
    }
  }

  private void arrives(SimulatedCall<?, ?> call) {
    if (cut) {
      return;
    }
    scheduler()
        .start(
            server.process(),
            call.isOfHealth() ? "health" : "call",
            () -> {
              if (call.isOfHealth()) {
                network.takesLittle();
              } else {
                network.takesTime();
              }
              if (!cut) {
                server.serve(this, call);
              }
            });
  }

  void begins(ServedCall<?, ?> call) {
    served.add(call);
  }

  /** On a thread of the backend; the answer leaves. */
  void answer(ServedCall<?, ?> from, SimulatedCall<?, ?> to, SimulatedCall.Told told) {
    served.remove(from);
    if (cut) {
      return;
    }
    if (!to.isOfHealth()) {
      switch (network.answer(server.process())) {
        case GOES_ON -> {}
        case IS_RESET -> {
          reset();
          return;
        }
        case IS_SILENT -> {
          cut = true;
          return;
        }
      }
    }
    answered.add(to);
    scheduler()
        .start(
            channel.process(),
            "answer",
            () -> {
              if (to.isOfHealth()) {
                network.takesLittle();
              } else {
                network.takesTime();
              }
              answered.remove(to);
              calls.remove(to);
              to.hears(told);
            });
  }

  /** The frontend waits no more for this one. */
  void leaves(SimulatedCall<?, ?> call) {
    calls.remove(call);
    answered.remove(call);
    served.stream().filter(one -> one.isOf(call)).findFirst().ifPresent(this::tells);
  }

  private void tells(ServedCall<?, ?> call) {
    if (!cut) {
      scheduler()
          .start(
              server.process(),
              "leave",
              () -> {
                network.takesLittle();
                call.isLeft();
              });
    }
  }

  /** Both sides hear of its end. */
  void reset() {
    endOfServer();
    endOfFrontend();
  }

  /** The process of the frontend is gone, or has closed it. */
  void endOfServer() {
    if (!cut && server.isAlive()) {
      List.copyOf(served).forEach(this::tells);
    }
    served.clear();
  }

  /** The process of the backend is gone, or the connection was reset. */
  void endOfFrontend() {
    cut = true;
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
    cut = true;
    List<SimulatedCall<?, ?>> open = List.copyOf(calls);
    calls.clear();
    open.forEach(call -> call.fails(status));
  }

  /** The power of the other machine has failed: nobody tells. */
  void isSilent() {
    cut = true;
  }
}
