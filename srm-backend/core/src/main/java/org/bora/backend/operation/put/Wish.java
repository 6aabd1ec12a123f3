package org.bora.backend.operation.put;

import java.time.Duration;
import java.util.OptionalLong;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.NameKey;

/**
 * A file that the rules allow the caller to write; disk and database have not been checked yet.
 *
 * @param position in the request, from 0
 * @param life how long the file will be kept
 * @param copyPin how long its disk copy must stay after srmPutDone; zero if not requested, or if it
 *     stays anyway
 * @param announced size announced by the client; 0 is unreliable
 */
record Wish(
    int position,
    Surl surl,
    NameKey key,
    Place place,
    FileLife life,
    Duration copyPin,
    OptionalLong announced) {

  /** Bytes; absent for unknown, never 0. */
  OptionalLong expectedSize() {
    return isEmpty() ? OptionalLong.empty() : announced;
  }

  /**
   * Whether the file is announced as empty, by a client that knows its size or by one that
   * announces 0 for every file.
   */
  boolean isEmpty() {
    return announced.isPresent() && announced.getAsLong() == 0;
  }
}
