package org.bora.frontend.gsi;

import java.time.Duration;

/** A request on its way in. A request has it under {@link #ATTRIBUTE}. */
public interface Sending {

  /** Name of the request attribute. */
  String ATTRIBUTE = "org.bora.frontend.gsi.sending";

  /**
   * Shortens the time in which the rest of the request must arrive. Reads fail with a {@link
   * java.util.concurrent.TimeoutException} as their cause when the time is over.
   *
   * @param time from now on; without effect where the request has less
   */
  void within(Duration time);
}
