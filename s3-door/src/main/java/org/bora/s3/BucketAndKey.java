package org.bora.s3;

import java.util.Objects;

/**
 * Bucket and key of a path.
 *
 * @param bucket empty if there is none
 * @param key empty for the bucket itself
 */
record BucketAndKey(String bucket, String key) {

  BucketAndKey {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(key, "key");
  }

  /**
   * Reads a path.
   *
   * @param path decoded; with or without a slash at its beginning
   */
  static BucketAndKey of(String path) {
    String plain = path.startsWith("/") ? path.substring(1) : path;
    int slash = plain.indexOf('/');
    return slash < 0
        ? new BucketAndKey(plain, "")
        : new BucketAndKey(plain.substring(0, slash), plain.substring(slash + 1));
  }

  /** As errors name it. */
  String path() {
    return "/" + bucket + (key.isEmpty() ? "" : "/" + key);
  }
}
