package org.bora.s3.answer;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
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
  ACCESS_FORBIDDEN("AccessForbidden", HttpStatus.FORBIDDEN_403),
  BAD_REQUEST("BadRequest", HttpStatus.BAD_REQUEST_400),
  INVALID_REDIRECT_LOCATION(
      "InvalidRedirectLocation",
      HttpStatus.BAD_REQUEST_400,
      "The website redirect location must have a prefix of 'http://' or 'https://' or '/'."),
  INVALID_TOKEN("InvalidToken", HttpStatus.BAD_REQUEST_400),
  INVALID_LOCATION_CONSTRAINT(
      "InvalidLocationConstraint",
      HttpStatus.BAD_REQUEST_400,
      "The specified location-constraint is not valid"),
  INVALID_PART_NUMBER(
      "InvalidPartNumber",
      HttpStatus.RANGE_NOT_SATISFIABLE_416,
      "The requested partnumber is not satisfiable."),
  INVALID_BUCKET_ACL(
      "InvalidBucketAclWithObjectOwnership",
      HttpStatus.BAD_REQUEST_400,
      "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"),
  ACL_NOT_SUPPORTED(
      "AccessControlListNotSupported",
      HttpStatus.BAD_REQUEST_400,
      "The bucket does not allow ACLs."),
  NO_SUCH_TAG_SET("NoSuchTagSet", HttpStatus.NOT_FOUND_404, "The TagSet does not exist."),
  NO_SUCH_CORS(
      "NoSuchCORSConfiguration", HttpStatus.NOT_FOUND_404, "The CORS configuration does not exist"),
  NO_SUCH_POLICY(
      "NoSuchBucketPolicy", HttpStatus.NOT_FOUND_404, "The bucket policy does not exist."),
  NO_SUCH_WEBSITE(
      "NoSuchWebsiteConfiguration",
      HttpStatus.NOT_FOUND_404,
      "The specified bucket does not have a website configuration"),
  NO_LOCK_CONFIGURATION(
      "ObjectLockConfigurationNotFoundError",
      HttpStatus.NOT_FOUND_404,
      "Object Lock configuration does not exist for this bucket."),
  MALFORMED_TRAILER(
      "MalformedTrailerError",
      HttpStatus.BAD_REQUEST_400,
      "The request contained trailing data that was not well-formed or did not conform to our published schema."),
  INVALID_CHUNK_SIZE(
      "InvalidChunkSizeError",
      HttpStatus.BAD_REQUEST_400,
      "Only the last chunk is allowed to have a size less than 8192 bytes"),
  INVALID_URI("InvalidURI", HttpStatus.BAD_REQUEST_400, "The specified URI couldn't be parsed."),
  OWNERSHIP_NOT_FOUND(
      "OwnershipControlsNotFoundError",
      HttpStatus.NOT_FOUND_404,
      "The bucket ownership controls were not found."),
  BUCKET_ALREADY_OWNED_BY_YOU(
      "BucketAlreadyOwnedByYou",
      HttpStatus.CONFLICT_409,
      "Your previous request to create the named bucket succeeded and you already own it."),
  BUCKET_NOT_EMPTY(
      "BucketNotEmpty", HttpStatus.CONFLICT_409, "The bucket you tried to delete is not empty."),
  CONTENT_SHA256_MISMATCH(
      "XAmzContentSHA256Mismatch",
      HttpStatus.BAD_REQUEST_400,
      "The provided 'x-amz-content-sha256' header does not match what was computed."),
  ENTITY_TOO_LARGE(
      "EntityTooLarge",
      HttpStatus.BAD_REQUEST_400,
      "Your proposed upload exceeds the maximum allowed object size."),
  ENTITY_TOO_SMALL(
      "EntityTooSmall",
      HttpStatus.BAD_REQUEST_400,
      "Your proposed upload is smaller than the minimum allowed size"),
  INCOMPLETE_BODY("IncompleteBody", HttpStatus.BAD_REQUEST_400),
  INSUFFICIENT_STORAGE("InsufficientStorage", HttpStatus.INSUFFICIENT_STORAGE_507),
  INTERNAL_ERROR("InternalError", HttpStatus.INTERNAL_SERVER_ERROR_500),
  INVALID_ACCESS_KEY_ID(
      "InvalidAccessKeyId",
      HttpStatus.FORBIDDEN_403,
      "The AWS Access Key Id you provided does not exist in our records."),
  INVALID_ARGUMENT("InvalidArgument", HttpStatus.BAD_REQUEST_400),
  INVALID_BUCKET_NAME(
      "InvalidBucketName", HttpStatus.BAD_REQUEST_400, "The specified bucket is not valid."),
  INVALID_DIGEST(
      "InvalidDigest", HttpStatus.BAD_REQUEST_400, "The Content-Md5 you specified is not valid."),
  INVALID_OBJECT_STATE("InvalidObjectState", HttpStatus.FORBIDDEN_403),
  INVALID_PART(
      "InvalidPart",
      HttpStatus.BAD_REQUEST_400,
      "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag."),
  INVALID_PART_ORDER(
      "InvalidPartOrder",
      HttpStatus.BAD_REQUEST_400,
      "The list of parts was not in ascending order. Parts must be ordered by part number."),
  INVALID_RANGE(
      "InvalidRange",
      HttpStatus.RANGE_NOT_SATISFIABLE_416,
      "The requested range is not satisfiable"),
  INVALID_REQUEST("InvalidRequest", HttpStatus.BAD_REQUEST_400),
  INVALID_STORAGE_CLASS("InvalidStorageClass", HttpStatus.BAD_REQUEST_400),
  INVALID_TAG("InvalidTag", HttpStatus.BAD_REQUEST_400),
  KEY_TOO_LONG("KeyTooLongError", HttpStatus.BAD_REQUEST_400, "Your key is too long."),
  MALFORMED_XML(
      "MalformedXML",
      HttpStatus.BAD_REQUEST_400,
      "The XML you provided was not well-formed or did not validate against our published schema."),
  MALFORMED_POST(
      "MalformedPOSTRequest",
      HttpStatus.BAD_REQUEST_400,
      "The body of your POST request is not well-formed multipart/form-data."),
  MAX_POST_PRE_DATA(
      "MaxPostPreDataLengthExceeded",
      HttpStatus.BAD_REQUEST_400,
      "Your POST request fields preceding the upload file were too large."),
  INVALID_POLICY_DOCUMENT("InvalidPolicyDocument", HttpStatus.BAD_REQUEST_400),
  METADATA_TOO_LARGE(
      "MetadataTooLarge",
      HttpStatus.BAD_REQUEST_400,
      "Your metadata headers exceed the maximum allowed metadata size"),
  METHOD_NOT_ALLOWED(
      "MethodNotAllowed",
      HttpStatus.METHOD_NOT_ALLOWED_405,
      "The specified method is not allowed against this resource."),
  MISSING_CONTENT_LENGTH(
      "MissingContentLength",
      HttpStatus.LENGTH_REQUIRED_411,
      "You must provide the Content-Length HTTP header."),
  NO_SUCH_BUCKET("NoSuchBucket", HttpStatus.NOT_FOUND_404, "The specified bucket does not exist."),
  NO_SUCH_KEY("NoSuchKey", HttpStatus.NOT_FOUND_404, "The specified key does not exist."),
  NO_SUCH_UPLOAD(
      "NoSuchUpload",
      HttpStatus.NOT_FOUND_404,
      "The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed."),
  NOT_IMPLEMENTED("NotImplemented", HttpStatus.NOT_IMPLEMENTED_501),
  OBJECT_ALREADY_EXISTS("ObjectParentIsFile", HttpStatus.CONFLICT_409),
  PRECONDITION_FAILED(
      "PreconditionFailed",
      HttpStatus.PRECONDITION_FAILED_412,
      "At least one of the pre-conditions you specified did not hold."),
  REQUEST_TIME_TOO_SKEWED(
      "RequestTimeTooSkewed",
      HttpStatus.FORBIDDEN_403,
      "The difference between the request time and the current time is too large."),
  REQUEST_TIMEOUT("RequestTimeout", HttpStatus.BAD_REQUEST_400),
  SERVICE_UNAVAILABLE("ServiceUnavailable", HttpStatus.SERVICE_UNAVAILABLE_503),
  SIGNATURE_DOES_NOT_MATCH(
      "SignatureDoesNotMatch",
      HttpStatus.FORBIDDEN_403,
      "The request signature we calculated does not match the signature you provided. Check your key and signing method."),
  SLOW_DOWN("SlowDown", HttpStatus.SERVICE_UNAVAILABLE_503);

  /** For a header that requests something that does not exist. */
  public static final String HEADER_NOT_IMPLEMENTED =
      "A header you provided implies functionality that is not implemented.";

  private final String code;
  private final int status;
  private final String text;

  S3Error(String code, int status) {
    this(code, status, "");
  }

  /**
   * @param text of S3, which clients compare; empty if the reason is used
   */
  S3Error(String code, int status, String text) {
    this.code = code;
    this.status = status;
    this.text = text;
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

  /** The same without a separate reason. */
  public Refused refusal() {
    return because(text);
  }

  /** The message for a refusal: S3's own text, if there is one. */
  public static String message(Refused refusal) {
    return Arrays.stream(values())
        .filter(one -> refusal.code().equals(Optional.of(one.code)) && !one.text.isEmpty())
        .findFirst()
        .map(one -> one.text)
        .orElseGet(refusal::getMessage);
  }

  /** Whether an error is one of its bucket, and names it. */
  public static boolean isOfBucket(String code) {
    return Stream.of(NO_SUCH_BUCKET, BUCKET_NOT_EMPTY, BUCKET_ALREADY_OWNED_BY_YOU)
            .anyMatch(one -> one.code.equals(code))
        || Stream.of(NO_SUCH_CORS, NO_SUCH_POLICY, NO_SUCH_WEBSITE, OWNERSHIP_NOT_FOUND)
            .anyMatch(one -> one.code.equals(code))
        || Stream.of(NO_SUCH_TAG_SET, INVALID_BUCKET_NAME, NO_LOCK_CONFIGURATION)
            .anyMatch(one -> one.code.equals(code));
  }

  /** An argument that is not taken. */
  public static Refused argument(String name, String value, String reason) {
    return INVALID_ARGUMENT.because(reason).with("ArgumentName", name).with("ArgumentValue", value);
  }

  /** What a refusal of the engine, or of what stands before the service, is in S3. */
  public static Refused of(Refused refusal) {
    return refusal.code().isPresent()
        ? refusal
        : EngineErrors.named(refusal).because(refusal.getMessage()).retryIn(refusal.retryIn());
  }
}
