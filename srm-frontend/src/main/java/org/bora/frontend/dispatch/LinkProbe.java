package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks a backend whether it serves. If its channel cannot connect, the question fails at once and
 * gives the reason, which a channel reports in no other way.
 */
final class LinkProbe implements StreamObserver<HealthCheckResponse> {
  private final CompletableFuture<Optional<Status>> failure = new CompletableFuture<>();

  private LinkProbe() {}

  /**
   * Returns at once.
   *
   * @param service name of the health service
   * @return why there was no answer; empty if there was one
   */
  static CompletableFuture<Optional<Status>> ask(
      Channel channel, String service, Duration patience) {
    LinkProbe question = new LinkProbe();
    ClientCalls.asyncUnaryCall(
        channel.newCall(
            HealthGrpc.getCheckMethod(),
            CallOptions.DEFAULT.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS)),
        HealthCheckRequest.newBuilder().setService(service).build(),
        question);
    return question.failure;
  }

  @Override
  public void onNext(HealthCheckResponse health) {
    if (health.getStatus() != HealthCheckResponse.ServingStatus.SERVING) {
      failure.complete(Optional.of(Status.UNAVAILABLE.withDescription("NOT_SERVING")));
    }
  }

  @Override
  public void onError(Throwable why) {
    failure.complete(Optional.of(Status.fromThrowable(why)));
  }

  @Override
  public void onCompleted() {
    failure.complete(Optional.empty());
  }
}
