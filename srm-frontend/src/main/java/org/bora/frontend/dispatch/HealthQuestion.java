package org.bora.frontend.dispatch;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.bora.api.wire.HealthNames;

/**
 * Asks a backend for its health (grpc.health.v1), over the connection of its calls. A connection
 * lasts for weeks; a backend whose certificate has expired meanwhile gets no more calls over it.
 */
final class HealthQuestion {

  private HealthQuestion() {}

  /** The answer for one name. */
  private enum Told {
    SERVING,
    NOT_SERVING,
    /** It does not know the name. */
    UNKNOWN,
    /** It tells nothing of its health. */
    SILENT,
    FAILED
  }

  /**
   * Sends the question, and returns at once.
   *
   * @param service name of the health service
   * @param clock for the expiry of certificates
   * @param answer gets the backend's answer, on a thread of the connection; never if the backend is
   *     silent
   */
  static void ask(
      ManagedChannel channel,
      String service,
      InstantSource clock,
      Consumer<Heartbeat.Word> answer) {
    // not within the call for which this thread works: the question would end with it
    Context.ROOT.run(() -> askWhole(channel, service, clock, answer));
  }

  private static void askWhole(
      ManagedChannel channel,
      String service,
      InstantSource clock,
      Consumer<Heartbeat.Word> answer) {
    ask(
        channel,
        clock,
        service,
        whole -> {
          switch (whole) {
            case SERVING, SILENT -> answer.accept(Heartbeat.Word.SERVES);
            // one of another generation serves others, and not this frontend
            case FAILED, UNKNOWN -> answer.accept(Heartbeat.Word.LEAVES);
            case NOT_SERVING -> askForCalls(channel, clock, answer);
          }
        });
  }

  private static void askForCalls(
      ManagedChannel channel, InstantSource clock, Consumer<Heartbeat.Word> answer) {
    ask(
        channel,
        clock,
        HealthNames.CALLS_IN_HAND,
        calls ->
            answer.accept(
                calls == Told.NOT_SERVING ? Heartbeat.Word.IS_CUT_OFF : Heartbeat.Word.LEAVES));
  }

  private static void ask(
      ManagedChannel channel, InstantSource clock, String service, Consumer<Told> answer) {
    HealthCheckRequest question = HealthCheckRequest.newBuilder().setService(service).build();
    ClientCall<HealthCheckRequest, HealthCheckResponse> call =
        channel.newCall(HealthGrpc.getCheckMethod(), CallOptions.DEFAULT);
    ClientCalls.asyncUnaryCall(
        call,
        question,
        new StreamObserver<HealthCheckResponse>() {
          @Override
          public void onNext(HealthCheckResponse told) {
            if (ShownCertificates.areOver(call.getAttributes(), clock.instant())) {
              channel.enterIdle(); // calls in hand end there; the next handshake tells why
              answer.accept(Told.FAILED);
            } else {
              answer.accept(
                  told.getStatus() == ServingStatus.NOT_SERVING ? Told.NOT_SERVING : Told.SERVING);
            }
          }

          @Override
          public void onError(Throwable failed) {
            Status.Code code = Status.fromThrowable(failed).getCode();
            answer.accept(
                switch (code) {
                  case NOT_FOUND -> Told.UNKNOWN;
                  case UNIMPLEMENTED -> Told.SILENT;
                  default -> Told.FAILED;
                });
          }

          @Override
          public void onCompleted() {
            // the answer has been heard
          }
        });
  }
}
