package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.api.word.OverwriteMode;
import org.bora.door.http.Refused;
import org.bora.http.Conditions.Version;
import org.bora.port.AnswerPace;
import org.bora.port.Sending;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** PUT: a file, whole and verified, or nothing. */
final class Writing {
  /** Bytes that are written at once. */
  private static final int BUFFER_BYTES = 1024 * 1024;

  private static final int SMALLEST_BUFFER = 16 * 1024;

  /** That a client may be silent in all, besides what its bytes come to at the least rate. */
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  private Writing() {}

  static void serve(Visit visit) throws Refused, IOException {
    if (visit.name().namesDirectory()) {
      throw new Refused(HttpStatus.CONFLICT_409, "the name of a file does not end with a slash");
    }
    if (visit.headers().contains(HttpHeader.CONTENT_RANGE)) {
      throw new Refused(
          HttpStatus.BAD_REQUEST_400,
          "a file is written as a whole, not in ranges (RFC 9110 14.5)");
    }
    if (visit.headers().contains(HttpHeader.CONTENT_ENCODING)) {
      throw new Refused(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "send the file without Content-Encoding");
    }
    Digests digests = Digests.expectedBy(visit.headers());
    Optional<Attributes> there = visit.engine().look(visit.name());
    if (there.filter(entry -> entry.type() == FileType.DIRECTORY).isPresent()) {
      throw new Refused(HttpStatus.CONFLICT_409, "it is a directory");
    }
    Conditions.allowChange(
        visit.headers(), there.map(entry -> Version.of(entry.size(), entry.modifiedAt())));
    OverwriteMode overwrite =
        Conditions.isForNewOnly(visit.headers()) ? OverwriteMode.NEVER : OverwriteMode.ALWAYS;
    long announced = visit.request().getLength();
    OptionalLong size = announced < 0 ? OptionalLong.empty() : OptionalLong.of(announced);
    if (!receive(visit, digests, overwrite, size)) {
      // only now is it known that the body is empty
      receiveNothing(visit, digests, overwrite);
    }
    Digests.wanted(visit.headers(), digests.adler32()).forEach(visit::header);
    visit.answer(there.isPresent() ? HttpStatus.NO_CONTENT_204 : HttpStatus.CREATED_201);
  }

  /**
   * Where the directory above is missing RFC 4918 section 9.7.1 asks for a conflict, but a scope to
   * create stands for the directories above too (WLCG profile 1.3): with a token they are made.
   */
  static Upload begin(Visit visit, Name name, OverwriteMode overwrite, OptionalLong size)
      throws Refused, IOException {
    try {
      return Upload.begin(visit.ground(), name, overwrite, size);
    } catch (Refused refusal) {
      if (refusal.status() != HttpStatus.NOT_FOUND_404 || visit.grant().isEmpty()) {
        throw conflictWhereMissing(refusal);
      }
    }
    Parents.make(visit.engine(), name);
    return Upload.begin(visit.ground(), name, overwrite, size);
  }

  static Refused conflictWhereMissing(Refused refusal) {
    return refusal.status() == HttpStatus.NOT_FOUND_404
        ? new Refused(HttpStatus.CONFLICT_409, refusal.getMessage())
        : refusal;
  }

  /** False for a body of unknown length that turned out to be empty. */
  private static boolean receive(
      Visit visit, Digests digests, OverwriteMode overwrite, OptionalLong size)
      throws Refused, IOException {
    try (Upload upload = begin(visit, visit.name(), overwrite, size)) {
      body(visit, digests, upload, size);
      if (size.isEmpty() && upload.size() == 0) {
        return false;
      }
      if (size.isPresent() && upload.size() != size.getAsLong()) {
        throw new Refused(
            HttpStatus.BAD_REQUEST_400,
            upload.size() + " bytes have arrived, " + size.getAsLong() + " were announced");
      }
      digests.verify();
      upload.publish(digests.adler32());
      return true;
    }
  }

  private static void receiveNothing(Visit visit, Digests digests, OverwriteMode overwrite)
      throws Refused, IOException {
    digests.verify();
    try (Upload upload = begin(visit, visit.name(), overwrite, OptionalLong.of(0))) {
      upload.publish(digests.adler32());
    }
  }

  private static void body(Visit visit, Digests digests, Upload upload, OptionalLong size)
      throws IOException, Refused {
    Body body = new Body(visit.request(), visit.ground().nanos());
    long wanted = Math.max(SMALLEST_BUFFER, size.orElse(BUFFER_BYTES));
    ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER_BYTES, wanted));
    boolean last = false;
    while (!last) {
      Content.Chunk chunk = body.next();
      try {
        last = chunk.isLast();
        take(chunk.getByteBuffer(), buffer, digests, upload);
        upload.goesOn();
      } finally {
        chunk.release();
      }
    }
    upload.write(buffer.flip());
  }

  private static void take(ByteBuffer bytes, ByteBuffer buffer, Digests digests, Upload upload)
      throws IOException, Refused {
    digests.update(bytes);
    while (bytes.hasRemaining()) {
      int count = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(buffer.position(), bytes, bytes.position(), count);
      buffer.position(buffer.position() + count);
      bytes.position(bytes.position() + count);
      if (!buffer.hasRemaining()) {
        upload.write(buffer.flip());
        buffer.clear();
      }
    }
  }

  /** A body as it comes, at a least rate. */
  private static final class Body {
    private final Request request;
    private final Sending sending;
    private final LongSupplier nanos;
    private final AnswerPace pace = new AnswerPace(FIRST_PAUSE);

    Body(Request request, LongSupplier nanos) {
      this.request = request;
      this.sending = (Sending) request.getAttribute(Sending.ATTRIBUTE);
      this.nanos = nanos;
    }

    /** The next bytes; waits for them. */
    Content.Chunk next() throws IOException, Refused {
      while (true) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          await();
        } else if (Content.Chunk.isFailure(chunk)) {
          throw new IOException("the body did not arrive", chunk.getFailure());
        } else {
          pace.allow(chunk.remaining());
          return chunk;
        }
      }
    }

    private void await() throws IOException, Refused {
      long begun = nanos.getAsLong();
      sending.nextWithin(Duration.ofNanos(pace.allow(0)));
      Semaphore there = new Semaphore(0);
      request.demand(there::release);
      try {
        there.acquire();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("the door is closing", e);
      }
      pace.waited(nanos.getAsLong() - begun);
      if (pace.allow(0) < 0) {
        throw new Refused(HttpStatus.REQUEST_TIMEOUT_408, "the body came too slowly");
      }
    }
  }
}
