package org.bora.s3.answer;

import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/** The errors that S3 has names for, as far as the door answers them. */
public enum S3Error {
  ACCESS_DENIED("AccessDenied", HttpStatus.FORBIDDEN_403),
  ACCOUNT_PROBLEM("AccountProblem", HttpStatus.FORBIDDEN_403),
  AUTHORIZATION_HEADER_MALFORMED("AuthorizationHeaderMalformed", HttpStatus.BAD_REQUEST_400),
  AUTHORIZATION_QUERY_PARAMETERS_ERROR(
      "AuthorizationQueryParametersError", HttpStatus.BAD_REQUEST_400),
  BAD_DIGEST("BadDigest", HttpStatus.BAD_REQUEST_400),
  BUCKET_ALREADY_OWNED_BY_YOU("BucketAlreadyOwnedByYou", HttpStatus.CONFLICT_409),
  BUCKET_NOT_EMPTY("BucketNotEmpty", HttpStatus.CONFLICT_409),
  CONTENT_SHA256_MISMATCH("XAmzContentSHA256Mismatch", HttpStatus.BAD_REQUEST_400),
  ENTITY_TOO_LARGE("EntityTooLarge", HttpStatus.BAD_REQUEST_400),
  ENTITY_TOO_SMALL("EntityTooSmall", HttpStatus.BAD_REQUEST_400),
  INCOMPLETE_BODY("IncompleteBody", HttpStatus.BAD_REQUEST_400),
  INSUFFICIENT_STORAGE("InsufficientStorage", HttpStatus.INSUFFICIENT_STORAGE_507),
  INTERNAL_ERROR("InternalError", HttpStatus.INTERNAL_SERVER_ERROR_500),
  INVALID_ACCESS_KEY_ID("InvalidAccessKeyId", HttpStatus.FORBIDDEN_403),
  INVALID_ARGUMENT("InvalidArgument", HttpStatus.BAD_REQUEST_400),
  INVALID_BUCKET_NAME("InvalidBucketName", HttpStatus.BAD_REQUEST_400),
  INVALID_DIGEST("InvalidDigest", HttpStatus.BAD_REQUEST_400),
  INVALID_OBJECT_STATE("InvalidObjectState", HttpStatus.FORBIDDEN_403),
  INVALID_PART("InvalidPart", HttpStatus.BAD_REQUEST_400),
  INVALID_PART_ORDER("InvalidPartOrder", HttpStatus.BAD_REQUEST_400),
  INVALID_RANGE("InvalidRange", HttpStatus.RANGE_NOT_SATISFIABLE_416),
  INVALID_REQUEST("InvalidRequest", HttpStatus.BAD_REQUEST_400),
  INVALID_STORAGE_CLASS("InvalidStorageClass", HttpStatus.BAD_REQUEST_400),
  INVALID_TAG("InvalidTag", HttpStatus.BAD_REQUEST_400),
  KEY_TOO_LONG("KeyTooLongError", HttpStatus.BAD_REQUEST_400),
  MALFORMED_XML("MalformedXML", HttpStatus.BAD_REQUEST_400),
  METADATA_TOO_LARGE("MetadataTooLarge", HttpStatus.BAD_REQUEST_400),
  METHOD_NOT_ALLOWED("MethodNotAllowed", HttpStatus.METHOD_NOT_ALLOWED_405),
  MISSING_CONTENT_LENGTH("MissingContentLength", HttpStatus.LENGTH_REQUIRED_411),
  NO_SUCH_BUCKET("NoSuchBucket", HttpStatus.NOT_FOUND_404),
  NO_SUCH_KEY("NoSuchKey", HttpStatus.NOT_FOUND_404),
  NO_SUCH_UPLOAD("NoSuchUpload", HttpStatus.NOT_FOUND_404),
  NOT_IMPLEMENTED("NotImplemented", HttpStatus.NOT_IMPLEMENTED_501),
  OBJECT_ALREADY_EXISTS("ObjectParentIsFile", HttpStatus.CONFLICT_409),
  PRECONDITION_FAILED("PreconditionFailed", HttpStatus.PRECONDITION_FAILED_412),
  REQUEST_TIME_TOO_SKEWED("RequestTimeTooSkewed", HttpStatus.FORBIDDEN_403),
  REQUEST_TIMEOUT("RequestTimeout", HttpStatus.BAD_REQUEST_400),
  SERVICE_UNAVAILABLE("ServiceUnavailable", HttpStatus.SERVICE_UNAVAILABLE_503),
  SIGNATURE_DOES_NOT_MATCH("SignatureDoesNotMatch", HttpStatus.FORBIDDEN_403),
  SLOW_DOWN("SlowDown", HttpStatus.SERVICE_UNAVAILABLE_503);

  private final String code;
  private final int status;

  S3Error(String code, int status) {
    this.code = code;
    this.status = status;
  }

  public String code() {
    return code;
  }

  /**
   * A refusal with this error.
   *
   * @param reason a sentence for the client
   */
  public Refused because(String reason) {
    return Refused.coded(status, code, reason);
  }

  /** What a refusal of the engine, or of what stands before the service, is in S3. */
  public static Refused of(Refused refusal) {
    return refusal.code().isPresent() ? refusal : named(refusal).because(refusal.getMessage());
  }

  private static S3Error named(Refused refusal) {
    return refusal
        .srm()
        .map(
            status ->
                switch (status) {
                  case NO_USER_SPACE -> ACCOUNT_PROBLEM;
                  // written by another client now: every SDK tries again
                  case FILE_BUSY -> SLOW_DOWN;
                  case FILE_LOST, FILE_LIFETIME_EXPIRED -> NO_SUCH_KEY;
                  default -> byStatus(refusal);
                })
        .orElseGet(() -> byStatus(refusal));
  }

  private static S3Error byStatus(Refused refusal) {
    return switch (refusal.status()) {
      case HttpStatus.FORBIDDEN_403 -> ACCESS_DENIED;
      case HttpStatus.NOT_FOUND_404 -> NO_SUCH_KEY;
      case HttpStatus.BAD_REQUEST_400 -> INVALID_REQUEST;
      case HttpStatus.PRECONDITION_FAILED_412 -> PRECONDITION_FAILED;
      case HttpStatus.REQUEST_TIMEOUT_408 -> REQUEST_TIMEOUT;
      case HttpStatus.RANGE_NOT_SATISFIABLE_416 -> INVALID_RANGE;
      case HttpStatus.INSUFFICIENT_STORAGE_507 -> INSUFFICIENT_STORAGE;
      case HttpStatus.NOT_IMPLEMENTED_501 -> NOT_IMPLEMENTED;
      case HttpStatus.CONFLICT_409 -> OBJECT_ALREADY_EXISTS;
      case HttpStatus.LOCKED_423, HttpStatus.TOO_MANY_REQUESTS_429 -> SLOW_DOWN;
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> SERVICE_UNAVAILABLE;
      default -> INTERNAL_ERROR;
    };
  }
}
