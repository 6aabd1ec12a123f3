package org.bora.http;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.http.remote.Receiver;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteRequest;
import org.eclipse.jetty.http.HttpHeader;

/** What another server says about a file in the headers of an answer without a useful body. */
final class Told implements Receiver {
  /** Of a body that is passed over. */
  private static final int MOST_BYTES = 64 * 1024;

  private OptionalLong size = OptionalLong.empty();
  private Optional<String> sum = Optional.empty();
  private Optional<String> tag = Optional.empty();
  private boolean ranges;
  private int passedOver;
  private boolean done;

  @Override
  public void answered(RemoteRequest request) {
    size = request.length();
    sum = Digests.adler32Of(request.headers());
    tag =
        Optional.ofNullable(request.headers().get(HttpHeader.ETAG))
            .filter(text -> text.startsWith("\""));
    ranges =
        Optional.ofNullable(request.headers().get(HttpHeader.ACCEPT_RANGES))
            .filter(units -> units.contains("none"))
            .isEmpty();
  }

  @Override
  public void bytes(ByteBuffer part) throws RemoteFailure {
    passedOver += part.remaining();
    if (passedOver > MOST_BYTES) {
      throw new RemoteFailure("the other side answers with more than it was asked for");
    }
  }

  @Override
  public void done(RemoteRequest request) {
    done = true;
  }

  boolean isDone() {
    return done;
  }

  /** Of the answer; that of the file where a HEAD was asked. */
  OptionalLong size() {
    return size;
  }

  /** ADLER32, eight digits. */
  Optional<String> sum() {
    return sum;
  }

  /** Its {@code ETag}, unless that is a weak one: only a strong one means the same bytes. */
  Optional<String> tag() {
    return tag;
  }

  /** Whether ranges may be requested: many servers support them without saying so. */
  boolean mayServeRanges() {
    return ranges;
  }
}
