package org.bora.backend.operation.put;

import java.util.Objects;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.BookedRoom;

/**
 * Where puts find room.
 *
 * @param staging how much of a buffer one caller may keep
 */
public record PutStorage(BookedRoom room, Staging staging) {
  public PutStorage {
    Objects.requireNonNull(room, "room");
    Objects.requireNonNull(staging, "staging");
  }
}
