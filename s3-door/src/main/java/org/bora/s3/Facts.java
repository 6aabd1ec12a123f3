package org.bora.s3;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.MadeParents;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.PercentEncoding;
import org.bora.s3.sign.Query;
import org.bora.storage.spi.OpenFile;

/**
 * The facts about an object besides its bytes: the note of the door on its file. The owner of the
 * file can also write it, so no decision depends on it.
 *
 * @param etag without quotes: MD5, or the MD5 of the MD5s of its parts; empty if unknown
 * @param sums in base64, some with {@code -N} for N parts
 * @param headers headers to send with it, as {@code content-type}; names in lower case
 * @param metadata of the user, names without {@code x-amz-meta-}
 * @param tags as in a query; empty for none
 * @param upload identifier of its multipart upload; empty for other objects
 * @param parts sizes of its parts ({@link PartSizes}); empty for a single part, or if unknown
 */
record Facts(
    Optional<String> etag,
    Map<Sum, String> sums,
    Map<String, String> headers,
    Map<String, String> metadata,
    String tags,
    String upload,
    String parts) {

  private static final Pattern MD5 = Pattern.compile("[0-9a-f]{32}");

  /** Name of the note. */
  static final String NOTE = MadeParents.PUT_NOTE;

  /** Of a file that another door wrote. */
  static final Facts UNKNOWN =
      new Facts(Optional.empty(), Map.of(), Map.of(), Map.of(), "", "", "");

  Facts {
    Objects.requireNonNull(etag, "etag");
    sums = Map.copyOf(sums);
    headers = Map.copyOf(headers);
    metadata = Map.copyOf(metadata);
    Objects.requireNonNull(tags, "tags");
    Objects.requireNonNull(upload, "upload");
    Objects.requireNonNull(parts, "parts");
  }

  Facts withSums(String newEtag, Map<Sum, String> newSums) {
    return new Facts(Optional.of(newEtag), newSums, headers, metadata, tags, upload, parts);
  }

  Facts ofUpload(String id, String sizes) {
    return new Facts(etag, sums, headers, metadata, tags, id, sizes);
  }

  Facts withTags(Tags others) {
    return new Facts(etag, sums, headers, metadata, others.text(), upload, parts);
  }

  /** Whether they are those of a part: its ETag is an MD5. */
  boolean areOfPart() {
    return etag.filter(tag -> MD5.matcher(tag).matches()).isPresent();
  }

  /** Whether its sums are of the object or of the sums of its parts. */
  String checksumType() {
    boolean composite = sums.values().stream().anyMatch(value -> value.contains("-"));
    return composite ? PartSums.COMPOSITE : PartSums.WHOLE;
  }

  /**
   * What tells this content from others. Where no MD5 is known it is made of time and size, with
   * two hyphens: no client takes it for an MD5, or for that of an object of parts.
   */
  String tag(long size, Instant modified) {
    return etag.map(tag -> "\"" + tag + "\"")
        .orElseGet(() -> Conditions.Version.of(size, modified).tag());
  }

  Conditions.Version version(long size, Instant modified) {
    return new Conditions.Version(tag(size, modified), modified);
  }

  /** What was noted; unknown where that is not of this release. */
  static Facts of(Optional<String> note) {
    if (note.isEmpty()) {
      return UNKNOWN;
    }
    try {
      return parse(note.get());
    } catch (Refused notOurs) {
      return UNKNOWN;
    }
  }

  private static Facts parse(String text) throws Refused {
    Optional<String> etag = Optional.empty();
    Map<Sum, String> sums = new EnumMap<>(Sum.class);
    Map<String, String> headers = new LinkedHashMap<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    String tags = "";
    String upload = "";
    String parts = "";
    for (Query.Parameter one : Query.unbounded(text).parameters()) {
      String name = one.name();
      String rest = name.length() > 2 ? name.substring(2) : "";
      switch (name.isEmpty() ? '-' : name.charAt(0)) {
        case 'e' -> etag = Optional.of(one.value());
        case 'c' -> Sum.named(rest).ifPresent(sum -> sums.put(sum, one.value()));
        case 'h' -> headers.put(rest, one.value());
        case 'm' -> metadata.put(rest, one.value());
        case 't' -> tags = one.value();
        case 'u' -> upload = one.value();
        case 'p' -> parts = one.value();
        default -> {} // of a later release
      }
    }
    return new Facts(etag, sums, headers, metadata, tags, upload, parts);
  }

  /**
   * The text of the note.
   *
   * @throws Refused if it is too long
   */
  String text() throws Refused {
    StringBuilder text = new StringBuilder();
    etag.ifPresent(tag -> add(text, "e", tag));
    sums.forEach((sum, value) -> add(text, "c." + sum.name(), value));
    headers.forEach((name, value) -> add(text, "h." + name, value));
    metadata.forEach((name, value) -> add(text, "m." + name, value));
    if (!tags.isEmpty()) {
      add(text, "t", tags);
    }
    if (!upload.isEmpty()) {
      add(text, "u", upload);
    }
    if (!parts.isEmpty()) {
      add(text, "p", parts);
    }
    if (text.length() > OpenFile.MOST_NOTE_BYTES) {
      throw tooLarge();
    }
    return text.toString();
  }

  static Refused tooLarge() {
    return S3Error.METADATA_TOO_LARGE.because("there is no room for metadata of this length");
  }

  private static void add(StringBuilder text, String name, String value) {
    if (!text.isEmpty()) {
      text.append('&');
    }
    text.append(PercentEncoding.encode(name, false))
        .append('=')
        .append(PercentEncoding.encode(value, true));
  }

  /** Bytes of the user's metadata, as S3 counts them. */
  static int bytes(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToInt(one -> (one.getKey() + one.getValue()).getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }
}
