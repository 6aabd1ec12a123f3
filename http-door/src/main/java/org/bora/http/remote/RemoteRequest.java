package org.bora.http.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bora.door.http.Refused;
import org.bora.http.flow.Flow;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;

/**
 * One request to the other side, including redirects. Only the thread of the copy uses it; the
 * listeners only post events.
 */
public final class RemoteRequest {
  /** Longer than any silence that a copy endures: {@link RemoteSide} watches the time. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  /**
   * A server that does not know {@code Expect} waits for the body, and a client must not wait for
   * ever (RFC 9110 section 10.1.1). Servers that redirect may need some seconds to find a place.
   */
  private static final Duration CONTINUE = Duration.ofSeconds(15);

  private static final int MOST_REDIRECTS = 10;

  /** Read in one go, so that no stream keeps the others waiting. */
  private static final int CHUNKS_AT_ONCE = 32;

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /**
   * The content of a request.
   *
   * @param forwarded headers from the client of the copy. They go only to the server that the
   *     client named, because any of them may be a secret
   * @param own headers of this side, for every server
   */
  record Question(String method, HttpFields forwarded, HttpFields own) {}

  private final RemoteSide side;
  private final Question question;
  private final Receiver receiver;
  private final Sender sender;
  private URI uri;
  private boolean elsewhere;
  private int redirects;
  private Request request;
  private int attempt;
  private PutBody body;
  private boolean unasked;
  private Response response;
  private Optional<InetSocketAddress> address = Optional.empty();
  private boolean accepted;
  private boolean done;
  private final RefusalText refusal = new RefusalText();

  RemoteRequest(RemoteSide side, Question question, Receiver receiver, Sender sender) {
    this.side = Objects.requireNonNull(side, "side");
    this.question = Objects.requireNonNull(question, "question");
    this.receiver = Objects.requireNonNull(receiver, "receiver");
    this.sender = sender;
  }

  /** Sends it to a place; whatever another place has answered counts no more. */
  void send(URI to) throws RemoteFailure {
    uri = to;
    response = null;
    unasked = false;
    Request asked = side.client().newRequest(RemoteUri.https(to)).method(question.method());
    request = asked;
    int of = ++attempt;
    asked.idleTimeout(IDLE.toMillis(), TimeUnit.MILLISECONDS);
    asked.tag(side); // connections are not shared with other copies
    asked.headers(
        headers -> {
          if (!elsewhere) {
            question.forwarded().forEach(headers::put);
          }
          question.own().forEach(headers::put);
        });
    if (sender != null) {
      sender.rewind();
      body = new PutBody(sender, next -> side.post(() -> sent(of, next)));
      asked.body(body.content());
      asked.headers(headers -> body.describe(headers));
      asked.onRequestCommit(sent -> later(of, () -> proceed(sent)));
    }
    asked.onResponseContentSource((answer, source) -> post(of, () -> answered(answer, source)));
    asked.onResponseSuccess(answer -> post(of, () -> early(answer)));
    asked.send(result -> post(of, () -> ended(result)));
    if (sender != null) {
      post(of, body::fill);
    }
  }

  /** Events of a request that was redirected meanwhile are passed over. */
  private void post(int of, RemoteSide.Event event) {
    side.post(
        () -> {
          if (of == attempt && !done) {
            event.happen();
          }
        });
  }

