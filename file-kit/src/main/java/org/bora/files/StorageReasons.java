package org.bora.files;

import org.bora.door.http.Refused;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpStatus;

/** The messages to clients when the storage fails. */
public final class StorageReasons {
  private StorageReasons() {}

  /**
   * Of storage.
   *
   * @param trace what people quote where the site must look
   */
  public static Refused of(StorageException failure, String trace) {
    return switch (failure.reason()) {
      case NO_SPACE, QUOTA ->
          new Refused(HttpStatus.INSUFFICIENT_STORAGE_507, "no space is left for the file");
      case MISSING ->
          new Refused(HttpStatus.CONFLICT_409, "the file went away while it was worked on");
      case WITHHELD ->
          new Refused(
              HttpStatus.SERVICE_UNAVAILABLE_503, "this area is not available here at present");
      case CHANGED ->
          new Refused(
              HttpStatus.SERVICE_UNAVAILABLE_503,
              "the file was changed while it was worked on, try again");
      case DAMAGED ->
          new Refused(
              HttpStatus.INTERNAL_SERVER_ERROR_500,
              "the bytes of the file on disk are not those that were stored; quote " + trace);
      default ->
          new Refused(
              HttpStatus.SERVICE_UNAVAILABLE_503,
              "the storage of this area does not work as it should; quote " + trace);
    };
  }

  /** Whether the site need not look: it is the client's, or was told once when it began. */
  public static boolean isOfTheClient(StorageException failure) {
    return switch (failure.reason()) {
      case NO_SPACE, QUOTA, MISSING, CHANGED, WITHHELD -> true;
      default -> false;
    };
  }
}
