package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection whose state the scene sets, and whose health checks it answers. */
final class SteppedChannel extends ManagedChannel {
  private final List<Runnable> followers = new ArrayList<>();
  private final List<ClientCall.Listener<HealthCheckResponse>> questions = new ArrayList<>();
  private ConnectivityState state = ConnectivityState.IDLE;
  private int ends;

  /** Notifies the listeners on the caller's thread, as the direct executor does. */
  void becomes(ConnectivityState next) {
    state = next;
    List<Runnable> told = List.copyOf(followers);
    followers.clear();
    told.forEach(Runnable::run);
  }

  /** Answers all open health checks. */
  void answers(ServingStatus health) {
    List<ClientCall.Listener<HealthCheckResponse>> open = List.copyOf(questions);
    questions.clear();
    for (ClientCall.Listener<HealthCheckResponse> one : open) {
      one.onMessage(HealthCheckResponse.newBuilder().setStatus(health).build());
      one.onClose(Status.OK, new Metadata());
    }
  }

  int questions() {
    return questions.size();
  }

  /** How often the connection was ended. */
  int ends() {
    return ends;
  }

  @Override
  public ConnectivityState getState(boolean requestConnection) {
    return state;
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
  public <Q, R> ClientCall<Q, R> newCall(MethodDescriptor<Q, R> method, CallOptions options) {
    return new ClientCall<>() {
      @Override
      @SuppressWarnings("unchecked") // only health checks are sent
      public void start(Listener<R> listener, Metadata headers) {
        questions.add((Listener<HealthCheckResponse>) listener);
      }

      @Override
      public void request(int messages) {}

      @Override
      public void cancel(String message, Throwable cause) {}

      @Override
      public void halfClose() {}

      @Override
      public void sendMessage(Q message) {}
    };
  }

  @Override
  public ManagedChannel shutdownNow() {
    ends++;
    state = ConnectivityState.SHUTDOWN;
    return this;
  }

  @Override
  public ManagedChannel shutdown() {
    return shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return ends > 0;
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
    return "backend";
  }
}
