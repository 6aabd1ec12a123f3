package org.bora.backend.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Makes access control lists match the rows of grants: entries for live grants, none for ended
 * ones. It changes a list only while the rows are locked, and only from the rows, so any process
 * may repeat it at any time. Thread safe.
 *
 * <p>A row is deleted only after the entry has been removed from the list and the removal is on
 * stable storage. So neither a crash nor a power failure leaves an entry without a row.
 */
final class GrantSettlement {
  /** Lists changed in one transaction. */
  private static final int PART = 100;

  private final Transactions transactions;
  private final GrantTable grants = new GrantTable();
  private final Locator locator;

  GrantSettlement(Transactions transactions, Locator locator) {
    this.transactions = transactions;
    this.locator = locator;
  }

  /** What to do besides changing lists. */
  private enum Extent {
    LISTS,
    /** Rows are forgotten too, where the list needed no change. */
    LISTS_THEN_ROWS,
    /** Whatever is live ends now, and its rows are forgotten: the entry is about to move away. */
    END_ALL
  }

  /** Changes the lists. Returns whether the storage made all changes; the others are logged. */
  boolean settle(Collection<GrantedEntry> entries, Instant now) {
    return settle(entries, now, Extent.LISTS);
  }

  /** Changes the lists, and deletes grants that were no longer in them. */
  boolean sweep(Collection<GrantedEntry> entries, Instant now) {
    return settle(entries, now, Extent.LISTS_THEN_ROWS);
  }

  /** Ends all grants on these files and directories, whatever their pins and puts do. */
  boolean end(Collection<GrantedEntry> entries, Instant now) {
    return settle(entries, now, Extent.END_ALL);
  }

  private boolean settle(Collection<GrantedEntry> entries, Instant now, Extent extent) {
    // always in the same order, so that two transactions do not lock each other out
    List<GrantedEntry> sorted =
        entries.stream()
            .distinct()
            .sorted(Comparator.comparing(entry -> entry.key().toString()))
            .toList();
    boolean all = true;
    for (int from = 0; from < sorted.size(); from += PART) {
      List<GrantedEntry> part = sorted.subList(from, Math.min(from + PART, sorted.size()));
      all &= transactions.run(sql -> settle(sql, part, now, extent));
    }
    return all;
  }

  private boolean settle(JdbcClient sql, List<GrantedEntry> entries, Instant now, Extent extent) {
    Map<GrantedEntry, List<AclGrant>> byEntry = new LinkedHashMap<>();
    for (AclGrant grant : grants.lock(sql, entries, now)) {
      byEntry
          .computeIfAbsent(grant.entry(), none -> new ArrayList<>())
          .add(extent == Extent.END_ALL ? grant.ended() : grant);
    }
    List<AclGrant> forgotten = new ArrayList<>();
    boolean all = true;
    for (Map.Entry<GrantedEntry, List<AclGrant>> one : byEntry.entrySet()) {
      try {
        boolean changed = adjust(one.getKey(), one.getValue(), extent);
        if (extent == Extent.END_ALL || (extent == Extent.LISTS_THEN_ROWS && !changed)) {
          one.getValue().stream().filter(grant -> !grant.live()).forEach(forgotten::add);
        }
      } catch (StorageException e) {
        StorageRefusal.of(e);
        all = false;
      }
    }
    grants.delete(sql, forgotten);
    return all;
  }

  /** Returns whether the list was changed. */
  private boolean adjust(GrantedEntry entry, List<AclGrant> granted, Extent extent)
      throws StorageException {
    Optional<StorageArea> area = locator.area(entry.area());
    if (area.isEmpty()) {
      return false;
    }
    AreaTree tree = area.get().tree();
    try {
      Acl acl = tree.acl(entry.path());
      Acl adjusted = GrantedRights.adjusted(acl, granted);
      boolean changed = !adjusted.equals(acl);
      if (changed) {
        tree.setAcl(entry.path(), adjusted);
      }
      if (extent != Extent.LISTS) {
        tree.syncEntry(entry.path());
      }
      return changed;
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY) {
        return false; // it went with the file
      }
      throw e;
    }
  }

  /**
   * Changes a list for good, while no other call settles it, and forgets what these accounts had.
   */
  void change(
      GrantedEntry entry, AreaTree tree, UnaryOperator<Acl> change, Collection<Integer> users)
      throws StorageException {
    Optional<StorageException> failure =
        transactions.run(
            sql -> {
              List<AclGrant> granted = grants.lock(sql, List.of(entry), Instant.EPOCH);
              try {
                AclChanges.apply(tree, entry.path(), change);
              } catch (StorageException e) {
                return Optional.of(e);
              }
              grants.delete(
                  sql, granted.stream().filter(grant -> users.contains(grant.uid())).toList());
              return Optional.empty();
            });
    if (failure.isPresent()) {
      throw failure.get();
    }
  }
}
