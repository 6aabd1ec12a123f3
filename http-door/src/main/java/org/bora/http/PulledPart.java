package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.bora.http.remote.Receiver;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** The part that one stream of a pull fetches: a range of the file, or the whole file. */
final class PulledPart implements Receiver {

  /** The target of the bytes. */
  interface File {
    /** A source sends the whole file, and may say in the head of its answer how long it is. */
    void whole(RemoteRequest answer) throws RemoteFailure, Refused, IOException;

    /** Bytes of a direct buffer. */
    void write(ByteBuffer bytes, long position) throws Refused, IOException;
  }

  /**
   * The source sends the whole file although a range was requested. HTTP allows this, and the
   * status shows it.
   */
  static final class NoRanges extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoRanges() {
      super("the source serves no ranges", null, false, false);
    }
  }

  /**
   * A part of a file.
   *
   * @param length positive
   * @param total bytes of the file
   * @param tag strong ETag of the version that it must be; absent: any version
   */
  record Range(long from, long length, long total, Optional<String> tag) {}

  private final File file;
  private final long from;
  private final Optional<Range> range;
  private final Adler32 sum = new Adler32();
  private final ByteBuffer buffer;
  private OptionalLong length;
  private long received;
  private long written;
  private boolean done;

  private PulledPart(File file, Optional<Range> range, int bufferBytes) {
    this.file = file;
    this.from = range.map(Range::from).orElse(0L);
    this.length = range.map(part -> OptionalLong.of(part.length())).orElseGet(OptionalLong::empty);
    this.range = range;
    this.buffer = ByteBuffer.allocateDirect(bufferBytes);
  }

  static PulledPart whole(File file, int bufferBytes) {
    return new PulledPart(file, Optional.empty(), bufferBytes);
  }

  static PulledPart range(File file, Range range, int bufferBytes) {
    return new PulledPart(file, Optional.of(range), bufferBytes);
  }

  /**
   * The headers of its request. They request no checksum: a source that must compute one (xrootd)
   * would read the whole file for each stream first.
   */
  HttpFields headers() {
    HttpFields.Mutable headers = HttpFields.build();
    if (range.isPresent()) {
      headers.put(HttpHeader.RANGE, "bytes=" + from + "-" + (from + length.getAsLong() - 1));
      range.get().tag().ifPresent(tag -> headers.put(HttpHeader.IF_MATCH, tag));
    }
    return headers;
  }

  boolean isDone() {
    return done;
  }

  long received() {
    return received;
  }

  /** ADLER32 of the received bytes. */
  long sum() {
    return sum.getValue();
  }

  @Override
  public void answered(RemoteRequest answer) throws RemoteFailure, Refused, IOException {
    if (range.isEmpty()) {
      if (answer.status() != HttpStatus.OK_200) {
        throw new RemoteFailure(answer + ": status " + answer.status() + " is not a whole file");
      }
      length = answer.length();
      file.whole(answer);
      return;
    }
    if (answer.status() == HttpStatus.OK_200) {
      throw new NoRanges();
    }
    String sent = answer.headers().get(HttpHeader.CONTENT_RANGE);
    if (answer.status() != HttpStatus.PARTIAL_CONTENT_206
        || sent == null
        || !sent.startsWith("bytes " + from + "-")) {
      throw new RemoteFailure(answer + ": the source does not serve the range that was asked");
    }
    requireSame(range.get(), sent, answer);
  }

  private static void requireSame(Range range, String sent, RemoteRequest answer)
      throws RemoteFailure {
    String total = sent.substring(sent.indexOf('/') + 1).strip();
    String tag = answer.headers().get(HttpHeader.ETAG);
    boolean sameSize = total.equals("*") || total.equals(String.valueOf(range.total()));
    if (!sameSize || !range.tag().map(known -> known.equals(tag)).orElse(true)) {
      throw new RemoteFailure("the file at the source has changed while it was copied");
    }
  }

  @Override
  public void bytes(ByteBuffer bytes) throws RemoteFailure, Refused, IOException {
    if (length.isPresent() && received + bytes.remaining() > length.getAsLong()) {
      throw new RemoteFailure("the source sends more bytes than it announced");
    }
    sum.update(bytes.duplicate());
    received += bytes.remaining();
    while (bytes.hasRemaining()) {
      int count = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(buffer.position(), bytes, bytes.position(), count);
      buffer.position(buffer.position() + count);
      bytes.position(bytes.position() + count);
      if (!buffer.hasRemaining()) {
        flush();
      }
    }
  }

  private void flush() throws Refused, IOException {
    int count = buffer.flip().remaining();
    file.write(buffer, from + written);
    written += count;
    buffer.clear();
  }

  @Override
  public void done(RemoteRequest answer) throws RemoteFailure, Refused, IOException {
    if (length.isPresent() && received != length.getAsLong()) {
      throw new RemoteFailure(
          received + " bytes have arrived, " + length.getAsLong() + " were announced");
    }
    flush();
    done = true;
  }
}
