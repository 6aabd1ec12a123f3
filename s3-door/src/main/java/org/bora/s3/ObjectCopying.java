package org.bora.s3;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.DoorUpload;
import org.bora.files.Replacing;
import org.bora.files.StoredSum;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.PercentEncoding;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/** CopyObject: the bytes are copied by this door, and do not cross the network. */
final class ObjectCopying {
  /** The header that names the object to copy from. */
  static final String SOURCE = "x-amz-copy-source";

  private static final int BUFFER_BYTES = 1024 * 1024;

  private ObjectCopying() {}

  static void copy(S3Visit visit) throws Refused, IOException {
    ObjectKey to = visit.key();
    directive(visit, "metadata");
    directive(visit, "tagging");
    PartSums.sum(visit);
    ObjectKey from = source(visit);
    boolean replaces = "REPLACE".equalsIgnoreCase(visit.headers().get("x-amz-metadata-directive"));
    if (from.name().path().equals(to.name().path()) && !replaces) {
      throw S3Error.INVALID_REQUEST.because(
          "This copy request is illegal because it is trying to copy an object to itself without"
              + " changing the object's metadata, storage class, website redirect location or"
              + " encryption attributes.");
    }
    if (to.namesDirectory()) {
      DirectoryMarkers.copy(visit, from, to, replaces);
      return;
    }
    if (from.namesDirectory()) {
      throw S3Error.NO_SUCH_KEY.refusal();
    }
    Facts wishes = ObjectWishes.of(visit.headers());
    Replacing mode = ObjectWriting.allow(visit, to);
    try (OpenFile source = open(visit, from)) {
      EntryFacts seen = source.facts();
      Facts known = Facts.of(source.note(Facts.NOTE));
      requireConditions(visit.headers(), known.version(seen.size(), seen.modifiedAt()));
      Facts facts = kept(visit, known, wishes, replaces);
      Sums sums = new Sums(wanted(visit, known));
      OptionalLong size = OptionalLong.of(seen.size());
      try (DoorUpload upload = ObjectWriting.begin(visit, to.name(), mode, size)) {
        bytes(source, 0, seen.size(), upload, sums);
        stored(visit).require(source, seen, from.name(), sums.adler32());
        facts = facts.withSums(sums.etag(), sums.values()).ofUpload("", "");
        ObjectWriting.publish(upload, facts, sums.adler32());
      }
      answer(visit, facts);
    }
  }

  /** Compares the copied bytes with the stored checksum. */
  static StoredSum stored(S3Visit visit) {
    return new StoredSum(visit.engine(), "S3");
  }

  private static void directive(S3Visit visit, String what) throws Refused {
    String header = "x-amz-" + what + "-directive";
    String value = visit.headers().get(header);
    if (value != null && !value.equals("COPY") && !value.equals("REPLACE")) {
      throw S3Error.argument(header, value, "Unknown " + what + " directive.");
    }
  }

  /** Metadata and tags are of the source, each unless the request replaces them. */
  static Facts kept(S3Visit visit, Facts known, Facts wishes, boolean replaces) {
    boolean tags = "REPLACE".equalsIgnoreCase(visit.headers().get("x-amz-tagging-directive"));
    return new Facts(
        Optional.empty(),
        Map.of(),
        replaces ? wishes.headers() : ObjectWishes.copied(known.headers(), wishes.headers()),
        replaces ? wishes.metadata() : known.metadata(),
        tags ? wishes.tags() : known.tags(),
        "",
        "");
  }

  private static Map<Sum, Sum.Making> wanted(S3Visit visit, Facts known) throws Refused {
    Map<Sum, Sum.Making> wanted = new EnumMap<>(Sum.class);
    String algorithm = visit.headers().get("x-amz-checksum-algorithm");
    if (algorithm != null) {
      Sum sum = Announced.known(algorithm);
      wanted.put(sum, sum.make());
    } else {
      known.sums().keySet().forEach(sum -> wanted.put(sum, sum.make()));
    }
    return wanted;
  }

  static void answer(S3Visit visit, Facts facts) throws IOException {
    XmlText xml = XmlText.of("CopyObjectResult").leaf("LastModified", visit.clock().instant());
    xml.leaf("ETag", "\"" + facts.etag().orElseThrow() + "\"");
    facts.sums().forEach((sum, value) -> xml.leaf("Checksum" + sum.name(), value));
    visit.answer(xml.end("CopyObjectResult"));
  }

