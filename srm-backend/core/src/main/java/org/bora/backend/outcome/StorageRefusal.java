package org.bora.backend.outcome;

import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SRM status for a refusal of a filesystem. The message of the exception may contain paths and
 * system calls, so it only goes to the log; the client gets a sentence from here.
 */
public final class StorageRefusal {

  private static final Logger LOG = LoggerFactory.getLogger(StorageRefusal.class);

  private StorageRefusal() {}

  /** The status, after logging the site's own faults (not the caller's mistakes) as errors. */
  public static ReturnStatus of(StorageException refusal) {
    if (isSiteFault(refusal.reason())) {
      LOG.error("storage: {} ({})", refusal.getMessage(), refusal.reason(), refusal);
    }
    return of(refusal.reason());
  }

  /** Whether an administrator has something to repair. */
  public static boolean isSiteFault(Reason reason) {
    return switch (reason) {
      case IO, READ_ONLY, UNSUPPORTED, DENIED, DAMAGED -> true;
      case MISSING,
          EXISTS,
          NOT_EMPTY,
          NOT_A_DIRECTORY,
          IS_A_DIRECTORY,
          ESCAPES,
          NAME_TOO_LONG,
          NO_SPACE,
          QUOTA,
          BUSY,
          CHANGED,
          SILENT,
          WITHHELD -> // told once, when it begins
          false;
    };
  }

  /**
   * Whether another place logs it once. In an area that does not answer, thousands of files per
   * second would be logged otherwise.
   */
  public static boolean isToldElsewhere(StorageException refusal) {
    return refusal.isOfArea();
  }

  /**
   * The status alone. The wording of the first sentence is needed because srm-ifce looks for "o
   * such file or directory" in explanations. QUOTA is SRM_EXCEED_ALLOCATION, which clients show as
   * EDQUOT. SILENT is SRM_INTERNAL_ERROR, which clients repeat, because a hanging filesystem may
   * recover. WITHHELD is the same: another backend may serve the area, and so will this one once
   * its storage is mounted or its configuration is corrected. CHANGED is the same: a repetition
   * uses the present file. IO is SRM_FAILURE and not SRM_INTERNAL_ERROR: clients repeat the latter
   * by themselves, and repetitions do not help a failing disk.
   */
  public static ReturnStatus of(Reason reason) {
    return switch (reason) {
      case MISSING -> status(SrmStatus.INVALID_PATH, "no such file or directory");
      case EXISTS -> status(SrmStatus.DUPLICATION_ERROR, "the name exists");
      case NOT_EMPTY -> status(SrmStatus.NON_EMPTY_DIRECTORY, "the directory is not empty");
      case NOT_A_DIRECTORY -> status(SrmStatus.INVALID_PATH, "not a directory");
      case IS_A_DIRECTORY -> status(SrmStatus.INVALID_PATH, "it is a directory");
      case DENIED ->
          status(
              SrmStatus.AUTHORIZATION_FAILURE, "the filesystem does not permit the service this");
      case ESCAPES ->
          status(SrmStatus.INVALID_PATH, "a link in the path leads out of the storage area");
      case NAME_TOO_LONG -> status(SrmStatus.INVALID_PATH, "the name is too long");
      case NO_SPACE -> status(SrmStatus.NO_FREE_SPACE, "no free space is left");
      case QUOTA -> status(SrmStatus.EXCEED_ALLOCATION, "the quota is used up");
      case READ_ONLY -> status(SrmStatus.FAILURE, "the storage is read-only at present");
      case BUSY -> status(SrmStatus.FILE_BUSY, "the file is in use");
      case CHANGED ->
          status(
              SrmStatus.INTERNAL_ERROR,
              "another file got the name during this call and was not changed; try again");
      case DAMAGED ->
          status(SrmStatus.FILE_LOST, "the bytes of the file are not those that were stored");
      case UNSUPPORTED ->
          status(SrmStatus.NOT_SUPPORTED, "the storage of this area cannot do that");
      case SILENT ->
          status(
              SrmStatus.INTERNAL_ERROR,
              "the storage of this area does not answer, try again in a minute");
      case WITHHELD ->
          status(
              SrmStatus.INTERNAL_ERROR,
              "the storage of this area is not available here at present, try again in a minute");
      case IO ->
          status(
              SrmStatus.FAILURE, "the storage reported an error; the site's log has the details");
    };
  }

  private static ReturnStatus status(SrmStatus code, String explanation) {
    return ReturnStatus.of(code, explanation);
  }
}
