package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.bora.http.remote.Receiver;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** What one stream of a pull fetches: a range of the file, or all of it. */
final class PulledPart implements Receiver {

  /** Where the bytes go. */
  interface File {
    /** A source sends the whole file, and may say in the head of its answer how long it is. */
    void whole(RemoteRequest answer) throws Refused, IOException;

    /** A source sends a part of it. */
    void part(RemoteRequest answer) throws RemoteFailure;

    /** Bytes of a direct buffer. */
    void write(ByteBuffer bytes, long position) throws Refused, IOException;
  }

  /** The source sends the whole file where a range was asked: it may, and says so by its status. */
  static final class NoRanges extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoRanges() {
      super("the source serves no ranges", null, false, false);
    }
  }

  private final File file;
  private final long from;
  private final boolean ranged;
  private final Adler32 sum = new Adler32();
  private final ByteBuffer buffer;
  private OptionalLong length;
  private long received;
  private long written;
  private boolean done;

  private PulledPart(File file, long from, OptionalLong length, int bufferBytes) {
    this.file = file;
    this.from = from;
    this.length = length;
    this.ranged = length.isPresent();
    this.buffer = ByteBuffer.allocateDirect(bufferBytes);
  }

  static PulledPart whole(File file, int bufferBytes) {
    return new PulledPart(file, 0, OptionalLong.empty(), bufferBytes);
  }

  /**
   * @param length positive
   */
  static PulledPart range(File file, long from, long length, int bufferBytes) {
    return new PulledPart(file, from, OptionalLong.of(length), bufferBytes);
  }

  /**
   * Of the request for it. No checksum is asked for: a source that has to compute one keeps every
   * stream waiting until it has read the whole file for each (xrootd).
   */
  HttpFields headers() {
    HttpFields.Mutable headers = HttpFields.build();
    if (ranged) {
      headers.put(HttpHeader.RANGE, "bytes=" + from + "-" + (from + length.getAsLong() - 1));
    }
    return headers;
  }

  boolean isDone() {
    return done;
  }

  long received() {
    return received;
  }

  /** ADLER32 of what has come. */
  long sum() {
    return sum.getValue();
  }

  @Override
  public void answered(RemoteRequest answer) throws RemoteFailure, Refused, IOException {
    if (!ranged) {
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
    String range = answer.headers().get(HttpHeader.CONTENT_RANGE);
    if (answer.status() != HttpStatus.PARTIAL_CONTENT_206
        || range == null
        || !range.startsWith("bytes " + from + "-")) {
      throw new RemoteFailure(answer + ": the source does not serve the range that was asked");
    }
    file.part(answer);
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
