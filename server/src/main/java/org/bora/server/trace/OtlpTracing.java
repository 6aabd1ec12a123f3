package org.bora.server.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bora.api.trace.Step;
import org.bora.api.trace.Tracing;

/**
 * Sends the steps of calls to a collector, in batches and in the background. While the collector
 * cannot be reached, only steps are lost. Whether a call is traced is decided by chance at its
 * first step, and holds for frontend and backend. Thread safe.
 */
public final class OtlpTracing implements Tracing, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final SdkTracerProvider provider;
  private final Tracing steps;

  /**
   * Begins to send.
   *
   * @param endpoint of the collector, for OTLP over HTTP
   * @param ratio share of calls that are traced
   * @param service name of this process there
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
    steps = ObservedTracing.to(provider.get("bora"));
  }

  @Override
  public Step begin(String name) {
    return steps.begin(name);
  }

  @Override
  public Step part(String name) {
    return steps.part(name);
  }

  @Override
  public Step begin(String name, String parent) {
    return steps.begin(name, parent);
  }

  @Override
  public String current() {
    return steps.current();
  }

  /** Sends the remaining spans if that is fast. */
  @Override
  public void close() {
    provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
