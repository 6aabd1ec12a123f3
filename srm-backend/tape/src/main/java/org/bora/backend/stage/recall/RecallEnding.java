package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.StagedPinTable;
import org.bora.backend.pin.StagedPins;
import org.bora.backend.pin.Staging;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends the recall of a file of a batch. Each call is one transaction that locks the row first, and
 * does nothing if the batch has lost the row to another backend, or if the file is gone. Bytes
 * reserved for a file that does not come are given back.
 */
final class RecallEnding {
  private static final Logger LOG = LoggerFactory.getLogger(RecallEnding.class);

  /** How long a file is left alone that only suspended requests wait for. */
  static final Duration PARKED = Duration.ofMinutes(1);

  private final RecallParts parts;
  private final Recalls recalls;
  private final StagedPins names;
  private final RecallTable table = new RecallTable();
  private final RecallLineTable line = new RecallLineTable();
  private final StagedPinTable pins = new StagedPinTable();

  RecallEnding(RecallParts parts) {
    this.parts = parts;
    this.recalls = parts.recalls();
    this.names = new StagedPins(parts.storage().locator(), parts.tokens());
  }

  private interface Settling {
    void settle(JdbcClient sql, RecallRow current, Instant now);
  }

  /**
   * Whether the batch still had the file. The change has the time of the committing attempt, after
   * its wait for the row: a change dated long before its commit would be missed by queries for
   * changes since a time.
   */
  private boolean settle(UUID file, UUID batch, Settling settling) {
    return parts
        .transactions()
        .run(
            sql -> {
              Optional<RecallRow> current = table.lock(sql, file, batch);
              current.ifPresent(row -> settling.settle(sql, row, parts.tokens().now()));
              return current.isPresent();
            });
  }

  /** The row as it is now; empty where the batch has lost it. */
  Optional<RecallRow> current(UUID file, UUID batch) {
    return parts.transactions().run(sql -> table.lock(sql, file, batch));
  }

  /** The file is on disk or was replaced: waiting requests pin the present file of its names. */
  void done(RecallRow row, UUID batch) {
    settle(
        row.file(),
        batch,
        (sql, current, now) -> {
          parts.storage().books().touched(sql, List.of(row.file()), now);
          arrive(sql, row.file(), now);
        });
  }

  /** The alarm that the volume of a file is away; to be read before its bytes are put in place. */
  Optional<Alarm> volumeAlarm(RecallRow row) {
    return parts.alarms().raised(volumeKey(row));
  }

  /** A file has come from the volume. */
  void volumeIsThere(Alarm before) {
    parts.alarms().clear(before);
  }

  /** The file is not where it was: removed, overwritten, or carried off. */
  void gone(RecallRow row, UUID batch) {
    settle(
        row.file(),
        batch,
        (sql, current, now) -> {
          parts.storage().books().released(sql, List.of(row.file()));
          arrive(sql, row.file(), now);
        });
  }

  private void arrive(JdbcClient sql, UUID file, Instant now) {
    List<Staging.Wish> others = names.settle(sql, file, now);
    if (pins.wanted(sql, List.of(file), now).isEmpty()) {
      table.delete(sql, List.of(file));
    } else {
      // suspended requests: they find the file on disk when they are resumed
      table.back(sql, file, new RecallTable.Again(now.plus(PARKED), 0, 0, "suspended"));
    }
    if (!others.isEmpty()) {
      pins.begin(sql, recalls.ask(sql, others, now), now);
    }
  }

  /** No attempt is counted: it was stopped, or never begun. */
  void again(RecallRow row, UUID batch, WaitReason reason, Duration pause, String text) {
    settle(
        row.file(),
        batch,
        (sql, current, now) ->
            back(
                sql,
                row,
                reason,
                new RecallTable.Again(now.plus(pause), current.tries(), current.damaged(), text)));
  }

  /** An attempt failed; after too many of them the file is given up. */
  void failed(RecallRow row, UUID batch, String text) {
    if (row.tries() + 1 >= parts.settings().tries()) {
      String why = "the tape system failed to read it " + (row.tries() + 1) + " times";
      refuse(row, batch, ReturnStatus.of(SrmStatus.FAILURE, why));
      parts
          .alarms()
          .raise(
              Recalls.failedAlarm(row.library(), row.file()), name(row) + ": " + why + ": " + text);
    } else {
      retry(row, batch, WaitReason.DRIVE, row.damaged(), text);
    }
  }

