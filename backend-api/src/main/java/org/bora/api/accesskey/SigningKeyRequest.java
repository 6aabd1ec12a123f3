package org.bora.api.accesskey;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Caller;

/**
 * The scope of a signature (AWS Signature Version 4), as the client wrote it, unverified.
 *
 * @param accessKey identifier of the access key
 * @param date {@code yyyyMMdd}, in UTC
 * @param region name of the region, {@code us-east-1} for example
 * @param service {@code s3}
 */
public record SigningKeyRequest(String accessKey, String date, String region, String service) {

  private static final String HOST = "/HOST=";

  public SigningKeyRequest {
    Objects.requireNonNull(accessKey, "accessKey");
    Objects.requireNonNull(date, "date");
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(service, "service");
  }

  /**
   * The caller of this operation: a door calls it before it knows the signer. Backends count such
   * calls by the client's address.
   */
  public static Caller unproven(String host) {
    return new Caller(HOST + host, "", List.of(), host);
  }

  /** Whether a door calls for an unauthenticated caller. */
  public static boolean isUnproven(Caller caller) {
    return caller.issuer().isEmpty() && caller.dn().startsWith(HOST);
  }
}
