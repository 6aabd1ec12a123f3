package org.bora.http;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.api.word.Caller;
import org.bora.api.word.LogText;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.audit.CopyEnd;
import org.bora.door.http.Reasons;
import org.bora.door.http.Refused;
import org.bora.files.StorageReasons;
import org.bora.http.flow.Fireflies;
import org.bora.http.flow.MarkedFlows;
import org.bora.http.flow.SciTag;
import org.bora.http.remote.RemoteClient;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteSide;
import org.bora.http.remote.RemoteUri;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * COPY between this service and another server (docs/adr/0055). {@code Source} names the file of a
 * pull, {@code Destination} that of a push; this side moves the bytes, and the client only watches.
 *
 * <p><b>States of a copy:</b> refused, with an HTTP status, before the other side is contacted;
 * running, after 202; ended by a verdict, {@code success} or {@code failure}. A failure is reported
 * only after everything is removed here, so the client may try again at once.
 *
 * <p><b>What may die:</b>
 *
 * <ul>
 *   <li>The client leaves: the next marker cannot be written, within seconds, and the copy ends;
 *       the connections close and a pull is given up.
 *   <li>The other side dies, hangs or crawls: the copy fails within its time.
 *   <li>This door dies: the connections are gone. A pull leaves an upload whose lease ends; of a
 *       push the other side has a part, and its own rules.
 *   <li>The verdict is lost: the file is either there, complete and verified, or not.
 * </ul>
 */
public final class ThirdParty {
  private static final Logger LOG = LoggerFactory.getLogger(ThirdParty.class);
  static final String FORWARDED = "transferheader";

  /** Why a copy has failed of which nothing else is known. */
  static final String LEFT = "the client has left, or the door is closing";

  /** Of the connection, of the body or of the transfer: not the client's to say. */
  private static final Set<String> OURS =
      Set.of(
          "host",
          "connection",
          "content-length",
          "content-encoding",
          "content-range",
          "transfer-encoding",
          "te",
          "trailer",
          "upgrade",
          "keep-alive",
          "expect",
          "range",
          "accept-encoding",
          "want-digest",
          "digest");

  private final RemoteClient client;
  private final Streams streams;
  private final Fireflies fireflies;
  private final CopyTally tally;
  private final Clock clock;

