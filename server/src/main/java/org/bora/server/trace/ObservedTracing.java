package org.bora.server.trace;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.micrometer.tracing.CurrentTraceContext;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import org.bora.api.trace.Step;
import org.bora.api.trace.Tracing;
import org.slf4j.MDC;

/**
 * Steps as Micrometer observations, which OpenTelemetry gets as spans: a call is a span of kind
 * SERVER, a part of it one of kind CLIENT. The parent travels as {@code traceparent} (W3C Trace
 * Context). Thread safe.
 */
final class ObservedTracing implements Tracing {
  /** Under this name every line of the log has the trace, so that one finds the other. */
  private static final String TRACE_ID = "trace-id";

  private static final String PARENT = "traceparent";
  private static final int LONGEST = 1000;

  private final ObservationRegistry registry;
  private final CurrentTraceContext current;
  private final Propagator propagator;

  private ObservedTracing(
      ObservationRegistry registry, CurrentTraceContext current, Propagator propagator) {
    this.registry = registry;
    this.current = current;
    this.propagator = propagator;
  }

  /**
   * Steps become spans of this tracer.
   *
   * @param spans of OpenTelemetry
   */
  static Tracing to(io.opentelemetry.api.trace.Tracer spans) {
    OtelCurrentTraceContext current = new OtelCurrentTraceContext();
    Tracer tracer = new OtelTracer(spans, current, _ -> {});
    Propagator propagator =
        new OtelPropagator(
            ContextPropagators.create(W3CTraceContextPropagator.getInstance()), spans);
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(
            new FirstMatchingCompositeObservationHandler(
                new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                new PropagatingSenderTracingObservationHandler<>(tracer, propagator)));
    return new ObservedTracing(registry, current, propagator);
  }

  @Override
  public Step begin(String name) {
    return begin(name, "");
  }

  @Override
  public Step begin(String name, String parent) {
    ReceiverContext<String> call =
        new ReceiverContext<>((said, key) -> key.equals(PARENT) ? said : null, Kind.SERVER);
    call.setCarrier(parent);
    return new Begun(Observation.createNotStarted(name, () -> call, registry));
  }

  @Override
  public Step part(String name) {
    if (current.context() == null) {
      return Tracing.off().part(name);
    }
    SenderContext<String> part = new SenderContext<>((_, _, _) -> {}, Kind.CLIENT);
    part.setCarrier(name);
    return new Begun(Observation.createNotStarted(name, () -> part, registry));
  }

  @Override
  public String current() {
    TraceContext context = current.context();
    StringBuilder parent = new StringBuilder();
    if (context != null) {
      propagator.inject(context, parent, ObservedTracing::parent);
    }
    return parent.toString();
  }

  private static void parent(StringBuilder parent, String key, String value) {
    if (key.equals(PARENT)) {
      parent.append(value);
    }
  }

  /** Why a step failed. It has no stack: the log has one where it helps. */
  private static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String why) {
      super(why, null, false, false);
    }
  }

  private final class Begun implements Step {
    private final Observation observation;
    private final Observation.Scope scope;
    private final String before = MDC.get(TRACE_ID);

    @SuppressWarnings("MustBeClosedChecker") // closed with the step
    Begun(Observation begins) {
      observation = begins.start();
      scope = observation.openScope();
      TraceContext context = current.context();
      if (before == null && context != null && Boolean.TRUE.equals(context.sampled())) {
        MDC.put(TRACE_ID, context.traceId());
      }
    }

    @Override
    public void note(String key, String value) {
      observation.highCardinalityKeyValue(key, cut(value));
    }

    @Override
    public void failed(String why) {
      observation.error(new Failed(cut(why)));
    }

    @Override
    public void close() {
      if (before == null) {
        MDC.remove(TRACE_ID);
      }
      scope.close();
      observation.stop();
    }
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
