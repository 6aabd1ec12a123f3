package org.bora.backend.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends active puts in every way but srmPutDone: abort, expiry, removal of the name, and finishing
 * what a backend that died had published but not committed.
 *
 * <p>All this happens while the row is locked: first the hidden file is removed, then the target is
 * examined. A backend that renames the hidden file either did so before or never will, so the
 * result is final. The state changes with the commit; this also frees the name (migration V1), and
 * the promised bytes become free or belong to the file.
 */
public final class PutEnding {
  private static final Logger LOG = LoggerFactory.getLogger(PutEnding.class);

  /** Of a directory; where more are written, some of them are not abandoned. */
  private static final int MOST_LOOKS = 1000;

  private final Transactions transactions;
  private final PutTable puts;
  private final Locator locator;
  private final SpaceBooks books;
  private final AbandonedUploads abandoned;

  public PutEnding(Transactions transactions, PutTable puts, Locator locator, SpaceBooks books) {
    this.transactions = transactions;
    this.puts = puts;
    this.locator = locator;
    this.books = books;
    this.abandoned = new AbandonedUploads(locator);
  }

  /**
   * Ends these puts by {@code event} in one transaction. The event of an expired pin ends only puts
   * whose pin has expired by now, whatever the caller has read, and puts whose file is published.
   *
   * @return the present rows; unchanged for a failure of the storage
   */
  public List<AcceptedPut> end(Collection<AcceptedPut> rows, PutState.Event event, Instant now) {
    if (rows.isEmpty()) {
      return List.of();
    }
    return transactions.talk(dialogue -> end(dialogue, rows, event, now));
  }

  /** The same within a transaction of the caller's. */
  public List<AcceptedPut> end(
      JdbcClient sql, Collection<AcceptedPut> rows, PutState.Event event, Instant now) {
    return end(Dialogue.within(sql), rows, event, now);
  }

  private List<AcceptedPut> end(
      Dialogue dialogue, Collection<AcceptedPut> rows, PutState.Event event, Instant now) {
    return endLocked(dialogue, lock(dialogue, rows), event, now);
  }

  /** Locks these puts until the transaction ends; as they are now, in their order. */
  public List<AcceptedPut> lock(Dialogue dialogue, Collection<AcceptedPut> rows) {
    Map<UUID, AcceptedPut> locked = puts.lock(dialogue.ask(), rows);
    return rows.stream().map(row -> locked.getOrDefault(row.id(), row)).toList();
  }

  /**
   * How many files of each request were aborted between these two looks at them.
   *
   * @param after the same puts in the same order
   */
  public static Map<RequestToken, Integer> aborted(
      List<AcceptedPut> before, List<AcceptedPut> after) {
    Map<RequestToken, Integer> aborted = new HashMap<>();
    for (int at = 0; at < before.size(); at++) {
      AcceptedPut row = after.get(at);
      if (before.get(at).isOpen() && row.state() == PutState.ABORTED) {
        aborted.merge(row.token(), 1, Integer::sum);
      }
    }
    return aborted;
  }

  /** The same of rows that this transaction has locked, as they are now. */
  public List<AcceptedPut> endLocked(
      Dialogue dialogue, Collection<AcceptedPut> rows, PutState.Event event, Instant now) {
    List<AcceptedPut> changed = new ArrayList<>();
    List<AcceptedPut> result = new ArrayList<>();
    for (AcceptedPut row : rows) {
      Optional<AcceptedPut> ended = ended(row, event, now);
      ended.ifPresent(changed::add);
      result.add(ended.orElse(row));
    }
    puts.update(dialogue, changed, now);
    books.settle(dialogue, changed.stream().flatMap(row -> row.ended().stream()).toList(), now);
    return result;
  }

  /**
   * As {@link #settle}, for a writer that wants the names of these puts: what a door has left
   * behind that is gone is expired too.
   */
  public List<AcceptedPut> settleAbandoned(List<AcceptedPut> rows, Instant now) {
    return settle(abandoned.endPins(transactions, rows, now), now);
  }

