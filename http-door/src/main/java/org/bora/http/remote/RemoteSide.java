package org.bora.http.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.bora.door.http.Refused;
import org.bora.http.flow.Flow;
import org.bora.port.AnswerPace;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpFields;

/**
 * The other side of one copy. Only the thread of the copy uses it: events of connections wait until
 * that thread asks.
 */
public final class RemoteSide implements AutoCloseable {
  /**
   * The total time for which the other side may be silent, in addition to the time of its bytes at
   * the minimum rate.
   */
  public static final Duration SILENCE = Duration.ofMinutes(1);

  /** Something has happened on a connection. */
  @FunctionalInterface
  interface Event {
    void happen() throws RemoteFailure, Refused, IOException;
  }

  private final HttpClient client;
  private final HttpFields forwarded;
  private final LongSupplier nanos;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<RemoteRequest> requests = new ArrayList<>();
  private AnswerPace pace = new AnswerPace(SILENCE);

  RemoteSide(HttpClient client, HttpFields forwarded, LongSupplier nanos) {
    this.client = Objects.requireNonNull(client, "client");
    this.forwarded = HttpFields.build(forwarded).asImmutable();
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /**
   * Begins a request without a body.
   *
   * @param more headers in addition to the forwarded ones
   */
  public RemoteRequest ask(String method, URI uri, HttpFields more, Receiver receiver)
      throws RemoteFailure {
    return begin(method, uri, more, receiver, null);
  }

  /** Begins a PUT; its body is read when the server requests it, and again after a redirect. */
  public RemoteRequest put(URI uri, HttpFields more, Receiver receiver, Sender sender)
      throws RemoteFailure {
    return begin("PUT", uri, more, receiver, sender);
  }

  private RemoteRequest begin(
      String method, URI uri, HttpFields more, Receiver receiver, Sender sender)
      throws RemoteFailure {
    HttpFields own = HttpFields.build(more).asImmutable();
    RemoteRequest request =
        new RemoteRequest(
            this, new RemoteRequest.Question(method, forwarded, own), receiver, sender);
    requests.add(request);
    request.send(uri);
    return request;
  }

  HttpClient client() {
    return client;
  }

  void post(Event event) {
    events.add(event);
  }

  /** Bytes that have passed: they buy time. */
  public void moved(long bytes) {
    pace.allow(bytes);
  }

  /** Sets how long the other side may work without a byte. */
  public void patience(Duration time) {
    pace = new AnswerPace(time);
  }

  /**
   * Waits for the next event and handles it; also returns when the time is over.
   *
   * @throws RemoteFailure if a request failed, or the other side was silent for too long
   */
  public void await(Duration atMost) throws RemoteFailure, Refused, IOException {
    long begun = nanos.getAsLong();
    Event event;
    try {
      long most = Math.clamp(pace.allow(0), 0, Math.max(0, atMost.toNanos()));
      event = events.poll(most, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the door is closing", e);
    }
    pace.waited(nanos.getAsLong() - begun);
    if (event != null) {
      event.happen();
    } else if (pace.allow(0) <= 0) {
      throw new RemoteFailure("the remote side was silent, or too slow");
    }
  }

  /** Addresses of the servers that are asked, or have been. */
  public List<InetSocketAddress> connections() {
    return requests.stream().flatMap(request -> request.address().stream()).distinct().toList();
  }

  /**
   * The same as flows.
   *
   * @param inward whether the data comes from there
   */
  public List<Flow> flows(boolean inward) {
    return requests.stream().flatMap(request -> request.flow(inward).stream()).distinct().toList();
  }

  /** Ends all requests: nothing more is heard of them. */
  public void abandon() {
    requests.forEach(RemoteRequest::close);
    requests.clear();
  }

  /** Also closes connections that are idle: another copy never uses them. */
  @Override
  public void close() {
    abandon();
    client.getDestinations().stream()
        .filter(destination -> equals(destination.getOrigin().getTag()))
        .forEach(client::removeDestination);
  }
}
