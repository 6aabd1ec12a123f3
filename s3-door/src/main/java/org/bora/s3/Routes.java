package org.bora.s3;

import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpFields;

/**
 * Finds the operation of a request. Requests unknown to S3 are refused before the signature is
 * checked.
 */
final class Routes {
  private Routes() {}

  static void require(
      String method, Optional<String> bucket, String key, Query query, HttpFields headers)
      throws Refused {
    boolean post = method.equals("POST");
    if (post && bucket.isEmpty()) {
      throw notAllowed(method, "SERVICE");
    }
    boolean copies = method.equals("PUT") || (post && !query.has("uploadId"));
    if (headers.contains(ObjectCopying.SOURCE) && !copies) {
      throw S3Error.argument(
          ObjectCopying.SOURCE,
          headers.get(ObjectCopying.SOURCE),
          "You can only specify a copy source header for copy requests.");
    }
    if (!key.isEmpty()) {
      ofObject(method, query);
    }
  }

  private static void ofObject(String method, Query query) throws Refused {
    boolean upload = query.has("uploadId");
    switch (method) {
      case "PUT" -> {
        if (query.has("partNumber") && !upload) {
          throw S3Error.argument(
              "partNumber",
              "partNumber",
              "This operation does not accept partNumber without uploadId");
        }
        if (upload && !query.has("partNumber")) {
          throw notAllowed(method, "UPLOAD");
        }
      }
      case "POST" -> {
        boolean known =
            upload || query.has("uploads") || query.has("restore") || query.has("select");
        if (!known) {
          throw notAllowed(method, "OBJECT");
        }
      }
      case "GET" -> {
        if (query.has("uploads")) {
          throw S3Error.INVALID_REQUEST.because(
              "Key is not expected for the GET method ?uploads subresource");
        }
        if (query.has("versions")) {
          throw S3Error.INVALID_REQUEST.because(
              "There is no such thing as the ?versions sub-resource for a key");
        }
      }
      default -> {}
    }
  }

  private static Refused notAllowed(String method, String resource) {
    return S3Error.METHOD_NOT_ALLOWED
        .refusal()
        .with("Method", method)
        .with("ResourceType", resource);
  }
}