  private void later(int of, RemoteSide.Event event) {
    var _ =
        side.client()
            .getScheduler()
            .schedule(() -> post(of, event), CONTINUE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Continues as if the server had answered 100; without effect if it has. */
  private void proceed(Request sent) {
    if (response == null && body.waits() && sent instanceof HttpRequest waiting) {
      var exchange = waiting.getConversation().getExchanges().peekLast();
      if (exchange != null) {
        unasked = true;
        exchange.proceed(null, null);
      }
    }
  }

  /** Its answer may be there before it is known that the last part was sent. */
  private void sent(int of, RemoteSide.Event next) throws RemoteFailure, Refused, IOException {
    if (of == attempt) {
      next.happen();
    }
  }

  private void answered(Response answer, Content.Source source)
      throws RemoteFailure, Refused, IOException {
    response = answer;
    address = connected();
    if (isRedirect(answer)) {
      redirect(answer);
      return;
    }
    accepted = HttpStatus.isSuccess(answer.getStatus());
    if (accepted) {
      receiver.answered(this);
    }
    read(attempt, source);
  }

  private static boolean isRedirect(Response answer) {
    return REDIRECTS.contains(answer.getStatus())
        && answer.getHeaders().contains(HttpHeader.LOCATION);
  }

  private void redirect(Response answer) throws RemoteFailure {
    if (++redirects > MOST_REDIRECTS) {
      throw new RemoteFailure(this + ": more than " + MOST_REDIRECTS + " redirects");
    }
    URI to = RemoteUri.resolve(uri, answer.getHeaders().get(HttpHeader.LOCATION));
    elsewhere |= !RemoteUri.isSameServer(uri, to);
    Request before = request;
    request = null;
    var _ = before.abort(new IOException("redirected"));
    send(to);
  }

  private void read(int of, Content.Source source) throws RemoteFailure, Refused, IOException {
    for (int count = 0; count < CHUNKS_AT_ONCE; count++) {
      Content.Chunk chunk = source.read();
      if (chunk == null) {
        source.demand(() -> post(of, () -> read(of, source)));
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        throw RefusalText.broken(this, chunk.getFailure());
      }
      try {
        take(chunk.getByteBuffer());
      } finally {
        chunk.release();
      }
      if (chunk.isLast()) {
        finish();
        return;
      }
    }
    post(of, () -> read(of, source));
  }

  private void take(ByteBuffer part) throws RemoteFailure, Refused, IOException {
    side.moved(part.remaining());
    if (accepted) {
      receiver.bytes(part);
    } else if (!refusal.take(part)) {
      throw refusal.of(this, response); // its text may have no end
    }
  }

  private void finish() throws RemoteFailure, Refused, IOException {
    done = true;
    if (!accepted) {
      throw refusal.of(this, response);
    }
    receiver.done(this);
  }

  /**
   * A final answer without an interim one, from a server that refuses the body, or that got it
   * without asking.
   */
  private void early(Response answer) throws RemoteFailure, Refused, IOException {
    if (response == null && answer instanceof ContentResponse whole) {
      response = answer;
      address = connected();
      if (isRedirect(answer)) {
        redirect(answer);
        return;
      }
      accepted = HttpStatus.isSuccess(answer.getStatus()) && unasked;
      if (accepted) {
        receiver.answered(this);
      }
      take(ByteBuffer.wrap(whole.getContent()));
      finish();
    }
  }

  private void ended(Result result) throws RemoteFailure {
    if (response == null || result.isFailed()) {
      throw RefusalText.broken(this, result.getFailure());
    }
  }

  /** The current server, or the last one that answered. */
  public Optional<InetSocketAddress> address() {
    return done ? address : connected().or(() -> address);
  }

  private Optional<InetSocketAddress> connected() {
    return connection()
        .map(Connection::getRemoteSocketAddress)
        .filter(InetSocketAddress.class::isInstance)
        .map(InetSocketAddress.class::cast);
  }

  /** A request that was sent just now, anew after a redirect for example, has none yet. */
  private Optional<Connection> connection() {
    return Optional.ofNullable(request).map(Request::getConnection);
  }

  /** Its connection; empty if there is none. */
  Optional<Flow> flow(boolean inward) {
    Optional<Connection> connection = connection();
    if (connection.isEmpty()
        || !(connection.get().getRemoteSocketAddress() instanceof InetSocketAddress remote)
        || !(connection.get().getLocalSocketAddress() instanceof InetSocketAddress local)) {
      return Optional.empty();
    }
    return Optional.of(inward ? new Flow(remote, local) : new Flow(local, remote));
  }

  public int status() {
    return response.getStatus();
  }

  /** Of the answer. */
  public HttpFields headers() {
    return response.getHeaders();
  }

  /** The length in the head of the answer. */
  public OptionalLong length() {
    long length = response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    return length < 0 ? OptionalLong.empty() : OptionalLong.of(length);
  }

  void close() {
    if (!done && request != null) {
      done = true;
      var _ = request.abort(new IOException("the copy has ended"));
    }
  }

  @Override
  public String toString() {
    return question.method() + " of " + uri.getHost() + ":" + RemoteUri.port(uri);
  }
}