  public ThirdParty(
      RemoteClient client, Streams streams, Fireflies fireflies, CopyTally tally, Clock clock) {
    this.client = Objects.requireNonNull(client, "client");
    this.streams = Objects.requireNonNull(streams, "streams");
    this.fireflies = Objects.requireNonNull(fireflies, "fireflies");
    this.tally = Objects.requireNonNull(tally, "tally");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * The request of the client.
   *
   * @param requireSum whether a copy fails if the other side gives no checksum
   */
  record Wish(URI other, boolean overwrites, boolean requireSum, int streams) {}

  /** Moves bytes once the client has, or may have, received 202. */
  @FunctionalInterface
  interface Moving {
    void run() throws RemoteFailure, Refused, IOException;
  }

  /** One copy, after the client has received 202. */
  interface Copying extends AutoCloseable {
    /** Moves, verifies and publishes; returns when all is done. */
    void run(Markers markers) throws RemoteFailure, Refused, IOException;

    long bytes();

    /** Leaves nothing of a copy that is not done. */
    @Override
    void close();
  }

  Clock clock() {
    return clock;
  }

  void pull(DavVisit visit, URI source) throws Refused, IOException {
    Wish wish = wish(visit, source);
    try (Streams.Taken taken = streams.take(caller(visit), wish.streams());
        RemoteSide remote = client.side(forwarded(visit.headers()));
        Pull pull = Pull.begin(visit, remote, wish, taken.count())) {
      run(visit, wish, remote, pull, true);
    }
  }

  void push(DavVisit visit, URI destination) throws Refused, IOException {
    Wish wish = wish(visit, destination);
    try (Streams.Taken _ = streams.take(caller(visit), 1);
        RemoteSide remote = client.side(forwarded(visit.headers()));
        Push push = Push.begin(visit, remote, wish)) {
      run(visit, wish, remote, push, false);
    }
  }

  private void run(DavVisit visit, Wish wish, RemoteSide remote, Copying copying, boolean inward)
      throws IOException {
    Optional<SciTag> tag = SciTag.of(visit.headers().get("SciTag"));
    MarkedFlows flows = new MarkedFlows(fireflies, tag, () -> remote.flows(inward), inward);
    Markers markers = new Markers(visit, remote, clock, copying::bytes, flows);
    markers.begin();
    // where nothing is known it was not the other side
    Optional<String> failure = Optional.of(LEFT);
    try {
      markers.tell();
      failure = failure(visit, () -> copying.run(markers));
    } finally {
      flows.end(copying.bytes());
      tally.ended(inward, failure.isEmpty(), copying.bytes());
      visit.exchange().tell().copied(end(visit, wish, inward, copying.bytes(), failure));
    }
    String verdict = failure.map(why -> "failed: " + why).orElse("done");
    LOG.info(
        "third-party copy of '{}' with '{}' dn={}: {} bytes, {}",
        LogText.of(visit.name().path()),
        LogText.of(wish.other().getHost()),
        LogText.of(dn(visit)),
        copying.bytes(),
        LogText.of(verdict));
    if (failure.isPresent()) {
      remote.close();
      copying.close();
      markers.failure(failure.get());
    } else {
      markers.success();
    }
  }

  /** The query of a URL may have secrets. */
  private static CopyEnd end(
      DavVisit visit, Wish wish, boolean inward, long bytes, Optional<String> failure) {
    String here = visit.name().surl(visit.engine().host()).text();
    String there = wish.other().toString().replaceFirst("[?#].*", "");
    return inward
        ? new CopyEnd(there, here, bytes, failure)
        : new CopyEnd(here, there, bytes, failure);
  }

  /** Empty where the copy is done. */
  static Optional<String> failure(DavVisit visit, Moving moving) throws IOException {
    try {
      moving.run();
      return Optional.empty();
    } catch (RemoteFailure remote) {
      return Optional.of(remote.getMessage());
    } catch (Refused refusal) {
      return Optional.of(refusal.status() + " " + refusal.getMessage());
    } catch (NoTurn none) {
      return Optional.of(Reasons.of(none).getMessage());
    } catch (BackendFailure failure) {
      return Optional.of(Reasons.of(failure).getMessage());
    } catch (StorageException failure) {
      if (!StorageReasons.isOfTheClient(failure)) {
        LOG.error("copy failed dn={}", LogText.of(dn(visit)), failure);
      }
      return Optional.of(StorageReasons.of(failure, visit.exchange().trace()).getMessage());
    } catch (RuntimeException unexpected) {
      LOG.error("copy failed unexpectedly dn={}", LogText.of(dn(visit)), unexpected);
      return Optional.of(Reasons.unexpected(visit.exchange().trace()).getMessage());
    }
  }

  private static String dn(DavVisit visit) {
    return caller(visit).dn();
  }

  private static Caller caller(DavVisit visit) {
    return visit.exchange().calls().get().caller();
  }

  private static Wish wish(DavVisit visit, URI other) throws Refused {
    URI https;
    try {
      https = RemoteUri.https(other);
    } catch (RemoteFailure e) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, e.getMessage());
    }
    String sum = visit.headers().get("RequireChecksumVerification");
    return new Wish(
        https,
        !Elsewhere.forbidsOverwrite(visit),
        sum == null || !sum.strip().equalsIgnoreCase("false"),
        number(visit.headers().get("X-Number-Of-Streams")));
  }

  private static int number(String streams) throws Refused {
    try {
      return streams == null ? 1 : Integer.parseInt(streams.strip());
    } catch (NumberFormatException e) {
      throw new Refused(HttpStatus.BAD_REQUEST_400, "X-Number-Of-Streams is a number, 1 to 64");
    }
  }

  /** {@code TransferHeaderFoo: bar} is for the other side as {@code Foo: bar}. */
  private static HttpFields forwarded(HttpFields headers) {
    HttpFields.Mutable forwarded = HttpFields.build();
    for (HttpField field : headers) {
      String name = field.getName();
      if (name.toLowerCase(Locale.ROOT).startsWith(FORWARDED)) {
        String other = name.substring(FORWARDED.length());
        if (!other.isEmpty() && !OURS.contains(other.toLowerCase(Locale.ROOT))) {
          forwarded.add(other, field.getValue());
        }
      }
    }
    return forwarded.asImmutable();
  }
}
