package org.bora.s3.form;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Chunks;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;

/**
 * A form as it comes: its fields, and then the bytes of its file, which are handed on. What stands
 * behind the file counts for nothing, and is short. Used by one thread at a time.
 */
public final class Form implements MultiPart.Parser.Listener {
  /** In all, before the file, as S3 has it. */
  static final int MOST_BYTES_BEFORE = 20 * 1024;

  static final int MOST_FIELDS = 100;

  private static final int MOST_HEAD_BYTES = 2 * 1024;

  /** Behind the file, and around it in the pieces in which it comes. */
  static final int MOST_BYTES_BEHIND = 64 * 1024;

  private static final String META = "x-amz-meta-";

  private enum Now {
    FIELDS,
    FILE,
    BEHIND
  }

  private final MultiPart.Parser parser;
  private final int endBytes;
  private final Map<String, String> fields = new LinkedHashMap<>();
  private final Map<String, String> partHeaders = new HashMap<>();
  private final ByteArrayOutputStream early = new ByteArrayOutputStream();
  private final ByteArrayOutputStream value = new ByteArrayOutputStream();
  private Optional<Chunks.Sink> sink = Optional.empty();
  private Optional<Exception> failure = Optional.empty();
  private Now now = Now.FIELDS;
  private String name = "";
  private String fileName = "";
  private long received;
  private long before;
  private long file;
  private long behind;
  private ByteBuffer current = ByteBuffer.allocate(0);
  private boolean read;
  private boolean complete;

  /**
   * @param boundary of its parts
   */
  public Form(String boundary) {
    this.parser = new MultiPart.Parser(boundary, this);
    parser.setMaxParts(MOST_FIELDS);
    parser.setPartHeadersMaxLength(MOST_HEAD_BYTES);
    this.endBytes = boundary.length() + "\r\n--".length() + "--\r\n".length();
  }

  /** Takes bytes of the request as they come; the chunk stays the caller's. */
  public void take(Content.Chunk chunk) throws IOException, Refused {
    ByteBuffer bytes = chunk.getByteBuffer();
    int all = bytes.remaining();
    long fileBefore = file;
    received += all;
    read = chunk.isLast();
    current = bytes.duplicate();
    bytes.position(bytes.limit());
    parser.parse(Content.Chunk.from(current, chunk.isLast()));
    if ((now == Now.FIELDS ? received : before) > MOST_BYTES_BEFORE) {
      throw tooLong();
    }
    if (failure.isPresent()) {
      raise(failure.get());
    }
    if (now == Now.BEHIND) {
      behind += all - (file - fileBefore);
      if (behind > MOST_BYTES_BEHIND) {
        throw malformed();
      }
    }
  }

  private static void raise(Exception failure) throws IOException, Refused {
    switch (failure) {
      case Refused refused -> throw refused;
      case IOException unwritten -> throw unwritten;
      case RuntimeException broken -> throw broken;
      default -> throw new IllegalStateException(failure);
    }
  }

  private static Refused tooLong() {
    return S3Error.MAX_POST_PRE_DATA.refusal();
  }

  static Refused malformed() {
    return S3Error.MALFORMED_POST.refusal();
  }

  @Override
  public void onPartHeader(String header, String text) {
    partHeaders.put(header.toLowerCase(Locale.ROOT), text);
  }

  @Override
  public void onPartHeaders() {
    if (now != Now.FIELDS) {
      return;
    }
    Map<String, String> parameters = new HashMap<>();
    String kind =
        HttpField.getValueParameters(
            partHeaders.getOrDefault("content-disposition", ""), parameters);
    name = parameters.getOrDefault("name", "").toLowerCase(Locale.ROOT);
    partHeaders.clear();
    if (!"form-data".equalsIgnoreCase(kind) || name.isEmpty()) {
      fail(malformed());
      return;
    }
    if (name.equals("file")) {
      now = Now.FILE;
      fileName = parameters.getOrDefault("filename", "");
      before = received - current.remaining();
    }
  }

  @Override
  public void onPartContent(Content.Chunk chunk) {
    ByteBuffer bytes = chunk.getByteBuffer();
    switch (now) {
      case FIELDS -> {
        if (value.size() + bytes.remaining() > MOST_BYTES_BEFORE) {
          fail(tooLong());
        } else {
          append(bytes, value);
        }
      }
      case FILE -> {
        file += bytes.remaining();
        if (sink.isEmpty()) {
          append(bytes, early);
        } else if (failure.isEmpty()) {
          pass(bytes);
        }
      }
      case BEHIND -> {}
    }
  }

  private void pass(ByteBuffer bytes) {
    try {
      sink.get().take(bytes);
    } catch (IOException | Refused | RuntimeException e) {
      fail(e);
    }
  }

  private static void append(ByteBuffer bytes, ByteArrayOutputStream to) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    to.writeBytes(copy);
  }

  @Override
  public void onPartEnd() {
    if (now == Now.FILE) {
      now = Now.BEHIND;
    } else if (now == Now.FIELDS) {
      String text = value.toString(StandardCharsets.UTF_8);
      value.reset();
      String known = fields.putIfAbsent(name, text);
      if (known != null && name.startsWith(META)) {
        fields.put(name, known + "," + text);
      } else if (known != null) {
        // a policy is held against one value: there must not be another one to be used
        fail(S3Error.MALFORMED_POST.because("the field " + name + " comes twice"));
      }
    }
  }

  @Override
  public void onComplete() {
    complete = true;
  }

  @Override
  public void onFailure(Throwable cause) {
    fail(malformed());
  }

  private void fail(Exception cause) {
    if (failure.isEmpty()) {
      failure = Optional.of(cause);
    }
  }

  /** Whether all fields are there: the file has begun. */
  public boolean isAtFile() {
    return now != Now.FIELDS;
  }

  /** Whether the request has no more bytes. */
  public boolean isRead() {
    return read;
  }

  /** The fields before the file; names in lower case. */
  public Map<String, String> fields() {
    return Map.copyOf(fields);
  }

  /** What the file is called where it comes from, without directories; perhaps empty. */
  public String fileName() {
    int slash = Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\'));
    return fileName.substring(slash + 1);
  }

  /** Bytes of the file, if nothing but the last boundary is behind it. */
  public long announced(long requestBytes) {
    return Math.max(0, requestBytes - before - endBytes);
  }

  /** Passes on the bytes of the file: those received already, and the rest. */
  public void handOn(Chunks.Sink to) throws IOException, Refused {
    sink = Optional.of(to);
    to.take(ByteBuffer.wrap(early.toByteArray()));
    early.reset();
  }

  /** To be called at the end of the bytes: the form must be complete. */
  public void end() throws Refused {
    if (!complete || now != Now.BEHIND) {
      throw malformed();
    }
  }
}
