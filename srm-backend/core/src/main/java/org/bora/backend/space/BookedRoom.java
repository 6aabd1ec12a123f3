package org.bora.backend.space;

import java.util.Objects;

/**
 * The books, and who makes room where they have too little.
 *
 * @param maker of areas whose files may leave the disk; others are refused
 */
public record BookedRoom(SpaceBooks books, RoomMaker maker) {
  public BookedRoom {
    Objects.requireNonNull(books, "books");
    Objects.requireNonNull(maker, "maker");
  }
}