  /**
   * Ends what doors that are gone were writing under this name, and below it. Looks at the disk at
   * each, with no row locked. Those that are overdue hold no name, and are left to the sweep.
   *
   * @param below whether the name is a directory's
   * @return whether it is worth another look: some have ended here, or all before
   */
  public boolean endAbandoned(Place place, boolean below, Instant now) {
    List<AcceptedPut> active =
        below
            ? transactions.run(sql -> puts.lockBelow(sql, place, MOST_LOOKS))
            : transactions.read(sql -> puts.activeOn(sql, List.of(NameKey.of(place))));
    List<AcceptedPut> writing = active.stream().filter(row -> !row.isOverdue(now)).toList();
    return active.isEmpty() || settleAbandoned(writing, now).size() < writing.size();
  }

  /**
   * Finishes puts whose file is published although their state does not say so, and expires overdue
   * ones; the others stay active.
   *
   * @return the rows that are still active
   */
  public List<AcceptedPut> settle(List<AcceptedPut> rows, Instant now) {
    List<AcceptedPut> over = new ArrayList<>();
    List<AcceptedPut> active = new ArrayList<>();
    for (AcceptedPut row : rows) {
      (row.isOverdue(now) || isPublished(row) ? over : active).add(row);
    }
    for (AcceptedPut row : end(over, PutState.Event.PIN_OVER, now)) {
      if (row.isOpen()) {
        active.add(row);
      }
    }
    return active;
  }

  /**
   * Finishes those of these puts, locked before, whose file is in its place though their state does
   * not say so.
   *
   * @return the others
   */
  public List<AcceptedPut> finishPublished(JdbcClient sql, List<AcceptedPut> locked, Instant now) {
    List<AcceptedPut> published = locked.stream().filter(this::isPublished).toList();
    List<AcceptedPut> open =
        new ArrayList<>(locked.stream().filter(row -> !published.contains(row)).toList());
    endLocked(Dialogue.within(sql), published, PutState.Event.PIN_OVER, now).stream()
        .filter(row -> row.isOpen())
        .forEach(open::add);
    return open;
  }

  /** Empty where nothing changes: the put has ended already, or its storage does not answer. */
  private Optional<AcceptedPut> ended(AcceptedPut row, PutState.Event event, Instant now) {
    // What clients were told of an overdue put is not taken back by a later abort.
    PutState.Event real = row.isOverdue(now) ? PutState.Event.PIN_OVER : event;
    Optional<PutState> next = row.state().next(real);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    Optional<AreaTree> tree = tree(row);
    if (tree.isEmpty()) {
      LOG.warn("put {} ends without its area: no area is configured for it", row.token());
      return Optional.of(row.moved(next.get(), "the area is gone", row.size()));
    }
    try {
      // Its pin was extended after the caller had read the row: only what is published ends.
      if (event == PutState.Event.PIN_OVER
          && !row.isOverdue(now)
          && !tree.get().isPublished(row.upload())) {
        return Optional.empty();
      }
      tree.get().discardUpload(row.upload());
      if (isPublishedForGood(tree.get(), row.upload())) {
        long size = tree.get().facts(row.upload().target()).size();
        return Optional.of(row.moved(PutState.STORED, AcceptedPut.FOUND, OptionalLong.of(size)));
      }
      return Optional.of(row.moved(next.get(), "", row.size()));
    } catch (StorageException e) {
      log("ended", row, e);
      return Optional.empty();
    }
  }

  /**
   * Whether an upload is in its place, on stable storage if it is: another backend may have renamed
   * it there, and may have died before it synced the directory.
   */
  public static boolean isPublishedForGood(AreaTree tree, Upload upload) throws StorageException {
    boolean published = tree.isPublished(upload);
    if (published) {
      tree.syncName(upload.target());
    }
    return published;
  }

  private boolean isPublished(AcceptedPut row) {
    try {
      Optional<AreaTree> tree = tree(row);
      return tree.isEmpty() || tree.get().isPublished(row.upload());
    } catch (StorageException e) {
      log("looked at", row, e);
      return false;
    }
  }

  private static void log(String what, AcceptedPut row, StorageException e) {
    if (!StorageRefusal.isToldElsewhere(e)) {
      LOG.error("put {} cannot be {}: {}", row.token(), what, e.getMessage(), e);
    }
  }

  private Optional<AreaTree> tree(AcceptedPut row) {
    return locator.area(row.area()).map(area -> area.tree());
  }
}
