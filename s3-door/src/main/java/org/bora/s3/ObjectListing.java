package org.bora.s3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.bora.s3.answer.XmlText;
import org.bora.s3.sign.PercentEncoding;
import org.bora.s3.sign.Query;

/** ListObjects, in both versions. */
final class ObjectListing {
  private static final int MOST_KEYS = 1000;

  private final S3Visit visit;
  private final Query query;
  private final boolean second;
  private final String prefix;
  private final String delimiter;
  private final int most;
  private final boolean encoded;
  private final List<Walk.Item> keys = new ArrayList<>();
  private final List<String> prefixes = new ArrayList<>();
  private String last = "";
  private boolean truncated;

  private ObjectListing(S3Visit visit, boolean second) throws Refused {
    this.visit = visit;
    this.query = visit.asked().query();
    this.second = second;
    this.prefix = query.get("prefix").orElse("");
    this.delimiter = query.get("delimiter").orElse("");
    this.most = most(query, "max-keys");
    this.encoded = encoded(query);
  }

  static void first(S3Visit visit) throws Refused, IOException {
    new ObjectListing(visit, false).serve();
  }

  static void second(S3Visit visit) throws Refused, IOException {
    new ObjectListing(visit, true).serve();
  }

  static int most(Query query, String parameter) throws Refused {
    String text = query.get(parameter).orElse("");
    if (text.isEmpty()) {
      return MOST_KEYS;
    }
    int most = number(parameter, text);
    if (most < 0) {
      throw S3Error.argument(
          parameter, text, "Argument " + text + " must be an integer between 0 and 2147483647");
    }
    return Math.min(most, MOST_KEYS);
  }

  /** An argument that is a number. */
  static int number(String parameter, String text) throws Refused {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw S3Error.argument(
          parameter, text, "Provided " + text + " not an integer or within integer range");
    }
  }

  static boolean encoded(Query query) throws Refused {
    Optional<String> type = query.get("encoding-type").filter(text -> !text.isEmpty());
    if (type.isPresent() && !type.get().equals("url")) {
      throw S3Error.INVALID_ARGUMENT.because("the only encoding-type is url");
    }
    return type.isPresent();
  }

  private void serve() throws Refused, IOException {
    Name bucket = visit.buckets().existing(visit.engine(), visit.bucketName());
    if (most > 0) {
      collect(bucket, after());
    }
    visit.answer(document());
  }

  /**
   * Where the listing continues. The token is the last key itself, so no door has to remember it.
   */
  private String after() throws Refused {
    if (!second) {
      return query.get("marker").orElse("");
    }
    Optional<String> token = query.get("continuation-token");
    if (token.isEmpty()) {
      return query.get("start-after").orElse("");
    }
    try {
      byte[] key = Base64.getUrlDecoder().decode(token.get());
      if (key.length > 0) {
        return new String(key, StandardCharsets.UTF_8);
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    throw S3Error.INVALID_ARGUMENT.because("The continuation token provided is incorrect");
  }

  private void collect(Name bucket, String after) throws Refused {
    boolean levels = delimiter.equals("/");
    Walk walk = new Walk(visit.engine(), bucket, prefix, after, levels, false);
    for (Optional<Walk.Item> next = walk.next(); next.isPresent(); next = walk.next()) {
      visit.exchange().caller().check();
      String key = next.get().key();
      String common = common(key);
      boolean known = !common.isEmpty() && (common.equals(last) || isBehind(after, common));
      if (!known) {
        if (keys.size() + prefixes.size() == most) {
          truncated = true;
          return;
        }
        last = common.isEmpty() ? key : common;
        if (common.isEmpty()) {
          keys.add(next.get());
        } else {
          prefixes.add(common);
        }
      }
    }
  }

  /** Whether an earlier page ended with this prefix. */
  private boolean isBehind(String after, String common) {
    return after.equals(common);
  }

  /** What keys begin with that count as one; empty for a key that counts alone. */
  private String common(String key) {
    if (delimiter.isEmpty()) {
      return "";
    }
    int at = key.indexOf(delimiter, prefix.length());
    return at < 0 ? "" : key.substring(0, at + delimiter.length());
  }

  private String document() {
    XmlText xml = XmlText.of("ListBucketResult").leaf("Name", visit.asked().bucket().orElseThrow());
    if (query.has("prefix")) {
      xml.leaf("Prefix", text(prefix));
    }
    xml.leaf("MaxKeys", most);
    if (!delimiter.isEmpty()) {
      xml.leaf("Delimiter", text(delimiter));
    }
    if (encoded) {
      xml.leaf("EncodingType", "url");
    }
    xml.leaf("IsTruncated", String.valueOf(truncated));
    if (second) {
      place(xml);
    } else {
      query.get("marker").ifPresent(marker -> xml.leaf("Marker", text(marker)));
      if (truncated) {
        xml.leaf("NextMarker", text(last));
      }
    }
    keys.forEach(item -> contents(xml, item));
    for (String common : prefixes) {
      xml.open("CommonPrefixes").leaf("Prefix", text(common)).close("CommonPrefixes");
    }
    return xml.end("ListBucketResult");
  }

  private void place(XmlText xml) {
    xml.leaf("KeyCount", keys.size() + prefixes.size());
    query.get("start-after").ifPresent(key -> xml.leaf("StartAfter", text(key)));
    query.get("continuation-token").ifPresent(token -> xml.leaf("ContinuationToken", token));
    if (truncated) {
      byte[] key = last.getBytes(StandardCharsets.UTF_8);
      xml.leaf(
          "NextContinuationToken", Base64.getUrlEncoder().withoutPadding().encodeToString(key));
    }
  }

  private void contents(XmlText xml, Walk.Item item) {
    xml.open("Contents").leaf("Key", text(item.key()));
    if (item.entry().isPresent()) {
      Found found = Found.of(item.entry().get());
      xml.leaf("LastModified", found.modified()).leaf("ETag", found.tag());
      found.facts().sums().keySet().forEach(sum -> xml.leaf("ChecksumAlgorithm", sum.name()));
      if (!found.facts().sums().isEmpty()) {
        xml.leaf("ChecksumType", found.facts().checksumType());
      }
      xml.leaf("Size", found.size()).leaf("StorageClass", found.storageClass());
    } else {
      xml.leaf("LastModified", Instant.EPOCH);
      xml.leaf("ETag", "\"" + ObjectReading.EMPTY_MD5 + "\"").leaf("Size", 0);
      xml.leaf("StorageClass", "STANDARD");
    }
    xml.close("Contents");
  }

  private String text(String key) {
    return encoded ? PercentEncoding.encode(key, true) : key;
  }
}
