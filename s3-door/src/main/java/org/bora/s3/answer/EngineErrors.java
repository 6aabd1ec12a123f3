package org.bora.s3.answer;

import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/** What refusals of the engine, which know nothing of S3, are called there. */
final class EngineErrors {
  private EngineErrors() {}

  static S3Error named(Refused refusal) {
    return refusal
        .srm()
        .map(
            status ->
                switch (status) {
                  case NO_USER_SPACE -> S3Error.ACCOUNT_PROBLEM;
                  // written by another client now: every SDK tries again
                  case FILE_BUSY -> S3Error.SLOW_DOWN;
                  case FILE_LOST, FILE_LIFETIME_EXPIRED -> S3Error.NO_SUCH_KEY;
                  default -> byStatus(refusal);
                })
        .orElseGet(() -> byStatus(refusal));
  }

  private static S3Error byStatus(Refused refusal) {
    return switch (refusal.status()) {
      case HttpStatus.FORBIDDEN_403 -> S3Error.ACCESS_DENIED;
      case HttpStatus.NOT_FOUND_404 -> S3Error.NO_SUCH_KEY;
      case HttpStatus.BAD_REQUEST_400 -> S3Error.INVALID_REQUEST;
      case HttpStatus.PRECONDITION_FAILED_412 -> S3Error.PRECONDITION_FAILED;
      case HttpStatus.REQUEST_TIMEOUT_408 -> S3Error.REQUEST_TIMEOUT;
      case HttpStatus.RANGE_NOT_SATISFIABLE_416 -> S3Error.INVALID_RANGE;
      case HttpStatus.INSUFFICIENT_STORAGE_507 -> S3Error.INSUFFICIENT_STORAGE;
      case HttpStatus.NOT_IMPLEMENTED_501 -> S3Error.NOT_IMPLEMENTED;
      case HttpStatus.CONFLICT_409 -> S3Error.OBJECT_ALREADY_EXISTS;
      case HttpStatus.LOCKED_423, HttpStatus.TOO_MANY_REQUESTS_429 -> S3Error.SLOW_DOWN;
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> S3Error.SERVICE_UNAVAILABLE;
      default -> S3Error.INTERNAL_ERROR;
    };
  }
}
