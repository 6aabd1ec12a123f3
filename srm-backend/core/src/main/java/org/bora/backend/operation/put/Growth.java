package org.bora.backend.operation.put;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.allowance.Excess;
import org.bora.backend.allowance.Holding;
import org.bora.backend.allowance.Quotas;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutPromiseTable;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.Promise;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Takes the bytes by which files exceed their announced size, before any of them is renamed, and in
 * a separate commit. If the publication is rolled back, or if its backend dies after the rename, a
 * file stays on disk; its bytes stay taken, so that they are not promised to another put. A file of
 * the announced size costs no statement.
 */
final class Growth {
  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final Quotas quotas;
  private final PutTable puts = new PutTable();
  private final PutPromiseTable promises = new PutPromiseTable();

  Growth(Transactions transactions, Locator locator, PutBooks books) {
    this.transactions = transactions;
    this.locator = locator;
    this.books = books.spaces();
    this.quotas = books.quotas();
  }

  /**
   * Charges the space that sealed files need.
   *
   * @param results gets the files for which there is no room
   * @return the other files
   */
  List<AcceptedPut> taken(List<AcceptedPut> sealed, Map<UUID, ReturnStatus> results) {
    Set<UUID> placed = new HashSet<>();
    List<AcceptedPut> open =
        sealed.stream()
            .filter(row -> more(row, row).isPresent())
            .filter(row -> isLookedAt(row, placed, results))
            .toList();
    while (!open.isEmpty()) {
      List<AcceptedPut> fitting = open;
      try {
        transactions.run(sql -> take(sql, fitting, placed));
        open = List.of();
      } catch (Shortage shortage) {
        open = withoutTooLarge(open, shortage, results);
      } catch (Excess excess) {
        open = withoutTooLarge(open, excess, results);
      }
    }
    return sealed.stream().filter(row -> !results.containsKey(id(row))).toList();
  }

  private static UUID id(AcceptedPut row) {
    return row.id();
  }

  /**
   * What a file has become too large by for its promise, where the space is bounded or its owner
   * has a quota.
   *
   * @param current its row, with the promise
   */
  private Optional<Promise> more(AcceptedPut sealed, AcceptedPut current) {
    return current
        .writing()
        .terms()
        .promise()
        .filter(promise -> books.isBounded(promise.space()) || quotas.isLimited(current.area()))
        .map(promise -> promise.of(Math.max(0, sealed.size().orElseThrow() - promise.bytes())))
        .filter(extra -> extra.bytes() > 0);
  }

  private List<AcceptedPut> take(JdbcClient sql, List<AcceptedPut> grown, Set<UUID> placed) {
    Map<UUID, AcceptedPut> locked = puts.lock(sql, grown);
    List<AcceptedPut> larger = new ArrayList<>();
    List<Promise> wanted = new ArrayList<>();
    List<Promise> used = new ArrayList<>();
    for (AcceptedPut row : grown) {
      AcceptedPut current = locked.get(id(row));
      // one that has ended meanwhile is told so by the publication
      boolean active = current != null && current.isOpen();
      Optional<Promise> more = active ? more(row, current) : Optional.empty();
      if (more.isPresent()) {
        (placed.contains(id(row)) ? used : wanted).add(more.get());
        long held = current.writing().terms().promise().orElseThrow().bytes();
        larger.add(current.holding(more.get().of(held + more.get().bytes())));
      }
    }
    if (!larger.isEmpty()) {
      promises.set(sql, larger);
      takeOfQuotas(sql, larger, locked, placed);
    }
    books.take(sql, wanted);
    books.takeUsed(sql, used);
    return larger;
  }

  /** Credit is locked after the rows of puts and before the shares of spaces. */
  private void takeOfQuotas(
      JdbcClient sql, List<AcceptedPut> larger, Map<UUID, AcceptedPut> locked, Set<UUID> placed) {
    List<AcceptedPut> limited =
        larger.stream().filter(row -> quotas.isLimited(row.area())).toList();
    Map<UUID, Quotas.Owner> owners = quotas.owners(sql, limited.stream().map(Growth::id).toList());
    Map<Quotas.Owner, Map<String, Holding>> wanted = new LinkedHashMap<>();
    for (AcceptedPut row : limited) {
      if (placed.contains(id(row))) {
        Quotas.countAnew(sql, row.area());
      } else {
        long before = Wants.ofSpace(locked.get(id(row))).bytes();
        wanted
            .computeIfAbsent(owners.get(id(row)), none -> new HashMap<>())
            .merge(row.area(), new Holding(0, Wants.ofSpace(row).bytes() - before), Holding::plus);
      }
    }
    wanted.forEach((owner, holdings) -> quotas.take(sql, owner, holdings));
  }

  /** Of the files in an area with a quota the first that fit stay: at least one does not. */
  private List<AcceptedPut> withoutTooLarge(
      List<AcceptedPut> rows, Excess excess, Map<UUID, ReturnStatus> results) {
    List<AcceptedPut> inArea =
        rows.stream().filter(row -> row.area().equals(excess.area())).toList();
    List<AcceptedPut> others =
        FirstThatFit.others(
            inArea,
            row -> new Holding(0, more(row, row).map(Promise::bytes).orElse(0L)),
            new Holding(Long.MAX_VALUE, excess.left().bytes()));
    List<AcceptedPut> refused = others.isEmpty() ? inArea : others;
    refused.forEach(row -> results.put(id(row), excess.status()));
    return rows.stream().filter(row -> !refused.contains(row)).toList();
  }

  /**
   * Checks, before any row is locked, whether a backend of an earlier release has renamed the
   * upload and then stopped. Such a file cannot be refused: its old content is gone, and the books
   * have the content on disk. A backend of this release renames an upload only after its bytes were
   * charged, so none is renamed between this check and the lock.
   *
   * @return false if the filesystem does not answer
   */
  private boolean isLookedAt(AcceptedPut row, Set<UUID> placed, Map<UUID, ReturnStatus> results) {
    try {
      if (area(row).tree().isPublished(row.upload())) {
        placed.add(id(row));
      }
      return true;
    } catch (StorageException e) {
      results.put(id(row), StorageRefusal.of(e));
      return false;
    }
  }

  private StorageArea area(AcceptedPut row) {
    return locator.area(row.area()).orElseThrow();
  }

  /**
   * The first files that fit stay; the others, at least one, are refused. The loop therefore ends.
   */
  private List<AcceptedPut> withoutTooLarge(
      List<AcceptedPut> rows, Shortage shortage, Map<UUID, ReturnStatus> results) {
    long left = shortage.free();
    List<AcceptedPut> fitting = new ArrayList<>();
    for (AcceptedPut row : rows) {
      long bytes =
          more(row, row)
              .filter(extra -> extra.space().equals(shortage.space()))
              .map(Promise::bytes)
              .orElse(0L);
      if (bytes <= left || bytes == 0) {
        left -= bytes;
        fitting.add(row);
      } else {
        results.put(id(row), SpaceBooks.full(area(row), shortage.space(), bytes));
      }
    }
    return fitting;
  }
}
