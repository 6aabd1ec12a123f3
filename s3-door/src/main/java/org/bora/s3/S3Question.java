package org.bora.s3;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Redirects;
import org.bora.s3.sign.PercentEncoding;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.server.Request;

/**
 * The parsed URL of a request.
 *
 * @param path decoded, as signed
 * @param bucket empty for the service itself
 * @param key of the object; empty for the bucket
 * @param query as signed
 * @param sentOn host for which it was signed, if another door has redirected it here
 */
record S3Question(
    Act act,
    String path,
    Optional<String> bucket,
    String key,
    Query query,
    Optional<String> sentOn) {

  /** Name of the attribute of the request that holds it. */
  static final String ATTRIBUTE = "org.bora.s3.asked";

  S3Question {
    Objects.requireNonNull(act, "act");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(sentOn, "sentOn");
  }

  /** What was found out when the request came. */
  static S3Question of(Request request) {
    return (S3Question) request.getAttribute(ATTRIBUTE);
  }

  /**
   * Reads it.
   *
   * @param hosts names of the service: below each of them buckets are hosts
   */
  static S3Question read(Request request, List<String> hosts) throws Refused {
    Query sent = Query.of(request.getHttpURI().getQuery());
    Optional<String> sentOn = SentOn.host(sent);
    Query query = sentOn.isPresent() ? sent.without(Redirects.SENT_ON) : sent;
    String raw = request.getHttpURI().getPath();
    String path = PercentEncoding.decode(raw == null || raw.isEmpty() ? "/" : raw);
    Optional<String> bucket = bucketOf(SentOn.name(request, sentOn), hosts);
    String key = path.substring(1);
    if (bucket.isEmpty()) {
      BucketAndKey named = BucketAndKey.of(path);
      bucket = Optional.of(named.bucket()).filter(name -> !name.isEmpty());
      key = bucket.isEmpty() ? "" : named.key();
    }
    boolean copies = request.getHeaders().contains(ObjectCopying.SOURCE);
    Routes.require(request.getMethod(), bucket, key, query, request.getHeaders());
    Act act = Act.of(request.getMethod(), bucket, key, query, copies);
    return new S3Question(act, path, bucket, key, query, sentOn);
  }

  /**
   * The bucket that a host name begins with; empty where the name is one of the service itself. One
   * name of the service may be below another one, so the longest counts.
   */
  private static Optional<String> bucketOf(String name, List<String> hosts) {
    List<String> ours = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
    if (name == null || ours.contains(name)) {
      return Optional.empty();
    }
    return ours.stream()
        .filter(host -> name.endsWith("." + host))
        .max(Comparator.comparingInt(String::length))
        .map(host -> name.substring(0, name.length() - host.length() - 1));
  }

  /** As errors name it. */
  String resource() {
    return bucket.map(name -> new BucketAndKey(name, key).path()).orElse("/");
  }
}
