package org.bora.s3.sign;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * A body in aws-chunked form: {@code SIZE[;chunk-signature=SIGNATURE]}, the bytes, and so on to a
 * chunk of no bytes, and perhaps a trailer. Takes it as it comes, in pieces of any length. Bytes
 * are handed on before the signature of their chunk is known to be right: only what comes after the
 * end may be believed.
 */
public final class Chunks {
  /** Of one line; longer ones are no chunks. */
  private static final int LINE = 1024;

  private static final String CUT_SHORT = "The request body terminated unexpectedly";

  /** With repeated names: the text of all lines is kept. */
  private static final int TRAILER_LINES = 16;

  /** Of all chunks but the last, as S3 has it. */
  private static final int LEAST_BYTES = 8192;

  private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");

  /** Gets the bytes. */
  @FunctionalInterface
  public interface Sink {
    /** Takes all of them. */
    void take(ByteBuffer bytes) throws IOException, Refused;
  }

  private enum Now {
    SIZE,
    BYTES,
    END_OF_BYTES,
    TRAILER,
    DONE
  }

  private final boolean hasTrailer;
  private final Optional<PieceSignatures> signatures;
  private final Sink sink;
  private final StringBuilder line = new StringBuilder();
  private final Map<String, String> trailer = new LinkedHashMap<>();
  private final StringBuilder trailerText = new StringBuilder();
  private int trailerLines;
  private MessageDigest sum = PieceSignatures.sum();
  private String signature = "";
  private String trailerSignature = "";
  private Now now = Now.SIZE;
  private boolean small;
  private long left;

  /** The line before, of the trailer, ended with LF alone: an empty one may follow it. */
  private boolean bare;

  /** That empty line has come. */
  private boolean padded;

  /**
   * @param signatures of the chunks, if they have any
   */
  public Chunks(boolean hasTrailer, Optional<PieceSignatures> signatures, Sink sink) {
    this.hasTrailer = hasTrailer;
    this.signatures = signatures;
    this.sink = sink;
  }

  /** Takes bytes as they came. */
  public void take(ByteBuffer bytes) throws IOException, Refused {
    while (bytes.hasRemaining()) {
      if (now == Now.BYTES) {
        pass(bytes);
      } else if (now == Now.DONE) {
        throw malformed("bytes behind its end");
      } else if (lineEnds(bytes)) {
        String text = line.toString();
        line.setLength(0);
        line(text);
      }
    }
  }

  private void pass(ByteBuffer bytes) throws IOException, Refused {
    int count = (int) Math.min(left, bytes.remaining());
    ByteBuffer piece = bytes.slice(bytes.position(), count);
    if (signatures.isPresent()) {
      sum.update(piece.duplicate());
    }
    sink.take(piece);
    bytes.position(bytes.position() + count);
    left -= count;
    if (left == 0) {
      now = Now.END_OF_BYTES;
    }
  }

  /**
   * Lines end with CR and LF. Some clients end those of the trailer with LF alone, minio-go with
   * LF, CR and LF.
   */
  private boolean lineEnds(ByteBuffer bytes) throws Refused {
    while (bytes.hasRemaining()) {
      char c = (char) (bytes.get() & 0xFF);
      if (c == '\n') {
        int length = line.length();
        boolean whole = length > 0 && line.charAt(length - 1) == '\r';
        if (whole) {
          line.setLength(length - 1);
        } else if (now != Now.TRAILER) {
          throw malformed("a line that ends without a carriage return");
        }
        padded = bare && length == 1 && whole;
        bare = !whole;
        return true;
      }
      line.append(c);
      if (line.length() > LINE) {
        throw malformed("a line that is too long");
      }
    }
    return false;
  }

  private void line(String text) throws Refused {
    switch (now) {
      case SIZE -> size(text);
      case END_OF_BYTES -> {
        if (!text.isEmpty()) {
          throw malformed("a chunk that is longer than it says");
        }
        endChunk();
        now = Now.SIZE;
      }
      case TRAILER -> trailer(text);
      case BYTES, DONE -> throw new IllegalStateException("no line is awaited");
    }
  }

  private void size(String text) throws Refused {
    String[] parts = text.split(";", 2);
    try {
      left = Long.parseLong(parts[0].strip(), 16);
    } catch (NumberFormatException e) {
      throw malformed("no size of a chunk");
    }
    if (left < 0) {
      throw malformed("no size of a chunk");
    }
    if (left > 0 && small) {
      throw S3Error.INVALID_CHUNK_SIZE.refusal();
    }
    small = left < LEAST_BYTES;
    signature =
        parts.length > 1 && parts[1].strip().startsWith("chunk-signature=")
            ? parts[1].strip().substring("chunk-signature=".length())
            : "";
    if (signatures.isPresent() && !SIGNATURE.matcher(signature).matches()) {
      throw malformed("no signature of a chunk");
    }
    now = left == 0 ? Now.TRAILER : Now.BYTES;
    if (left == 0) {
      endChunk();
    }
  }

  private void endChunk() throws Refused {
    if (signatures.isPresent()) {
      signatures.get().piece(signature, sum);
      sum = PieceSignatures.sum();
    }
  }

  private void trailer(String text) throws Refused {
    int colon = text.indexOf(':');
    if (padded) {
      return; // the end of the line before
    }
    if (text.isEmpty() && isSignedTrailerMissing()) {
      throw S3Error.MALFORMED_TRAILER.refusal();
    } else if (text.isEmpty()) {
      finish();
    } else if (colon < 1 || ++trailerLines > TRAILER_LINES) {
      throw S3Error.MALFORMED_TRAILER.refusal();
    } else {
      String name = text.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      String value = text.substring(colon + 1).strip();
      if (name.equals("x-amz-trailer-signature")) {
        trailerSignature = value;
      } else {
        trailer.put(name, value);
        trailerText.append(name).append(':').append(value).append('\n');
      }
    }
  }

  private boolean isSignedTrailerMissing() {
    return signatures.isPresent() && hasTrailer && trailer.isEmpty() && trailerSignature.isEmpty();
  }

  private void finish() throws Refused {
    if (signatures.isPresent() && hasTrailer) {
      if (!SIGNATURE.matcher(trailerSignature).matches()) {
        throw malformed("no signature of the trailer");
      }
      signatures.get().trailer(trailerSignature, trailerText.toString());
    }
    now = Now.DONE;
  }

  /**
   * To be called at the end of the bytes.
   *
   * @return the trailer, names in lower case
   * @throws Refused if the body is not complete
   */
  public Map<String, String> end() throws Refused {
    boolean empty = trailer.isEmpty() && !hasTrailer;
    if (now == Now.TRAILER && line.isEmpty() && (empty || padded)) {
      finish(); // without the empty line at the end
    }
    if (now != Now.DONE) {
      throw S3Error.INCOMPLETE_BODY.because(CUT_SHORT);
    }
    return Map.copyOf(trailer);
  }

  private static Refused malformed(String what) {
    return S3Error.INCOMPLETE_BODY.because(CUT_SHORT).with("Reason", what);
  }
}