  /** Something else came from tape; after too many of that the file is lost. */
  void damaged(RecallRow row, UUID batch, String text) {
    if (row.damaged() + 1 >= parts.settings().damagedTries()) {
      lost(row, batch, "the bytes read differ from those written: " + text);
    } else {
      retry(row, batch, WaitReason.DRIVE, row.damaged() + 1, text);
    }
  }

  /** The volume cannot be used; after too many attempts the file is given up, not for lost. */
  void unavailable(RecallRow row, UUID batch, String text) {
    note(row, Residency.Trouble.UNAVAILABLE);
    parts.alarms().raise(volumeKey(row), "recalls wait for volume " + row.volume() + ": " + text);
    if (row.tries() + 1 >= parts.settings().tries()) {
      refuse(
          row,
          batch,
          ReturnStatus.of(SrmStatus.FILE_UNAVAILABLE, "its tape is not available at present"));
    } else {
      retry(row, batch, WaitReason.VOLUME, row.damaged(), text);
      Duration pause = parts.settings().pause(row.tries() + 1);
      Instant due = parts.tokens().now().plus(pause);
      Instant near = due.minus(pause.dividedBy(4));
      parts
          .transactions()
          .run(
              sql -> {
                line.putOff(sql, row.library(), row.volume(), due, near);
                return due;
              });
    }
  }

  /** The tape system has it no more. */
  void lost(RecallRow row, UUID batch, String text) {
    LOG.error("{} is lost: {}", name(row), text);
    note(row, Residency.Trouble.LOST);
    parts
        .alarms()
        .raise(
            Recalls.lostAlarm(row.library(), row.file()),
            name(row)
                + " is lost: "
                + text
                + "; tell its owner, and remove it; where the tape can be mended: bora tape refresh SURL");
    refuse(
        row,
        batch,
        ReturnStatus.of(SrmStatus.FILE_LOST, "the copy on tape is lost, and there is no other"));
  }

  private void retry(RecallRow row, UUID batch, WaitReason reason, int damaged, String text) {
    LOG.warn("{} could not be recalled from tape: {}", name(row), text);
    Duration pause = parts.settings().pause(row.tries() + 1);
    settle(
        row.file(),
        batch,
        (sql, current, now) ->
            back(
                sql,
                row,
                reason,
                new RecallTable.Again(now.plus(pause), current.tries() + 1, damaged, text)));
  }

  private void back(JdbcClient sql, RecallRow row, WaitReason reason, RecallTable.Again again) {
    List<UUID> file = List.of(row.file());
    parts.storage().books().released(sql, file);
    Map<UUID, Boolean> wanted = pins.wanted(sql, file, parts.tokens().now());
    if (wanted.isEmpty()) {
      table.delete(sql, file);
    } else {
      table.back(sql, row.file(), again);
      pins.setReason(sql, file, reason);
    }
  }

  private void refuse(RecallRow row, UUID batch, ReturnStatus why) {
    settle(
        row.file(),
        batch,
        (sql, current, now) -> {
          parts.storage().books().released(sql, List.of(row.file()));
          pins.refuse(sql, row.file(), why, now);
          table.delete(sql, List.of(row.file()));
        });
  }

  private void note(RecallRow row, Residency.Trouble trouble) {
    Optional<StorageArea> area = parts.storage().locator().area(row.area());
    try {
      if (area.isPresent()) {
        area.get().tree().residences().noteTrouble(row.path(), row.file(), Optional.of(trouble));
      }
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING) {
        LOG.error(
            "{}: the failure of its recall could not be recorded: {}",
            name(row),
            e.getMessage(),
            e);
      }
    }
  }

  private String name(RecallRow row) {
    return parts
        .storage()
        .locator()
        .area(row.area())
        .map(area -> area.sfn() + "/" + row.path())
        .orElse(row.area() + ":" + row.path());
  }

  private static String volumeKey(RecallRow row) {
    return Alarms.ofVolume(row.library(), row.volume());
  }
}
