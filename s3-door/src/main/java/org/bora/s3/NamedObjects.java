package org.bora.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Name;
import org.bora.s3.sign.PercentEncoding;

/**
 * Converts the names of requests to SURLs for the backend. Names that are not possible as SURLs
 * stay as sent, {@code /BUCKET/KEY}.
 *
 * @param host name of the service in SURLs
 */
record NamedObjects(Buckets buckets, String host) {

  NamedObjects {
    Objects.requireNonNull(buckets, "buckets");
    Objects.requireNonNull(host, "host");
  }

  /**
   * The object or the bucket, and behind it the source of a copy.
   *
   * @param bucket empty for a request to the service, which names nothing
   * @param key of the object; empty for the bucket
   * @param source header of a copy; what stands behind its first question mark may be a signature,
   *     and is not told
   */
  List<String> of(Optional<String> bucket, String key, Optional<String> source) {
    List<String> named = new ArrayList<>();
    if (bucket.isPresent()) {
      BucketAndKey object = new BucketAndKey(bucket.get(), key);
      named.add(surl(object).orElseGet(object::path));
    }
    source.map(this::source).ifPresent(named::add);
    return List.copyOf(named);
  }

  private String source(String text) {
    int query = text.indexOf('?');
    String path = query < 0 ? text : text.substring(0, query);
    try {
      return surl(BucketAndKey.of(PercentEncoding.decode(path))).orElse(path);
    } catch (Refused undecodable) {
      return path;
    }
  }

  private Optional<String> surl(BucketAndKey object) {
    try {
      Name bucket = buckets.directory(object.bucket());
      Name name = object.key().isEmpty() ? bucket : ObjectKey.of(object.key(), bucket).name();
      return Optional.of(name.surl(host).text());
    } catch (Refused noName) {
      return Optional.empty();
    }
  }
}
