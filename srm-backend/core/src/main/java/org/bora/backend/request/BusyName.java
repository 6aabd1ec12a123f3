package org.bora.backend.request;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bora.backend.locate.Location.Place;

/**
 * A name that is being written.
 *
 * @param since when the put began
 * @param until deadline of srmPutDone; in the past until the sweep ends the put
 */
public record BusyName(Place place, Instant since, Instant until) {

  /** Since when and until when, to end a sentence with. */
  public String times() {
    return times(since, until);
  }

  /** The same of a put that began and will end at these times. */
  public static String times(Instant since, Instant until) {
    return "by a put that began at "
        + since.truncatedTo(ChronoUnit.SECONDS)
        + " and ends by itself at "
        + until.truncatedTo(ChronoUnit.SECONDS);
  }
}