  /** The object to copy from. */
  static ObjectKey source(S3Visit visit) throws Refused {
    String text = visit.headers().get(SOURCE);
    int question = text.indexOf("?versionId=");
    if (question >= 0 && !text.endsWith("?versionId=null")) {
      throw S3Error.NOT_IMPLEMENTED.because("there are no versions here");
    }
    String path;
    try {
      path = PercentEncoding.decode(question < 0 ? text : text.substring(0, question));
    } catch (Refused undecodable) {
      throw S3Error.argument(SOURCE, text, "Invalid copy source encoding");
    }
    BucketAndKey named = BucketAndKey.of(path);
    if (!Buckets.isPossible(named.bucket())) {
      throw S3Error.argument(SOURCE, text, "Invalid copy source bucket name");
    }
    return source(visit, named.bucket(), named.key());
  }

  private static ObjectKey source(S3Visit visit, String bucket, String text) throws Refused {
    ObjectKey key;
    try {
      if (text.isEmpty()) {
        throw S3Error.INVALID_ARGUMENT.because("the source names no object");
      }
      key = ObjectKey.of(text, visit.buckets().directory(bucket));
    } catch (Refused refusal) {
      throw refusal.code().equals(Optional.of(S3Error.INVALID_ARGUMENT.code()))
          ? S3Error.argument(SOURCE, text, "Invalid copy source object key")
          : refusal;
    }
    visit.buckets().existing(visit.engine(), bucket);
    return key;
  }

  /** Opens a file whose bytes are on disk. */
  static OpenFile open(S3Visit visit, ObjectKey key) throws Refused, IOException {
    OpenFile file;
    try {
      file = visit.ground().areas().read(visit.engine().open(key.name()));
    } catch (Refused refusal) {
      if (refusal.status() == HttpStatus.SERVICE_UNAVAILABLE_503
          && Found.look(visit, key).filter(Found::isOnTapeOnly).isPresent()) {
        throw S3Error.INVALID_OBJECT_STATE.because("the source is on tape: restore it first");
      }
      throw refusal;
    }
    if (!file.facts().residency().onDisk()) {
      file.close();
      throw S3Error.INVALID_OBJECT_STATE.because("the source is on tape: restore it first");
    }
    return file;
  }

  /** Those of the source, which have names of their own. */
  static void requireConditions(HttpFields headers, Conditions.Version version) throws Refused {
    HttpFields.Mutable own = HttpFields.build();
    for (String name :
        new String[] {"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"}) {
      String value = headers.get("x-amz-copy-source-" + name);
      if (value != null) {
        own.put(name, value);
      }
    }
    if (Conditions.isKnown(Quoted.conditions(own), version)) {
      throw S3Error.PRECONDITION_FAILED.refusal();
    }
  }

  /** Appends a part of a file to an upload. */
  static void bytes(OpenFile source, long from, long count, DoorUpload upload, Sums sums)
      throws Refused, IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(Math.clamp(count, 1, BUFFER_BYTES));
    long position = from;
    long left = count;
    while (left > 0) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), left));
      int read = source.read(buffer, position);
      if (read == 0) {
        throw new IOException("the file became shorter while it was copied");
      }
      buffer.flip();
      sums.update(buffer);
      upload.write(buffer);
      position += read;
      left -= read;
    }
  }

  /** Sums of bytes that are copied. */
  static final class Sums {
    private final Adler32 adler = new Adler32();
    private final Sum.Making md5 = Sum.md5();
    private final Map<Sum, Sum.Making> making;

    Sums(Map<Sum, Sum.Making> making) {
      this.making = making;
    }

    void update(ByteBuffer bytes) {
      adler.update(bytes.duplicate());
      md5.update(bytes);
      making.values().forEach(sum -> sum.update(bytes));
    }

    String adler32() {
      return String.format(Locale.ROOT, "%08x", adler.getValue());
    }

    /** To be asked once. */
    String etag() {
      return HexFormat.of().formatHex(md5.value());
    }

    /** In base64; to be asked once. */
    Map<Sum, String> values() {
      Map<Sum, String> values = new EnumMap<>(Sum.class);
      making.forEach(
          (sum, made) -> values.put(sum, Base64.getEncoder().encodeToString(made.value())));
      return values;
    }
  }
}
