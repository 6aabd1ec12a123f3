package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Objects;
import org.bora.storage.tape.model.Extent;

/**
 * A user's request for one file from tape.
 *
 * @param number counts from 0, in order of arrival
 * @param arrives time since the start
 */
record RecallRequest(int number, Duration arrives, String caller, String volume, Extent extent) {

  RecallRequest {
    Objects.requireNonNull(arrives, "arrives");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(volume, "volume");
    Objects.requireNonNull(extent, "extent");
  }
}
