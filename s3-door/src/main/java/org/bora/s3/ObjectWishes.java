package org.bora.s3;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/** The wishes in the headers of a request for the object that it creates. */
final class ObjectWishes {
  private static final int MOST_METADATA_BYTES = 2048;
  private static final String LOCATION = "x-amz-website-redirect-location";
  private static final String META = "x-amz-meta-";
  private static final List<String> KEPT =
      List.of(
          "content-type",
          "cache-control",
          "content-disposition",
          "content-encoding",
          "content-language",
          "expires",
          LOCATION);

  /** Nothing of them is kept here: to take them in silence would be a lie. */
  private static final Set<String> REFUSED =
      Set.of(
          "x-amz-server-side-encryption",
          "x-amz-server-side-encryption-customer-algorithm",
          "x-amz-server-side-encryption-aws-kms-key-id",
          "x-amz-object-lock-mode",
          "x-amz-object-lock-retain-until-date",
          "x-amz-object-lock-legal-hold",
          "x-amz-grant-full-control",
          "x-amz-grant-read",
          "x-amz-grant-read-acp",
          "x-amz-grant-write",
          "x-amz-grant-write-acp",
          "x-amz-write-offset-bytes");

  private static final Set<String> ACLS =
      Set.of("private", "bucket-owner-full-control", "bucket-owner-read");
  private static final Set<String> KNOWN_ACLS =
      Set.of(
          "private",
          "bucket-owner-full-control",
          "bucket-owner-read",
          "public-read",
          "public-read-write",
          "authenticated-read",
          "aws-exec-read",
          "log-delivery-write");
  private static final Set<String> CLASSES = Set.of("STANDARD", "GLACIER");

  private ObjectWishes() {}

  /** What is to be kept of the object; its sums are not known yet. */
  static Facts of(HttpFields headers) throws Refused {
    requireServed(headers);
    Map<String, String> kept = new LinkedHashMap<>();
    for (String name : KEPT) {
      Optional.ofNullable(headers.get(name))
          .map(value -> name.equals("content-encoding") ? withoutChunks(value) : value)
          .filter(value -> !value.isEmpty())
          .ifPresent(value -> kept.put(name, value));
    }
    Map<String, String> metadata = new LinkedHashMap<>();
    for (HttpField field : headers) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (name.startsWith(META)) {
        String value = field.getValue() == null ? "" : field.getValue();
        metadata.merge(name.substring(META.length()), value, (one, other) -> one + "," + other);
      }
    }
    if (Facts.bytes(metadata) > MOST_METADATA_BYTES) {
      throw S3Error.METADATA_TOO_LARGE
          .because("user metadata has " + MOST_METADATA_BYTES + " bytes at most")
          .with("Size", String.valueOf(Facts.bytes(metadata)))
          .with("MaxSizeAllowed", String.valueOf(MOST_METADATA_BYTES));
    }
    return new Facts(
        Optional.empty(), Map.of(), kept, metadata, tags(headers.get("x-amz-tagging")), "", "");
  }

  /** Headers of a copy: those of the source, except the one that S3 does not copy. */
  static Map<String, String> copied(Map<String, String> source, Map<String, String> wished) {
    Map<String, String> copied = new LinkedHashMap<>(source);
    copied.remove(LOCATION);
    Optional.ofNullable(wished.get(LOCATION)).ifPresent(value -> copied.put(LOCATION, value));
    return copied;
  }

  private static void requireServed(HttpFields headers) throws Refused {
    for (HttpField field : headers) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (REFUSED.contains(name)) {
        throw S3Error.NOT_IMPLEMENTED.because(S3Error.HEADER_NOT_IMPLEMENTED).with("Header", name);
      }
    }
    String location = headers.get(LOCATION);
    if (location != null && !location.matches("(https?:/)?/.*")) {
      throw S3Error.INVALID_REDIRECT_LOCATION.refusal();
    }
    String acl = headers.get("x-amz-acl");
    if (acl != null && !KNOWN_ACLS.contains(acl)) {
      throw S3Error.argument("x-amz-acl", acl, "no such canned ACL");
    }
    if (acl != null && !ACLS.contains(acl)) {
      throw S3Error.NOT_IMPLEMENTED.because("the rules of the site decide who may do what");
    }
    String storage = headers.get("x-amz-storage-class");
    if (storage != null && !CLASSES.contains(storage)) {
      throw S3Error.INVALID_STORAGE_CLASS.because("the storage area decides the storage class");
    }
  }

  /** An encoding that is only for the transfer does not belong to the object. */
  private static String withoutChunks(String encoding) {
    return String.join(
        ",",
        List.of(encoding.split(",")).stream()
            .map(String::strip)
            .filter(one -> !one.equalsIgnoreCase("aws-chunked"))
            .toList());
  }

  private static String tags(String text) throws Refused {
    return text == null || text.isEmpty() ? "" : Tags.ofHeader(text).text();
  }
}
