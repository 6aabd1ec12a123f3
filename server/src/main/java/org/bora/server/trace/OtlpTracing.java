package org.bora.server.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.api.trace.Step;
import org.bora.api.trace.Tracing;
import org.slf4j.MDC;

/**
 * Tells steps to a collector, some at a time and beside the calls; while it cannot be reached steps
 * are lost, and nothing else. Which calls are traced is decided at their first step, by chance, and
 * holds for both halves. Thread safe.
 */
public final class OtlpTracing implements Tracing, AutoCloseable {
  /** Under this name every line of the log has the trace, so that one finds the other. */
  private static final String TRACE_ID = "trace-id";

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final int LONGEST = 1000;

  /** Version 00 of W3C Trace Context: trace, parent, flags. */
  private static final Pattern PARENT =
      Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /**
   * Begins to tell.
   *
   * @param endpoint of the collector, for OTLP over HTTP
   * @param ratio share of calls that are traced
   * @param service what this process is called there
   */
  public OtlpTracing(URI endpoint, double ratio, String service) {
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(endpoint.toString())
            .setTimeout(PATIENCE)
            .build();
    provider =
        SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(ratio)))
            .setResource(
                Resource.builder().put(AttributeKey.stringKey("service.name"), service).build())
            .addSpanProcessor(
                BatchSpanProcessor.builder(exporter)
                    .setScheduleDelay(EVERY)
                    .setExporterTimeout(PATIENCE)
                    .build())
            .build();
    tracer = provider.get("bora");
  }

  @Override
  public Step begin(String name) {
    return begin(name, SpanKind.SERVER, Context.current());
  }

  @Override
  public Step part(String name) {
    return Span.current().getSpanContext().isValid()
        ? begin(name, SpanKind.CLIENT, Context.current())
        : Tracing.off().part(name);
  }

  @Override
  public Step begin(String name, String parent) {
    Matcher matcher = PARENT.matcher(parent);
    if (!matcher.matches()) {
      return begin(name);
    }
    SpanContext context =
        SpanContext.createFromRemoteParent(
            matcher.group(1),
            matcher.group(2),
            TraceFlags.fromHex(matcher.group(3), 0),
            TraceState.getDefault());
    return begin(name, SpanKind.SERVER, Context.root().with(Span.wrap(context)));
  }

  private Step begin(String name, SpanKind kind, Context parent) {
    Span span = tracer.spanBuilder(name).setSpanKind(kind).setParent(parent).startSpan();
    return new Begun(span);
  }

  /** Only where it is told: who is not traced needs no words for it. */
  @Override
  public String current() {
    SpanContext context = Span.current().getSpanContext();
    return context.isValid()
        ? "00-"
            + context.getTraceId()
            + "-"
            + context.getSpanId()
            + "-"
            + context.getTraceFlags().asHex()
        : "";
  }

  private static final class Begun implements Step {
    private final Span span;
    private final Scope scope;
    private final String before;

    @SuppressWarnings("MustBeClosedChecker") // closed with the step
    Begun(Span span) {
      this.span = span;
      this.scope = span.makeCurrent();
      this.before = MDC.get(TRACE_ID);
      if (before == null && span.isRecording()) {
        MDC.put(TRACE_ID, span.getSpanContext().getTraceId());
      }
    }

    @Override
    public void note(String key, String value) {
      if (span.isRecording()) {
        span.setAttribute(key, cut(value));
      }
    }

    @Override
    public void failed(String why) {
      span.setStatus(StatusCode.ERROR, cut(why));
    }

    @Override
    public void close() {
      if (before == null) {
        MDC.remove(TRACE_ID);
      }
      scope.close();
      span.end();
    }
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  /** Tells what is left, as long as that is quick. */
  @Override
  public void close() {
    provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
