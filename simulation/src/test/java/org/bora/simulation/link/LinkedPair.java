package org.bora.simulation.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** A frontend and a backend with one method; both record what happens. */
final class LinkedPair {
  static final String FRONTEND = "frontend";
  static final String BACKEND = "backend";

  private static final MethodDescriptor<String, String> METHOD =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("test/works")
          .setRequestMarshaller(new Words())
          .setResponseMarshaller(new Words())
          .build();

  private final Scheduler scheduler =
      new Scheduler(Choices.seeded(5), Instant.parse("2026-11-20T12:00:00Z"));
  private final List<String> atBackend = new ArrayList<>();
  private final List<String> atFrontend = new ArrayList<>();
  private final ServedLink server;
  private final SimulatedChannel channel;
  private Duration work = Duration.ofMillis(1);
  private boolean fallsSilent;

  private record Words() implements MethodDescriptor.Marshaller<String> {
    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes(UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      return new String(Messages.bytes(stream), UTF_8);
    }
  }

  LinkedPair() {
    ServedMethods methods = new ServedMethods();
    methods
        .addService(
            ServerServiceDefinition.builder("test").addMethod(METHOD, this::startCall).build())
        .build();
    server = new ServedLink(BACKEND, methods, scheduler.timer(BACKEND));
    // a message takes 19 ms; one that silences its connection takes no time
    Network network =
        new Network(
            scheduler,
            bound -> fallsSilent ? 0 : bound - 1,
            (_, kind) -> kind.startsWith("a question is lost"));
    channel =
        new SimulatedChannel(
            network,
            new SimulatedChannel.From(FRONTEND, scheduler.timer(FRONTEND)),
            new SimulatedChannel.To(BACKEND, () -> Optional.of(server)));
  }

  private ServerCall.Listener<String> startCall(ServerCall<String, String> call, Metadata none) {
    return new ServerCall.Listener<>() {
      private String question;

      @Override
      public void onMessage(String message) {
        question = message;
      }

      @Override
      public void onHalfClose() {
        Deadline end = Context.current().getDeadline();
        String within =
            end == null ? "" : " within " + end.timeRemaining(TimeUnit.MILLISECONDS) + " ms";
        atBackend.add(question + " begins" + within);
        scheduler.sleep(work);
        atBackend.add(question + (call.isCancelled() ? " ends for nobody" : " is answered"));
        call.sendMessage(question);
        call.close(Status.OK, new Metadata());
      }

      @Override
      public void onCancel() {
        atBackend.add(question + " is left");
      }
    };
  }

  Scheduler scheduler() {
    return scheduler;
  }

  SimulatedChannel channel() {
    return channel;
  }

  ServedLink server() {
    return server;
  }

  /** The events at the backend, in order. */
  List<String> atBackend() {
    return atBackend;
  }

  /** The events at the frontend, in order. */
  List<String> atFrontend() {
    return atFrontend;
  }

  /** Sets how long the backend works on a call. */
  void works(Duration time) {
    work = time;
  }

  /** The connection becomes silent with this question, which is lost. */
  void fallsSilentWith(String question) {
    fallsSilent = true;
    ask(question);
    fallsSilent = false;
  }

  /** Connects, and makes the first call. */
  void connect() {
    ask("first");
    scheduler.sleep(Duration.ofSeconds(1));
    atBackend.clear();
    atFrontend.clear();
  }

  ClientCall<String, String> ask(String question) {
    return ask(question, CallOptions.DEFAULT);
  }

  /** Makes a call. Returns when its question has left, or when it waits for a connection. */
  ClientCall<String, String> ask(String question, CallOptions options) {
    ClientCall<String, String> call = channel.newCall(METHOD, options);
    boolean[] sent = new boolean[1];
    scheduler.start(
        FRONTEND,
        "asks",
        () -> {
          send(call, question);
          sent[0] = true;
          scheduler.changed();
        });
    scheduler.await(() -> sent[0], Duration.ofSeconds(1));
    return call;
  }

  private void send(ClientCall<String, String> call, String question) {
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(String message) {
            atFrontend.add(message + " was heard");
          }

          @Override
          public void onClose(Status status, Metadata none) {
            atFrontend.add(question + " " + status.getCode());
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage(question);
    call.halfClose();
  }
}
