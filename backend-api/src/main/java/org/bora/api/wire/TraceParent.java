package org.bora.api.wire;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/**
 * Carries the current step of a trace from frontend to backend, in the header {@code traceparent}
 * of W3C Trace Context. Without tracing there is no header, and almost no cost.
 */
public final class TraceParent implements ServerInterceptor {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  /** More than any that is meant well. */
  private static final int LONGEST = 100;

  /** Belongs to the call that is being answered, on any thread; empty if it is not traced. */
  public static final Context.Key<String> KEY = Context.keyWithDefault("traceparent", "");

  /**
   * A channel whose calls say so.
   *
   * @param parent empty for none
   */
  public static Channel with(String parent, Channel channel) {
    return parent.isEmpty() ? channel : ClientInterceptors.intercept(channel, new Telling(parent));
  }

  private record Telling(String parent) implements ClientInterceptor {
    @Override
    public <Q, P> ClientCall<Q, P> interceptCall(
        MethodDescriptor<Q, P> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<P> listener, Metadata headers) {
          headers.put(HEADER, parent);
          super.start(listener, headers);
        }
      };
    }
  }

  @Override
  public <Q, P> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
    String parent = headers.get(HEADER);
    if (parent == null || parent.length() > LONGEST) {
      return next.startCall(call, headers);
    }
    return Contexts.interceptCall(Context.current().withValue(KEY, parent), call, headers, next);
  }
}
