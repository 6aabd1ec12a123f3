package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.CopyPins;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.RequestToken;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks whether callers may keep the disk copies of the files that they put (CopyPinLifetime). It
 * checks when the put is prepared, while the file can still be refused (SRM_EXCEED_ALLOCATION), and
 * at srmPutDone, when the size is known and the file must not be refused any more: then the file is
 * stored, and the explanation says that its copy is not pinned. Puts without this wish cost no
 * statement.
 */
final class CopyPinCheck {
  private final Transactions transactions;
  private final Locator locator;
  private final CopyPins copyPins;
  private final PutTable puts = new PutTable();

  CopyPinCheck(Transactions transactions, Locator locator, CopyPins copyPins) {
    this.transactions = transactions;
    this.locator = locator;
    this.copyPins = copyPins;
  }

  /** The same files; those whose copies would be too much are refused. */
  Wishes.Sorted within(String caller, Wishes.Sorted sorted, RequestToken token, Instant now) {
    if (sorted.wishes().stream().noneMatch(wish -> wish.copyPin().isPositive())) {
      return sorted;
    }
    return transactions.read(sql -> within(copyPins.turn(sql, caller, now), sorted, token));
  }

  private static Wishes.Sorted within(
      CopyPins.Turn turn, Wishes.Sorted sorted, RequestToken token) {
    List<Wish> allowed = new ArrayList<>();
    List<RefusedPut> refused = new ArrayList<>(sorted.refused());
    for (Wish wish : sorted.wishes()) {
      Optional<ReturnStatus> refusal =
          wish.copyPin().isPositive()
              ? turn.refusal(wish.place().area(), wish.expectedSize().orElse(0))
              : Optional.empty();
      if (refusal.isPresent()) {
        refused.add(refused(wish, token, refusal.get()));
      } else {
        allowed.add(wish);
      }
    }
    return new Wishes.Sorted(allowed, refused, sorted.merging());
  }

  private static RefusedPut refused(Wish wish, RequestToken token, ReturnStatus why) {
    return new RefusedPut(
        token,
        wish.position(),
        wish.surl(),
        wish.key(),
        Optional.of(new PutRow.Target(wish.place().area().name(), wish.place().path())),
        ReturnStatus.of(why.code(), why.explanation() + ", or put without CopyPinLifetime"));
  }

  /** The answer of srmPutDone for files just stored whose disk copies would exceed the limit. */
  Map<UUID, ReturnStatus> tooMuch(
      Dialogue dialogue, String caller, Collection<AcceptedPut> stored, Instant now) {
    List<AcceptedPut> pinned =
        stored.stream().filter(row -> row.writing().terms().copyPin().isPositive()).toList();
    if (pinned.isEmpty()) {
      return Map.of();
    }
    Map<UUID, ReturnStatus> told = new HashMap<>();
    JdbcClient sql = dialogue.ask();
    CopyPins.Turn turn = copyPins.turn(sql, caller, now);
    for (AcceptedPut row : pinned) {
      locator
          .area(row.area())
          .flatMap(area -> turn.refusal(area, row.size().orElse(0)))
          .ifPresent(why -> told.put(row.id(), unpinned(why)));
    }
    if (!told.isEmpty()) {
      puts.dropCopyPins(sql, told.keySet());
    }
    return told;
  }

  private static ReturnStatus unpinned(ReturnStatus why) {
    return ReturnStatus.of(
        SrmStatus.SUCCESS,
        "the file is stored, its copy on disk is not pinned: " + why.explanation());
  }
}
