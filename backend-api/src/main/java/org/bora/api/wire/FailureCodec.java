package org.bora.api.wire;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import org.bora.api.BackendFailure;

/**
 * Failures as gRPC statuses and back. The sentence a client may read travels in a trailer of its
 * own: a status without it comes from the transport, whose descriptions name hosts and classes.
 */
public final class FailureCodec {

  private static final Metadata.Key<byte[]> SENTENCE =
      Metadata.Key.of("bora-sentence-bin", Metadata.BINARY_BYTE_MARSHALLER);

  /** Says that the call was turned away by a backend: nothing of it was begun. */
  private static final Metadata.Key<String> NOT_BEGUN =
      Metadata.Key.of("bora-not-begun", Metadata.ASCII_STRING_MARSHALLER);

  /** Says that the backend is there, but not the storage that was asked. */
  private static final Metadata.Key<String> SILENT_STORAGE =
      Metadata.Key.of("bora-silent-storage", Metadata.ASCII_STRING_MARSHALLER);

  /** gRPC bounds all trailers together at 8 KiB. */
  private static final int LONGEST_SENTENCE_CHARS = 1000;

  private FailureCodec() {}

  public static StatusRuntimeException toWire(BackendFailure failure) {
    String message = failure.getMessage();
    String sentence = message.substring(0, Math.min(message.length(), LONGEST_SENTENCE_CHARS));
    var trailers = new Metadata();
    trailers.put(SENTENCE, sentence.getBytes(StandardCharsets.UTF_8));
    if (!failure.mayHaveBegun()) {
      trailers.put(NOT_BEGUN, "1");
    }
    if (failure.isOfSilentStorage()) {
      trailers.put(SILENT_STORAGE, "1");
    }
    return status(failure.kind()).asRuntimeException(trailers);
  }

  /** The answer of a backend that accepts no calls: every operation may be sent to another one. */
  public static StatusRuntimeException turnedAway() {
    return toWire(
        BackendFailure.notBegun("the storage backend takes no calls at present, retry in 5 s"));
  }

  /** What a backend answers to a frontend of another generation: its administrators must act. */
  public static StatusRuntimeException ofAnotherGeneration() {
    return toWire(
        BackendFailure.notBegun(
            "frontend and backend do not understand each other; upgrade both to the same release"));
  }

  /** Whether the backend reported that it did not begin. */
  public static boolean wasTurnedAway(StatusRuntimeException status) {
    Metadata trailers = status.getTrailers();
    return trailers != null && trailers.containsKey(NOT_BEGUN);
  }

  /** Whether the backend reported hanging storage: see {@link BackendFailure}. */
  public static boolean isOfSilentStorage(StatusRuntimeException status) {
    Metadata trailers = status.getTrailers();
    return trailers != null && trailers.containsKey(SILENT_STORAGE);
  }

  /** The failure that a backend or the transport reports. */
  public static BackendFailure fromWire(StatusRuntimeException status) {
    if (isOfSilentStorage(status)) {
      return BackendFailure.ofSilentStorage();
    }
    return wasTurnedAway(status)
        ? BackendFailure.notBegun(text(status), status)
        : perhapsBegun(status);
  }

  /** The same of a call that an earlier backend may have begun, whatever this one reports. */
  public static BackendFailure perhapsBegun(StatusRuntimeException status) {
    return isOfSilentStorage(status)
        ? BackendFailure.ofSilentStorage()
        : new BackendFailure(kind(status.getStatus().getCode()), text(status), status);
  }

  private static String text(StatusRuntimeException status) {
    Metadata trailers = status.getTrailers();
    byte[] sentence = trailers == null ? null : trailers.get(SENTENCE);
    return sentence == null
        ? sentence(status.getStatus().getCode())
        : new String(sentence, StandardCharsets.UTF_8);
  }

  private static Status status(BackendFailure.Kind kind) {
    return switch (kind) {
      case TRANSIENT -> Status.UNAVAILABLE;
      case TIMED_OUT -> Status.DEADLINE_EXCEEDED;
      case PERMANENT -> Status.INTERNAL;
    };
  }

  private static BackendFailure.Kind kind(Status.Code code) {
    return switch (code) {
      // A backend that is killed or told to stop at once ends its streams as cancelled.
      case UNAVAILABLE, CANCELLED -> BackendFailure.Kind.TRANSIENT;
      case DEADLINE_EXCEEDED -> BackendFailure.Kind.TIMED_OUT;
      case OK,
          UNKNOWN,
          INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          PERMISSION_DENIED,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          UNIMPLEMENTED,
          INTERNAL,
          DATA_LOSS,
          UNAUTHENTICATED ->
          BackendFailure.Kind.PERMANENT;
    };
  }

  private static String sentence(Status.Code code) {
    return switch (code) {
      case UNAVAILABLE, CANCELLED -> "the storage backend cannot be reached";
      case DEADLINE_EXCEEDED -> "the storage backend did not answer in time";
      case RESOURCE_EXHAUSTED -> "the request or its answer is too large; ask for less at a time";
      case PERMISSION_DENIED, UNAUTHENTICATED -> "the storage backend does not know this frontend";
      case INVALID_ARGUMENT, UNIMPLEMENTED ->
          "frontend and backend do not understand each other; are their versions the same?";
      case OK,
          UNKNOWN,
          NOT_FOUND,
          ALREADY_EXISTS,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          INTERNAL,
          DATA_LOSS ->
          "the storage backend failed";
    };
  }
}
