package org.bora.backend.operation.put;

import java.util.Objects;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.BookedRoom;

/**
 * The space for puts.
 *
 * @param staging limit of one caller in a buffer
 */
public record PutStorage(BookedRoom room, Staging staging) {
  public PutStorage {
    Objects.requireNonNull(room, "room");
    Objects.requireNonNull(staging, "staging");
  }
}
