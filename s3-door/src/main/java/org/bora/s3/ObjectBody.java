package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.bora.files.DoorUpload;
import org.bora.files.Gathering;
import org.bora.s3.answer.S3Error;
import org.bora.s3.form.Form;
import org.bora.s3.sign.Chunks;
import org.bora.s3.sign.Payload;
import org.eclipse.jetty.http.HttpFields;

/**
 * The incoming bytes of an object: they are decoded, checksummed, and written to an upload. The
 * upload may only be published after {@link #verify} has returned. Used by one thread.
 */
final class ObjectBody {
  /** 5 TiB, as S3 has it for an object; one request of S3 has less, ours need not. */
  private static final long MOST_BYTES = 5L << 40;

  private final S3Visit visit;
  private final Payload payload;
  private final Adler32 adler = new Adler32();
  private final Sum.Making md5 = Sum.md5();
  private final Optional<Sum.Making> sha256;
  private final Map<Sum, Sum.Making> making = new EnumMap<>(Sum.class);
  private final Map<Sum, String> announced = new EnumMap<>(Sum.class);
  private final Optional<byte[]> announcedMd5;
  private final Optional<Sum> trailing;
  private final OptionalLong size;
  private final Optional<Form> form;
  private Watching watching = _ -> {};
  private long received;
  private String etag = "";

  /** Reads the headers about a request's body, but not the body itself. */
  ObjectBody(S3Visit visit) throws Refused {
    this(visit, visit.proof().signed().payload(), visit.headers(), Optional.empty());
  }

  /**
   * The same of a form, which does not say how long its file is.
   *
   * @param fields that are as headers
   */
  static ObjectBody of(S3Visit visit, Form form, HttpFields fields) throws Refused {
    return new ObjectBody(visit, Payload.UNSIGNED, fields, Optional.of(form));
  }

  private ObjectBody(S3Visit visit, Payload payload, HttpFields headers, Optional<Form> form)
      throws Refused {
    this.visit = visit;
    this.payload = payload;
    this.form = form;
    this.sha256 = payload.isSum() ? Optional.of(Sum.SHA256.make()) : Optional.empty();
    this.announcedMd5 = md5(headers.get("Content-MD5"));
    this.size = form.isPresent() ? OptionalLong.empty() : OptionalLong.of(size(headers));
    announced.putAll(Announced.sums(headers));
    announced.keySet().forEach(sum -> making.put(sum, sum.make()));
    this.trailing = Announced.trailer(headers, payload);
    trailing.ifPresent(sum -> making.put(sum, sum.make()));
  }

  /** Parts have the sum that their upload was begun with. */
  void makes(Sum sum) {
    making.computeIfAbsent(sum, Sum::make);
  }

  /** Objects without a checksum get S3's default. */
  void makesDefault() {
    if (making.isEmpty()) {
      makes(Sum.CRC64NVME);
    }
  }

  /** The sums that it comes with. */
  Set<Sum> sums() {
    return making.keySet();
  }

  private static Optional<byte[]> md5(String text) throws Refused {
    if (text == null) {
      return Optional.empty();
    }
    byte[] value = Announced.base64(text);
    if (value.length != 16) {
      throw S3Error.INVALID_DIGEST.refusal().with("Content-MD5", text);
    }
    return Optional.of(value);
  }

  private long size(HttpFields headers) throws Refused {
    long length = visit.request().getLength();
    if (payload.isChunked()) {
      try {
        length = Long.parseLong(headers.get("x-amz-decoded-content-length"));
      } catch (NumberFormatException e) {
        length = -1;
      }
    }
    if (length < 0) {
      throw S3Error.MISSING_CONTENT_LENGTH.refusal();
    }
    if (length > MOST_BYTES) {
      throw S3Error.ENTITY_TOO_LARGE.because("an object has 5 TiB at most");
    }
    return length;
  }

  /** Size of the object, if known. */
  OptionalLong size() {
    return size;
  }

  /** Is informed how many bytes have arrived, before they are written. */
  @FunctionalInterface
  interface Watching {
    void has(long bytes) throws Refused;
  }

  void whileReceiving(Watching other) {
    watching = other;
  }

  /** Moves all of it into an upload. */
  void into(DoorUpload upload) throws IOException, Refused {
    Gathering gathering = new Gathering(upload, buffered());
    read(bytes -> take(bytes, gathering), upload::goesOn);
    gathering.write();
  }

  private OptionalLong buffered() {
    return size.isPresent() ? size : OptionalLong.of(visit.request().getLength());
  }

  /** Reads a body that has no bytes, but perhaps a trailer. */
  void readNothing() throws IOException, Refused {
    read(
        bytes -> {
          if (bytes.hasRemaining()) {
            throw incomplete();
          }
        },
        () -> {});
  }

  private void read(Chunks.Sink sink, BodyBytes.Alive alive) throws IOException, Refused {
    if (form.isPresent()) {
      BodyBytes.read(visit, form.get(), sink, alive);
    } else {
      announced.putAll(Announced.inTrailer(trailing, BodyBytes.read(visit, payload, sink, alive)));
    }
  }

  private void take(ByteBuffer bytes, Gathering gathering) throws IOException, Refused {
    received += bytes.remaining();
    if (size.isPresent() && received > size.getAsLong()) {
      throw incomplete();
    }
    watching.has(received);
    adler.update(bytes.duplicate());
    md5.update(bytes);
    sha256.ifPresent(sum -> sum.update(bytes));
    making.values().forEach(sum -> sum.update(bytes));
    gathering.take(bytes);
  }

  /**
   * Compares the received bytes with the announced checksums.
   *
   * @return the checksums to be stored, in base64
   */
  Map<Sum, String> verify() throws Refused {
    if (size.isPresent() && received != size.getAsLong()) {
      throw incomplete();
    }
    if (sha256.isPresent()
        && !payload.text().equals(HexFormat.of().formatHex(sha256.get().value()))) {
      throw S3Error.CONTENT_SHA256_MISMATCH
          .refusal()
          .with("ClientComputedContentSHA256", payload.text());
    }
    byte[] value = md5.value();
    if (announcedMd5.isPresent() && !MessageDigest.isEqual(announcedMd5.get(), value)) {
      throw S3Error.BAD_DIGEST
          .because("The Content-MD5 you specified did not match what we received.")
          .with("ExpectedDigest", HexFormat.of().formatHex(announcedMd5.get()))
          .with("CalculatedDigest", Base64.getEncoder().encodeToString(value));
    }
    etag = HexFormat.of().formatHex(value);
    Map<Sum, String> sums = new EnumMap<>(Sum.class);
    for (Map.Entry<Sum, Sum.Making> one : making.entrySet()) {
      byte[] sum = one.getValue().value();
      String announcement = announced.get(one.getKey());
      if (announcement != null && !Arrays.equals(Announced.base64(announcement), sum)) {
        throw Announced.mismatch(one.getKey());
      }
      sums.put(one.getKey(), Base64.getEncoder().encodeToString(sum));
    }
    return sums;
  }

  private static Refused incomplete() {
    return S3Error.INCOMPLETE_BODY.because(
        "You did not provide the number of bytes specified by the Content-Length HTTP header");
  }

  /** MD5 of all bytes, in hexadecimal digits, after {@link #verify}. */
  String etag() {
    return etag;
  }

  /** For the upload, eight digits. */
  String adler32() {
    return String.format(Locale.ROOT, "%08x", adler.getValue());
  }
}
