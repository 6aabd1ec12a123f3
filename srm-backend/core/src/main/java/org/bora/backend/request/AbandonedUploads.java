package org.bora.backend.request;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads of doors whose process has ended. A door holds what it writes ({@link OpenFile#hold})
 * until the engine has answered its srmPutDone. So an upload that was held and no longer is has
 * lost its writer, and the next writer gets its name before the lease ends. Thread safe.
 */
public final class AbandonedUploads {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedUploads.class);

  /** In which a door opens the file of an upload that was begun for it. */
  private static final Duration YOUNG = Duration.ofSeconds(5);

  private final Locator locator;
  private final PutTable puts = new PutTable();

  public AbandonedUploads(Locator locator) {
    this.locator = Objects.requireNonNull(locator, "locator");
  }

  /** Whether this is one; looks at the disk. */
  public boolean isOne(ActivePut put, Instant now) {
    return isOne(put.place().area().name(), put.upload(), put.since(), now);
  }

  private boolean isOne(String area, Upload upload, Instant since, Instant now) {
    boolean young = now.isBefore(since.plus(YOUNG));
    try {
      var found = locator.area(area);
      return found.isPresent() && found.get().tree().isAbandoned(upload, young);
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.debug("it is not known whether {} is written", upload, e);
      }
      return false;
    }
  }

  /**
   * Ends the pins of abandoned puts. A pin that was extended since the rows were read stays as it
   * is.
   *
   * @return the same puts, with new times for those ended here
   */
  List<AcceptedPut> endPins(Transactions transactions, List<AcceptedPut> rows, Instant now) {
    return rows.stream().map(row -> endPin(transactions, row, now)).toList();
  }

  private AcceptedPut endPin(Transactions transactions, AcceptedPut row, Instant now) {
    if (!row.isOpen()
        || row.isOverdue(now)
        || !isOne(row.area(), row.upload(), row.writing().since(), now)) {
      return row;
    }
    LOG.info("the door that wrote the file of put {} is gone: its pin ends now", row.token());
    return transactions.talk(
        dialogue -> {
          puts.shorten(dialogue.ask(), row, row.writing().pinUntil(), now);
          return row.pinnedUntil(now);
        });
  }
}
