package org.bora.http;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bora.http.flow.MarkedFlows;
import org.bora.http.remote.RemoteSide;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The answer to a third-party copy: 202, performance markers while bytes pass, and a verdict. FTS
 * and gfal2 read it line by line, and take an answer without a verdict for a failure. All streams
 * are reported as one stripe. A failed write shows that the client has left.
 */
final class Markers {
  /** Clients want one every five seconds at least. */
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final DavVisit visit;
  private final Clock clock;
  private final LongSupplier bytes;
  private final Supplier<List<InetSocketAddress>> connections;
  private final Runnable look;
  private long toldNanos;

  /**
   * @param bytes that have arrived, or left, so far
   * @param flows of the copy
   */
  Markers(DavVisit visit, RemoteSide remote, Clock clock, LongSupplier bytes, MarkedFlows flows) {
    this(visit, clock, bytes, remote::connections, flows::look);
  }

  private Markers(
      DavVisit visit,
      Clock clock,
      LongSupplier bytes,
      Supplier<List<InetSocketAddress>> connections,
      Runnable look) {
    this.visit = visit;
    this.clock = clock;
    this.bytes = bytes;
    this.connections = connections;
    this.look = look;
  }

  /** Those of a copy within the service, which has no other side. */
  static Markers inside(DavVisit visit, Clock clock, LongSupplier bytes) {
    return new Markers(visit, clock, bytes, List::of, () -> {});
  }

  /** From here on failures are lines of the answer. Nothing is sent before the first of them. */
  void begin() {
    visit.header(HttpHeader.CONTENT_TYPE.asString(), "text/perf-marker-stream");
    visit.begin(HttpStatus.ACCEPTED_202);
  }

  /** How long nothing need be told. */
  Duration quiet() {
    return EVERY.minusNanos(visit.ground().nanos().getAsLong() - toldNanos);
  }

  /** Sends a marker if it is due. */
  void goOn() throws IOException {
    look.run();
    if (!quiet().isPositive()) {
      tell();
    }
  }

  /** Tells one now; the first takes the status with it. */
  void tell() throws IOException {
    toldNanos = visit.ground().nanos().getAsLong();
    String known = text(connections.get());
    write(
        "Perf Marker\n"
            + ("    Timestamp: " + clock.instant().getEpochSecond() + "\n")
            + "    Stripe Index: 0\n"
            + ("    Stripe Bytes Transferred: " + bytes.getAsLong() + "\n")
            + "    Total Stripe Count: 1\n"
            + (known.isEmpty() ? "" : "    RemoteConnections: " + known + "\n")
            + "End\n");
  }

  private static String text(List<InetSocketAddress> connections) {
    return connections.stream().map(Markers::text).collect(Collectors.joining(","));
  }

  private static String text(InetSocketAddress connection) {
    String host = connection.getAddress().getHostAddress();
    return "tcp:"
        + (connection.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
        + ":"
        + connection.getPort();
  }

  void success() throws IOException {
    tell();
    write("success: Created\n");
  }

  /** A name in the reason may have line breaks: what stands behind one is no verdict of ours. */
  void failure(String reason) throws IOException {
    write("failure: " + reason.replaceAll("[^\\x20-\\x7e]", "?") + "\n");
  }

  private void write(String text) throws IOException {
    visit.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }
}
