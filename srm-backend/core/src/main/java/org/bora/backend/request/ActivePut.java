package org.bora.backend.request;

import java.time.Instant;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.Upload;

/**
 * A put between srmPrepareToPut and its end.
 *
 * @param until deadline of srmPutDone
 */
public record ActivePut(Place place, Upload upload, String callerDn, Instant since, Instant until) {

  /** The answer to a call that cannot use the name meanwhile. */
  public ReturnStatus busy() {
    return ReturnStatus.of(
        SrmStatus.FILE_BUSY, "the file is being written, " + BusyName.times(since, until));
  }
}
