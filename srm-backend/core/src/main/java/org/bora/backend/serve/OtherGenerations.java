package org.bora.backend.serve;

import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.wire.FailureCodec;
import org.bora.api.wire.Methods;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers frontends of another generation, whose operations differ: nothing was started, and
 * frontend and backend must be upgraded. Their clients are told to try again. Thread safe.
 */
final class OtherGenerations extends HandlerRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(OtherGenerations.class);

  /** Every generation's name begins with it. */
  private static final String OURS = "bora.";

  private final AtomicBoolean told = new AtomicBoolean();

  @Override
  public ServerMethodDefinition<?, ?> lookupMethod(String method, String authority) {
    return method.startsWith(OURS)
        ? ServerMethodDefinition.create(Methods.named(method), refusal(method))
        : null;
  }

  private ServerCallHandler<byte[], byte[]> refusal(String method) {
    return (call, headers) -> {
      if (told.compareAndSet(false, true)) {
        LOG.error(
            "a frontend asks for {}, which this backend ({}) does not know; upgrade frontends and"
                + " backends to the same release",
            method,
            Methods.GENERATION);
      }
      StatusRuntimeException failure = FailureCodec.ofAnotherGeneration();
      call.close(
          failure.getStatus(), Optional.ofNullable(failure.getTrailers()).orElseGet(Metadata::new));
      return new ServerCall.Listener<>() {};
    };
  }
}
