package org.bora.backend.space;

import java.util.Objects;

/**
 * The books, and the way to free space if they have too little.
 *
 * @param maker frees space in areas whose files may leave the disk; in other areas the call is
 *     refused
 */
public record BookedRoom(SpaceBooks books, RoomMaker maker) {
  public BookedRoom {
    Objects.requireNonNull(books, "books");
    Objects.requireNonNull(maker, "maker");
  }
}
