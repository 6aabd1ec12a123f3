package org.bora.api.bearer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The parameter {@value #PARAMETER} of a transfer URL of HTTPS: its purpose, signed together with
 * the path of the URL. Backends make it and doors verify it; nothing is stored.
 *
 * @param writes whether the URL belongs to a put; otherwise to a get
 * @param generation and
 * @param day of the key
 * @param request token of the request
 * @param holder user for whom it was made
 * @param client {@linkplain #digest digest} of the address that may use it, {@link #ANYWHERE} for
 *     all
 */
public record TurlToken(
    boolean writes, int generation, int day, UUID request, TurlHolder holder, long client) {

  /** Name of the parameter in the query of the URL. */
  public static final String PARAMETER = "turl";

  /** Instead of the digest of an address. */
  public static final long ANYWHERE = 0;

  private static final byte FORMAT = 1;
  private static final int SIGNATURE_BYTES = 16;

  /** More fits into no request. */
  private static final int LONGEST = 16 * 1024;

  public TurlToken {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(holder, "holder");
  }

  /** A token as it was read, with a signature that is not verified yet. */
  public record Signed(TurlToken token, String signature) {
    public Signed {
      Objects.requireNonNull(token, "token");
      Objects.requireNonNull(signature, "signature");
    }

    /**
     * Whether it was made with this key for this path.
     *
     * @param path of the URL, percent-encoded in any way
     */
    public boolean holds(DayKey key, String path) {
      return MessageDigest.isEqual(HexFormat.of().parseHex(signature), token.signature(key, path));
    }

    /** Without the signature. */
    @Override
    public String toString() {
      return token.toString();
    }
  }

  /**
   * The text for a URL; secret.
   *
   * @param path of the URL, percent-encoded in any way
   */
  public String signed(DayKey key, String path) {
    byte[] head = head();
    ByteBuffer all = ByteBuffer.allocate(head.length + SIGNATURE_BYTES);
    all.put(head).put(signature(key, path));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all.array());
  }

  /** Parses a text; empty if it is not a token. */
  public static Optional<Signed> read(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    int end = bytes.length - SIGNATURE_BYTES;
    if (end < 0 || bytes.length > LONGEST) {
      return Optional.empty();
    }
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end))) {
      Optional<TurlToken> token =
          in.readByte() == FORMAT ? Optional.of(head(in)) : Optional.empty();
      String signature = HexFormat.of().formatHex(bytes, end, bytes.length);
      return in.available() == 0
          ? token.map(read -> new Signed(read, signature))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // it ends too early, or has no text where one belongs
    }
  }

  private static TurlToken head(DataInputStream in) throws IOException {
    boolean writes = in.readBoolean();
    int generation = in.readInt();
    int day = in.readInt();
    UUID request = new UUID(in.readLong(), in.readLong());
    long client = in.readLong();
    return new TurlToken(writes, generation, day, request, TurlHolder.read(in), client);
  }

  private byte[] head() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeBoolean(writes);
      out.writeInt(generation);
      out.writeInt(day);
      out.writeLong(request.getMostSignificantBits());
      out.writeLong(request.getLeastSignificantBits());
      out.writeLong(client);
      holder.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException("a name of the user is too long for a URL", e);
    }
    return bytes.toByteArray();
  }

  private byte[] signature(DayKey key, String path) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(HexFormat.of().parseHex(key.hex()), "HmacSHA256"));
      mac.update("bora transfer URL".getBytes(StandardCharsets.US_ASCII));
      mac.update(head());
      return Arrays.copyOf(mac.doFinal(decoded(path)), SIGNATURE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** Clients encode paths anew, each in its own way. */
  private static byte[] decoded(String path) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    int at = 0;
    while (at < bytes.length) {
      int high = at + 2 < bytes.length ? Character.digit(bytes[at + 1], 16) : -1;
      int low = at + 2 < bytes.length ? Character.digit(bytes[at + 2], 16) : -1;
      if (bytes[at] == '%' && high >= 0 && low >= 0) {
        plain.write(high << 4 | low);
        at += 3;
      } else {
        plain.write(bytes[at++]);
      }
    }
    return plain.toByteArray();
  }

  /** Of an address, never {@link #ANYWHERE}. */
  public static long digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong() | 1;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
