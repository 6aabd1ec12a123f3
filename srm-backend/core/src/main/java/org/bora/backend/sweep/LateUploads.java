package org.bora.backend.sweep;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.DeadUpload;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.PutTable.Cursor;
import org.bora.backend.request.PutTable.EndedUpload;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks ended puts again, because their TURLs still work: a transfer that begins after the abort
 * creates the hidden file again. Each such put is checked once in every period, from its end until
 * an hour after its pin; {@link OrphanUploads} finds later ones. Only one backend checks at a time.
 * A check costs one call to the filesystem.
 */
final class LateUploads {
  private static final Logger LOG = LoggerFactory.getLogger(LateUploads.class);

  private static final List<PutState> GIVEN_UP =
      List.of(PutState.ABORTED, PutState.EXPIRED, PutState.FAILED);

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Locator locator;
  private final SweepSettings settings;

  LateUploads(Transactions transactions, Locator locator, SweepSettings settings) {
    this.transactions = transactions;
    this.locator = locator;
    this.settings = settings;
  }

  /** Returns how many files were removed. */
  int sweep(Instant now) {
    if (!transactions.run(sql -> turns.take(sql, "late uploads", now, settings.lateInterval()))) {
      return 0;
    }
    return GIVEN_UP.stream().mapToInt(state -> sweep(state, now)).sum();
  }

  private int sweep(PutState state, Instant now) {
    Instant from = now.minus(SweepSettings.LATE);
    int removed = 0;
    Cursor cursor = Cursor.START;
    while (true) {
      Cursor after = cursor;
      List<EndedUpload> some =
          transactions.read(sql -> puts.givenUp(sql, state, from, after, settings.batch()));
      removed += (int) some.stream().filter(this::isRemoved).count();
      if (some.size() < settings.batch()) {
        return removed;
      }
      cursor = some.getLast().at();
    }
  }

  private boolean isRemoved(EndedUpload ended) {
    Optional<StorageArea> area = locator.area(ended.area());
    if (area.isEmpty()) {
      return false;
    }
    try {
      if (!DeadUpload.remove(ended.area(), area.get().tree(), ended.upload())) {
        return false;
      }
      LOG.info(
          "area {}: bytes arrived for '{}' after its put had ended; removed",
          ended.area(),
          ended.upload().target());
      return true;
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.error(
            "area {}: data that arrived for '{}' after its put had ended could not be removed: {}",
            ended.area(),
            ended.upload().target(),
            e.getMessage(),
            e);
      }
      return false;
    }
  }
}
