package org.bora.s3;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.ReceivedBody;
import org.bora.s3.answer.S3Error;
import org.bora.s3.form.Form;
import org.bora.s3.sign.Chunks;
import org.bora.s3.sign.Payload;
import org.bora.s3.sign.PieceSignatures;
import org.eclipse.jetty.io.Content;

/** The body of a request without its encoding. */
final class BodyBytes {
  /** Is informed when more bytes have arrived. */
  @FunctionalInterface
  interface Alive {
    void goesOn() throws Refused;
  }

  /** Receives a piece of the raw body; the piece still belongs to the caller. */
  @FunctionalInterface
  private interface Unwrapping {
    void take(Content.Chunk chunk) throws IOException, Refused;
  }

  private BodyBytes() {}

  /** Hands on the bytes of the file in a form whose fields have been read. */
  static void read(S3Visit visit, Form form, Chunks.Sink sink, Alive alive)
      throws IOException, Refused {
    form.handOn(sink);
    if (!form.isRead()) {
      pass(visit, form::take, alive);
    }
    form.end();
  }

  /**
   * Passes the bytes of the body on.
   *
   * @return its trailer, names in lower case
   */
  static Map<String, String> read(S3Visit visit, Payload payload, Chunks.Sink sink, Alive alive)
      throws IOException, Refused {
    if (!payload.isChunked()) {
      pass(visit, chunk -> sink.take(chunk.getByteBuffer()), alive);
      return Map.of();
    }
    Optional<PieceSignatures> pieces =
        payload.isSignedPiecewise()
            ? Optional.of(new PieceSignatures(visit.proof().signed(), visit.proof().key()))
            : Optional.empty();
    Chunks chunks = new Chunks(payload.hasTrailer(), pieces, sink);
    pass(visit, chunk -> chunks.take(chunk.getByteBuffer()), alive);
    return chunks.end();
  }

  private static void pass(S3Visit visit, Unwrapping unwrapping, Alive alive)
      throws IOException, Refused {
    ReceivedBody body = new ReceivedBody(visit.request(), visit.nanos());
    boolean last = false;
    while (!last) {
      Content.Chunk chunk = next(body);
      try {
        last = chunk.isLast();
        unwrapping.take(chunk);
        alive.goesOn();
      } finally {
        chunk.release();
      }
    }
  }

  /** All SDKs repeat requests with this error, but not with other errors of status 400. */
  private static Content.Chunk next(ReceivedBody body) throws IOException, Refused {
    try {
      return body.next();
    } catch (IOException failure) {
      if (ReceivedBody.isBroken(failure)) {
        throw S3Error.REQUEST_TIMEOUT.because("the body did not arrive whole");
      }
      throw failure;
    }
  }
}
