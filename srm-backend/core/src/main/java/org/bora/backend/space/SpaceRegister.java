package org.bora.backend.space;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.Caller;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;

/**
 * Finds the space of a token, for callers who may use it: everyone whom the rules of the area admit
 * may use the area's own space, and only its owner may use a reservation. Thread safe; blocks.
 */
public final class SpaceRegister implements SpaceLookup {
  private final Transactions transactions;
  private final Locator locator;
  private final OwnSpaces ownSpaces;
  private final SpaceTable spaces = new SpaceTable();

  public SpaceRegister(Transactions transactions, Locator locator, SpaceBooks books) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.ownSpaces = new OwnSpaces(books.settings());
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
    return own.<Found>map(area -> new Found.Yes(ownSpaces.of(area, now)))
        .orElseGet(() -> judged(caller, transactions.read(sql -> spaces.find(sql, token))));
  }

  /** A space by its identifier, for any caller; its area is configured. */
  public Optional<Space> byId(UUID id) {
    return transactions
        .read(sql -> spaces.byId(sql, id))
        .filter(space -> locator.area(space.area()).isPresent());
  }

  /** The class of a space, for any caller; empty where it is not kept any more. */
  public Optional<RetentionPolicyInfo> retentionOf(String token) {
    return transactions.read(sql -> spaces.find(sql, token)).map(Space::retention);
  }

  /** A space and its use, or why the caller may not see it. */
  public sealed interface Shown {
    record Yes(Space space, Sums sums) implements Shown {}

    record No(ReturnStatus status) implements Shown {}
  }

  /** What these spaces hold, in one statement; areas' own spaces too. By token. */
  public Map<String, Shown> show(Caller caller, Collection<String> tokens) {
    Map<String, SpaceTable.Held> held = new HashMap<>();
    transactions
        .read(sql -> spaces.held(sql, new HashSet<>(tokens)))
        .forEach(one -> held.put(one.space().token(), one));
    Map<String, Shown> shown = new HashMap<>();
    for (String token : tokens) {
      Optional<SpaceTable.Held> one = Optional.ofNullable(held.get(token));
      shown.put(
          token,
          switch (judged(caller, one.map(SpaceTable.Held::space))) {
            case Found.No(ReturnStatus status) -> new Shown.No(status);
            case Found.Yes(Space space) -> new Shown.Yes(space, one.orElseThrow().sums());
          });
    }
    return shown;
  }

  private Found judged(Caller caller, Optional<Space> found) {
    Optional<StorageArea> area = found.flatMap(space -> locator.area(space.area()));
    if (area.isEmpty()) {
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

  private static boolean isFor(Caller caller, Space space) {
    return space.isStatic() || SpaceOwner.names(caller).contains(space.owner().get());
  }

  private static Found no(SrmStatus code, String reason) {
    return new Found.No(ReturnStatus.of(code, reason));
  }
}
