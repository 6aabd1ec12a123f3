package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;

/**
 * Finds the space behind a token, for a caller who may use it: an area's own space is everybody's
 * whom the area's rules let in, a reservation its owner's and an administrator's of the area.
 * Thread safe.
 */
public final class SpaceRegister implements SpaceLookup {
  private final Transactions transactions;
  private final Locator locator;
  private final Authoriser authoriser;
  private final SpaceBooks books;
  private final SpaceTable spaces = new SpaceTable();

  public SpaceRegister(
      Transactions transactions, Locator locator, Authoriser authoriser, SpaceBooks books) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.authoriser = Objects.requireNonNull(authoriser, "authoriser");
    this.books = Objects.requireNonNull(books, "books");
  }

  @Override
  public Found find(Caller caller, String token, Instant now) {
    Found known = known(caller, token, now);
    if (known instanceof Found.Yes(Space space) && space.isExpired(now)) {
      return no(SrmStatus.SPACE_LIFETIME_EXPIRED, "the lifetime of the space is over");
    }
    return known;
  }

  /**
   * The same for who also wants to hear of a space whose lifetime is over. No statement for the
   * token of an area, one for others.
   */
  public Found known(Caller caller, String token, Instant now) {
    Optional<StorageArea> own =
        locator.areas().stream().filter(area -> area.spaceToken().equals(token)).findFirst();
    if (own.isPresent()) {
      return new Found.Yes(books.own(own.get(), now));
    }
    Optional<Space> found = transactions.read(sql -> spaces.find(sql, token));
    if (found.isEmpty() || locator.area(found.get().area()).isEmpty()) {
      return no(SrmStatus.INVALID_REQUEST, "no such space token");
    }
    Space space = found.get();
    if (!isFor(caller, space)) {
      return no(SrmStatus.AUTHORIZATION_FAILURE, "the space belongs to someone else");
    }
    return space.released().isPresent()
        ? no(SrmStatus.INVALID_REQUEST, "the space was released")
        : new Found.Yes(space);
  }

  private boolean isFor(Caller caller, Space space) {
    return space.owner().filter(owner -> SpaceOwner.names(caller).contains(owner)).isPresent()
        || locator
            .area(space.area())
            .filter(
                area ->
                    authoriser.decide(caller, OperationClass.ADMIN, area)
                        instanceof Decision.Allowed)
            .isPresent();
  }

  private static Found no(SrmStatus code, String reason) {
    return new Found.No(ReturnStatus.of(code, reason));
  }
}
