package org.bora.server.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/**
 * A collector of traces on loopback that speaks OTLP over HTTP, and keeps what it is told. It reads
 * the few fields that it needs by their numbers in opentelemetry-proto. Thread safe.
 */
public final class TraceCollector implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PATH = "/v1/traces";

  private final HttpServer server;
  private final URI endpoint;
  private final List<Told> told = new ArrayList<>();

  /**
   * A step that has ended.
   *
   * @param service of the process that told it
   * @param trace in hexadecimal, as the others
   * @param parent of which step it is a part; empty for the first of its trace
   * @param kind as OpenTelemetry numbers it: 2 server, 3 client
   */
  public record Told(
      String service,
      String trace,
      String id,
      String parent,
      String name,
      int kind,
      Map<String, String> attributes) {}

  private TraceCollector(HttpServer server) {
    this.server = server;
    this.endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
  }

  /** Begins to listen, at a port that is free. */
  public static TraceCollector listen() throws IOException {
    TraceCollector collector =
        new TraceCollector(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    collector.server.createContext(PATH, collector::take);
    collector.server.start();
    return collector;
  }

  /** What {@code tracing.endpoint} has to be. */
  public URI endpoint() {
    return endpoint;
  }

  /** All steps so far. */
  public synchronized List<Told> told() {
    return List.copyOf(told);
  }

  /**
   * Waits until enough was told; processes tell every few seconds. Fails after a minute.
   *
   * @return all steps then
   */
  public synchronized List<Told> await(Predicate<List<Told>> enough) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!enough.test(List.copyOf(told))) {
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new AssertionError("not within a minute; told were " + told);
      }
      wait(millis);
    }
    return told();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream body = exchange.getRequestBody();
      byte[] bytes = (packed ? new GZIPInputStream(body) : body).readAllBytes();
      keep(read(UnknownFieldSet.parseFrom(bytes)));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private synchronized void keep(List<Told> more) {
    told.addAll(more);
    notifyAll();
  }

  private static List<Told> read(UnknownFieldSet request) throws IOException {
    List<Told> steps = new ArrayList<>();
    for (UnknownFieldSet ofProcess : inner(request, 1)) {
      String service =
          attributes(inner(ofProcess, 1).getFirst(), 1).getOrDefault("service.name", "");
      for (UnknownFieldSet ofLibrary : inner(ofProcess, 2)) {
        for (UnknownFieldSet span : inner(ofLibrary, 2)) {
          steps.add(
              new Told(
                  service,
                  hexadecimal(span, 1),
                  hexadecimal(span, 2),
                  hexadecimal(span, 4),
                  first(span, 5).toString(UTF_8),
                  span.getField(6).getVarintList().getFirst().intValue(),
                  attributes(span, 9)));
        }
      }
    }
    return steps;
  }

  /** Those that are text. */
  private static Map<String, String> attributes(UnknownFieldSet message, int field)
      throws IOException {
    Map<String, String> attributes = new TreeMap<>();
    for (UnknownFieldSet each : inner(message, field)) {
      for (UnknownFieldSet value : inner(each, 2)) {
        attributes.put(first(each, 1).toString(UTF_8), first(value, 1).toString(UTF_8));
      }
    }
    return attributes;
  }

  private static List<UnknownFieldSet> inner(UnknownFieldSet message, int field)
      throws IOException {
    List<UnknownFieldSet> inner = new ArrayList<>();
    for (ByteString bytes : message.getField(field).getLengthDelimitedList()) {
      inner.add(UnknownFieldSet.parseFrom(bytes));
    }
    return inner;
  }

  private static ByteString first(UnknownFieldSet message, int field) {
    List<ByteString> values = message.getField(field).getLengthDelimitedList();
    return values.isEmpty() ? ByteString.EMPTY : values.getFirst();
  }

  private static String hexadecimal(UnknownFieldSet message, int field) {
    return HexFormat.of().formatHex(first(message, field).toByteArray());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
