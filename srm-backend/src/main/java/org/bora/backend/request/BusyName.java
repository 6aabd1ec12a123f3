package org.bora.backend.request;

import java.time.Instant;
import org.bora.backend.locate.Location.Place;

/**
 * A name that is being written.
 *
 * @param since when the put began
 * @param until when it ends if srmPutDone does not come; in the past until the sweep has come by
 */
public record BusyName(Place place, Instant since, Instant until) {}
