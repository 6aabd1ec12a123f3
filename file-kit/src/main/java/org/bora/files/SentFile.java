package org.bora.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.door.http.Exchange;
import org.bora.door.http.Refused;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.ByteRange;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The answer to a GET or HEAD: a file, or ranges of it (RFC 9110 section 14).
 *
 * @param size of the file when it was opened
 * @param type of its content
 */
public record SentFile(Exchange exchange, OpenFile file, long size, String type) {

  /** Of one read: large enough that the calls do not count, small enough for hundreds at once. */
  private static final int BUFFER_BYTES = 256 * 1024;

  /** RFC 9110 section 14.2 lets a server ignore ranges that only cost it. */
  private static final int MOST_RANGES = 1024;

  public SentFile {
    Objects.requireNonNull(exchange, "exchange");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(type, "type");
  }

  /**
   * Sends what the client asks for.
   *
   * @param ranges false where ranges are of another version than this one
   */
  public void send(boolean ranges) throws Refused, IOException {
    Optional<List<ByteRange>> wanted = parts(ranges);
    if (wanted.isEmpty()) {
      whole();
    } else if (wanted.get().isEmpty()) {
      exchange.header(
          HttpHeader.CONTENT_RANGE.asString(), ByteRange.toNonSatisfiableHeaderValue(size));
      throw new Refused(HttpStatus.RANGE_NOT_SATISFIABLE_416, "the file has " + size + " bytes");
    } else if (wanted.get().size() == 1) {
      one(wanted.get().getFirst());
    } else {
      several(wanted.get());
    }
  }

  /**
   * The ranges that {@link #send} sends; empty where that is the whole file.
   *
   * @param ranges as there
   */
  public Optional<List<ByteRange>> parts(boolean ranges) {
    List<String> asked = exchange.headers().getValuesList(HttpHeader.RANGE);
    // a unit that is not known is ignored
    if (!ranges || asked.isEmpty() || !asked.getFirst().strip().startsWith("bytes")) {
      return Optional.empty();
    }
    return Optional.of(ByteRange.parse(asked, size)).filter(all -> all.size() <= MOST_RANGES);
  }

  /** Sends a part of it, regardless of the client's ranges. */
  public void send(long first, long count) throws IOException {
    one(new ByteRange(first, first + count - 1));
  }

  private void whole() throws IOException {
    exchange.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(size));
    exchange.begin(HttpStatus.OK_200);
    if (!exchange.isHead()) {
      copy(buffer(size), 0, size);
    }
  }

  private void one(ByteRange range) throws IOException {
    exchange.header(HttpHeader.CONTENT_RANGE.asString(), range.toHeaderValue(size));
    exchange.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(range.getLength()));
    exchange.begin(HttpStatus.PARTIAL_CONTENT_206);
    if (!exchange.isHead()) {
      copy(buffer(range.getLength()), range.first(), range.getLength());
    }
  }

  /** RFC 9110 section 14.6; its length is known before, so that the connection can be kept. */
  private void several(List<ByteRange> ranges) throws IOException {
    String boundary = UUID.randomUUID().toString();
    List<byte[]> heads = new ArrayList<>();
    byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
    long length = end.length;
    for (ByteRange range : ranges) {
      byte[] head =
          ("\r\n--"
                  + boundary
                  + "\r\nContent-Type: "
                  + type
                  + "\r\nContent-Range: "
                  + range.toHeaderValue(size)
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8);
      heads.add(head);
      length += head.length + range.getLength();
    }
    exchange.header(
        HttpHeader.CONTENT_TYPE.asString(), "multipart/byteranges; boundary=" + boundary);
    exchange.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(length));
    exchange.begin(HttpStatus.PARTIAL_CONTENT_206);
    if (exchange.isHead()) {
      return;
    }
    ByteBuffer buffer = buffer(length);
    for (int at = 0; at < heads.size(); at++) {
      exchange.write(ByteBuffer.wrap(heads.get(at)));
      copy(buffer, ranges.get(at).first(), ranges.get(at).getLength());
    }
    exchange.write(ByteBuffer.wrap(end));
  }

  /** One for each answer: memory outside the heap is freed late. */
  private static ByteBuffer buffer(long bytes) {
    return ByteBuffer.allocateDirect(Math.clamp(bytes, 1, BUFFER_BYTES));
  }

  private void copy(ByteBuffer buffer, long from, long count) throws IOException {
    long position = from;
    long left = count;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int read = file.read(buffer, position);
      if (read == 0) {
        throw new IOException("the file became shorter while it was sent");
      }
      exchange.write(buffer.flip());
      position += read;
      left -= read;
    }
  }
}
