package org.bora.simulation.link;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bora.simulation.schedule.Scheduler;

/**
 * A channel with one address that behaves as gRPC's. It connects when asked to, is idle after its
 * connection is lost, and fails calls while it cannot connect. It retries only when told to; a pool
 * does so every two seconds.
 */
public final class SimulatedChannel extends ManagedChannel {
  private static final Status CLOSED = Status.UNAVAILABLE.withDescription("Channel shutdownNow");
  private static final Status REFUSED = Status.UNAVAILABLE.withDescription("io exception");

  /** Netty's connect time-out. */
  private static final int HANDSHAKE_SECONDS = 10;

  private final Network network;
  private final From from;
  private final To to;
  private final List<Runnable> followers = new ArrayList<>();
  private final List<SimulatedCall<?, ?>> waiting = new ArrayList<>();
  private ConnectivityState state = ConnectivityState.IDLE;
  private Link link;
  private boolean connecting;

  /** The frontend's process that owns the channel, with a timer of its own. */
  public record From(String process, ScheduledExecutorService timer) {}

  /** The machine that the channel leads to; a backend may run there. */
  public record To(String machine, Supplier<Optional<ServedLink>> running) {}

  public SimulatedChannel(Network network, From from, To to) {
    this.network = network;
    this.from = from;
    this.to = to;
  }

  String process() {
    return from.process();
  }

  ScheduledExecutorService timer() {
    return from.timer();
  }

  private void becomes(ConnectivityState next) {
    if (state == ConnectivityState.SHUTDOWN || state == next) {
      return;
    }
    state = next;
    List<Runnable> told = List.copyOf(followers);
    followers.clear();
    told.forEach(Runnable::run);
  }

  @Override
  public ConnectivityState getState(boolean requestConnection) {
    if (requestConnection && state == ConnectivityState.IDLE) {
      becomes(ConnectivityState.CONNECTING);
      connect();
    }
    return state;
  }

  private void connect() {
    if (connecting) {
      return;
    }
    connecting = true;
    Scheduler scheduler = network.scheduler();
    scheduler.start(
        process(),
        "connect",
        () -> {
          network.takesLittle();
          Optional<ServedLink> server = to.running().get();
          if (server.isEmpty() || state == ConnectivityState.SHUTDOWN) {
            isRefused();
            return;
          }
          Link made = new Link(network, this, server.get());
          link = made;
          server.get().accept(made);
          Future<?> _ =
              timer().schedule(() -> isTooLate(made), HANDSHAKE_SECONDS, TimeUnit.SECONDS);
          // the handshake needs the other process
          scheduler.start(
              server.get().process(),
              "accept",
              () -> scheduler.start(process(), "connected", () -> isConnected(made)));
        });
  }

  private void isConnected(Link made) {
    network.takesLittle();
    if (made.equals(link)) {
      connecting = false;
      List<SimulatedCall<?, ?>> held = List.copyOf(waiting);
      waiting.clear();
      becomes(ConnectivityState.READY);
      held.forEach(call -> call.over(made));
    }
  }

  private void isTooLate(Link made) {
    if (connecting && made.equals(link)) {
      made.server().forget(made);
      link = null;
      isRefused();
    }
  }

  private void isRefused() {
    connecting = false;
    List<SimulatedCall<?, ?>> held = List.copyOf(waiting);
    waiting.clear();
    becomes(ConnectivityState.TRANSIENT_FAILURE);
    held.forEach(call -> call.fails(REFUSED));
  }

  /** On a thread of this process. */
  void isLost(Link lost) {
    lost.server().forget(lost);
    if (lost.equals(link)) {
      link = null;
      if (connecting) {
        isRefused();
      } else {
        becomes(ConnectivityState.IDLE);
      }
    }
  }

  void send(SimulatedCall<?, ?> call) {
    switch (getState(true)) {
      case READY -> call.over(link);
      case TRANSIENT_FAILURE -> call.fails(REFUSED);
      case SHUTDOWN -> call.fails(CLOSED);
      case IDLE, CONNECTING -> waiting.add(call);
    }
  }

  void forget(SimulatedCall<?, ?> call) {
    waiting.remove(call);
  }

  /** Ends the current connection; its calls fail. */
  private void end() {
    Link former = link;
    link = null;
    connecting = false;
    if (former != null) {
      former.server().forget(former);
      former.endOfServer();
      former.fail(CLOSED);
    }
    List<SimulatedCall<?, ?>> held = List.copyOf(waiting);
    waiting.clear();
    held.forEach(call -> call.fails(CLOSED));
  }

  /** The process has ended: only the other side is told. */
  public void isGone() {
    Link former = link;
    link = null;
    waiting.clear();
    followers.clear();
    state = ConnectivityState.SHUTDOWN;
    if (former != null) {
      former.server().forget(former);
      former.endOfServer();
    }
  }

  @Override
  public void notifyWhenStateChanged(ConnectivityState source, Runnable callback) {
    if (state == source) {
      followers.add(callback);
    } else {
      callback.run();
    }
  }

  @Override
  public void resetConnectBackoff() {
    if (state == ConnectivityState.TRANSIENT_FAILURE) {
      connect();
    }
  }

  @Override
  public void enterIdle() {
    end();
    becomes(ConnectivityState.IDLE);
  }

  @Override
  public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
    return new SimulatedCall<>(this, method, options);
  }

  @Override
  public ManagedChannel shutdownNow() {
    becomes(ConnectivityState.SHUTDOWN);
    end();
    return this;
  }

  @Override
  public ManagedChannel shutdown() {
    return shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return state == ConnectivityState.SHUTDOWN;
  }

  @Override
  public boolean isTerminated() {
    return isShutdown();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isShutdown();
  }

  @Override
  public String authority() {
    return to.machine();
  }
}
