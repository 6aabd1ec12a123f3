package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.Objects;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Reservations;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceRegister;

/** The parts that the space functions use. */
record SpaceServices(
    Transactions transactions,
    Entrance entrance,
    SpaceBooks books,
    SpaceRegister register,
    Reservations reservations,
    SpaceRequestTable requests,
    TokenSource tokens) {

  SpaceServices {
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(entrance, "entrance");
    Objects.requireNonNull(books, "books");
    Objects.requireNonNull(register, "register");
    Objects.requireNonNull(reservations, "reservations");
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(tokens, "tokens");
  }

  Instant now() {
    return tokens.now();
  }

  /** The area of a space that the register has found. */
  StorageArea area(Space space) {
    return entrance.locator().area(space.area()).orElseThrow();
  }
}
