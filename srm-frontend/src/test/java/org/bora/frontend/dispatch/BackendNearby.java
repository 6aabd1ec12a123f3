package org.bora.frontend.dispatch;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Context;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bora.api.BackendFailure;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.HealthNames;

/**
 * A backend in this process that sees bytes only: it notes every call and answers as it is told.
 */
final class BackendNearby implements AutoCloseable {

  /** What a backend makes of one call: an answer's bytes, or a status. */
  sealed interface Answer {
    record Bytes(ByteString content) implements Answer {}

    record Refused(Status status) implements Answer {}

    /** As a backend that is drained. */
    record TurnedAway() implements Answer {}

    /** As a backend whose storage hangs. */
    record SilentStorage() implements Answer {}

    /** A first message, and no other until the caller has left. */
    record Beginning(ByteString content) implements Answer {}

    /** Nothing, until the caller has left. */
    record Silence() implements Answer {}
  }

  /** What it says when it is asked for its health. */
  enum Health {
    SERVES,
    DRAINS,
    CUT_OFF,
    SILENT,
    /** As a backend of another generation: it serves others. */
    DOES_NOT_KNOW_THE_NAME
  }

  private final String name;
  private volatile Health health = Health.SERVES;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> services = new CopyOnWriteArrayList<>();
  private final List<byte[]> messages = new CopyOnWriteArrayList<>();
  private final List<Duration> timeLeft = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch left = new CountDownLatch(1);
  private final Function<String, Answer> answers;
  private final Server server;

  BackendNearby(Function<String, Answer> answers) {
    this(UUID.randomUUID().toString(), answers, Optional.empty());
  }

  private BackendNearby(String name, Function<String, Answer> answers, Optional<Executor> callers) {
    this.name = name;
    this.answers = answers;
    try {
      this.server =
          InProcessServerBuilder.forName(name)
              .executor(callers.orElse(threads))
              .fallbackHandlerRegistry(new AnyMethod())
              .build()
              .start();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static BackendNearby refusing(Status status) {
    return new BackendNearby(method -> new Answer.Refused(status));
  }

  /** One that has answered when who asks has sent the question; must not block. */
  static BackendNearby atOnce(Function<String, Answer> answers) {
    return new BackendNearby(UUID.randomUUID().toString(), answers, Optional.of(Runnable::run));
  }

  /** The same place after a restart. */
  BackendNearby again() {
    return new BackendNearby(name, answers, Optional.empty());
  }

  ManagedChannel channel() {
    return InProcessChannelBuilder.forName(name).directExecutor().disableRetry().build();
  }

  /** From now on; no call of its health is among those that it notes. */
  void says(Health now) {
    health = now;
  }

  /** The methods that were called, without their service. */
  List<String> asked() {
    return asked;
  }

  /** The services that these methods were called of. */
  List<String> services() {
    return services;
  }

  /** What was sent with them. */
  List<byte[]> messages() {
    return messages;
  }

  /** What gRPC said of the deadline, per call. */
  List<Duration> timeLeft() {
    return timeLeft;
  }

  /** Zero when a caller has left who was sent a beginning. */
  CountDownLatch left() {
    return left;
  }

  @Override
  public void close() {
    server.shutdownNow();
    threads.shutdownNow();
  }

  private final class AnyMethod extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
      var descriptor =
          MethodDescriptor.newBuilder(new Raw(), new Raw())
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(method)
              .build();
      return ServerMethodDefinition.create(
          descriptor,
          ServerCalls.asyncUnaryCall(
              (bytes, reply) -> {
                if (method.equals(HealthGrpc.getCheckMethod().getFullMethodName())) {
                  tellHealth(bytes, reply);
                  return;
                }
                messages.add(bytes);
                asked.add(descriptor.getBareMethodName());
                services.add(descriptor.getServiceName());
                var deadline = Context.current().getDeadline();
                timeLeft.add(Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS)));
                switch (answers.apply(descriptor.getBareMethodName())) {
                  case Answer.Bytes(ByteString content) -> {
                    reply.onNext(content.toByteArray());
                    reply.onCompleted();
                  }
                  case Answer.Beginning(ByteString content) -> {
                    ((ServerCallStreamObserver<byte[]>) reply).setOnCancelHandler(left::countDown);
                    reply.onNext(content.toByteArray());
                  }
                  case Answer.Refused(Status status) -> reply.onError(status.asException());
                  case Answer.TurnedAway() -> reply.onError(FailureCodec.turnedAway());
                  case Answer.SilentStorage() ->
                      reply.onError(FailureCodec.toWire(BackendFailure.ofSilentStorage()));
                  case Answer.Silence() -> {}
                }
              }));
    }
  }

  private void tellHealth(byte[] question, StreamObserver<byte[]> reply) {
    boolean whole;
    try {
      whole = HealthCheckRequest.parseFrom(question).getService().equals(HealthNames.WHOLE);
    } catch (InvalidProtocolBufferException broken) {
      throw new UncheckedIOException(broken);
    }
    Health now = health;
    if (now == Health.SILENT) {
      return;
    }
    if (now == Health.DOES_NOT_KNOW_THE_NAME) {
      reply.onError(Status.NOT_FOUND.asException());
      return;
    }
    boolean serves = now == Health.SERVES || (now == Health.DRAINS && !whole);
    reply.onNext(
        HealthCheckResponse.newBuilder()
            .setStatus(serves ? ServingStatus.SERVING : ServingStatus.NOT_SERVING)
            .build()
            .toByteArray());
    reply.onCompleted();
  }

  private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try (stream) {
        return stream.readAllBytes();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }
}
