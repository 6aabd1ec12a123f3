package org.bora.storage.tape.table;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.wire.BatchDriver;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeOperation;
import org.bora.storage.tape.wire.TimeText;
import org.bora.storage.tape.wire.UnreportedFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A tape system that fetches its work from a board; see the package. Thread safe. */
public final class RecallTableDriver extends BatchDriver {
  private static final Logger LOG = LoggerFactory.getLogger(RecallTableDriver.class);

  private final RecallTableSettings settings;
  private final TaskBoard board;
  private final Timing timing;

  /** Waits between two checks of the board. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration time) throws InterruptedException;
  }

  /**
   * Clock, pause and identifiers of the driver.
   *
   * @param batchIds makes identifiers that are unique
   */
  public record Timing(Clock clock, Pause pause, Supplier<UUID> batchIds) {
    public Timing {
      Objects.requireNonNull(clock, "clock");
      Objects.requireNonNull(pause, "pause");
      Objects.requireNonNull(batchIds, "batchIds");
    }
  }

  /**
   * @param library the name of the tape system, by which pullers ask for its tasks
   */
  public RecallTableDriver(
      String library, RecallTableSettings settings, TaskBoard board, Timing timing) {
    super(library, settings.verification());
    this.settings = Objects.requireNonNull(settings, "settings");
    this.board = Objects.requireNonNull(board, "board");
    this.timing = Objects.requireNonNull(timing, "timing");
  }

  @Override
  public String kind() {
    return "recall-table";
  }

  /** Nothing to look at: whether pullers come is seen when there is something to pull. */
  @Override
  public void check() {}

  @Override
  public int drives() {
    return settings.drives();
  }

  @Override
  protected void run(TapeOperation operation, UnreportedFiles open) throws InterruptedException {
    UUID batch = timing.batchIds().get();
    try {
      board.post(batch, library(), operation, open.files());
      watch(batch, open);
      board.close(batch);
    } catch (StorageException unreachable) {
      open.failRest(Kind.RETRY, "the task board cannot be reached: " + unreachable.getMessage());
    } catch (InterruptedException end) {
      leave(batch);
      throw end;
    }
  }

  /** The process ends, pullers go on: the next to ask for the same work takes their results. */
  private void leave(UUID batch) {
    try {
      board.leave(batch);
    } catch (StorageException unreachable) {
      LOG.info("batch {} is left behind when its lease ends: {}", batch, unreachable.getMessage());
    }
  }

  private void watch(UUID batch, UnreportedFiles open)
      throws InterruptedException, StorageException {
    Instant end = timing.clock().instant().plus(settings.batch());
    Map<UUID, Long> moved = new HashMap<>();
    while (!open.isEmpty()) {
      timing.pause().pause(settings.look());
      List<UUID> settled = new ArrayList<>();
      for (TapeFileReport report : look(batch)) {
        if (!(report instanceof TapeFileReport.Progress progress)) {
          open.take(report).ifPresent(why -> LOG.warn("ignored of {}: {}", library(), why));
          settled.add(report.id());
        } else if (moved.getOrDefault(report.id(), -1L) != progress.bytes()) {
          moved.put(report.id(), progress.bytes());
          open.take(report);
        }
      }
      for (TapeFile file : open.newlyUnwanted()) {
        open.stopped(file);
        settled.add(file.id());
      }
      if (!settled.isEmpty() && !open.isEmpty()) {
        board.withdraw(batch, settled);
      }
      if (timing.clock().instant().isAfter(end)) {
        open.failRest(
            Kind.RETRY,
            "no puller of " + library() + " was through within " + TimeText.of(settings.batch()));
      }
    }
  }

  /** The board keeps reports while it cannot be reached. */
  private List<TapeFileReport> look(UUID batch) {
    try {
      return board.collect(batch);
    } catch (StorageException unreachable) {
      LOG.warn("the task board of {} cannot be read: {}", library(), unreachable.getMessage());
      return List.of();
    }
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    if (files.isEmpty()) {
      return Map.of();
    }
    UUID batch = timing.batchIds().get();
    board.post(batch, library(), TapeOperation.QUERY, files);
    try {
      return answers(batch, files);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new StorageException(
          Reason.IO, "interrupted while pullers of " + library() + " answer");
    } finally {
      board.close(batch);
    }
  }

  private Map<TapeFile, Found> answers(UUID batch, List<TapeFile> files)
      throws InterruptedException, StorageException {
    Instant end = timing.clock().instant().plus(settings.query());
    Map<UUID, TapeFile> open = new LinkedHashMap<>();
    files.forEach(file -> open.put(file.id(), file));
    Map<TapeFile, Found> found = new LinkedHashMap<>();
    while (!open.isEmpty()) {
      if (timing.clock().instant().isAfter(end)) {
        throw new StorageException(
            Reason.IO,
            "no puller of " + library() + " answered within " + TimeText.of(settings.query()));
      }
      timing.pause().pause(settings.look());
      List<UUID> answered = new ArrayList<>();
      for (TapeFileReport report : board.collect(batch)) {
        if (!(report instanceof TapeFileReport.Progress) && open.containsKey(report.id())) {
          answer(open.remove(report.id()), report, found);
          answered.add(report.id());
        }
      }
      if (!answered.isEmpty()) {
        board.withdraw(batch, answered);
      }
    }
    return found;
  }

  /** What a system does not know is lost; every other failure leaves the question open. */
  private void answer(TapeFile file, TapeFileReport report, Map<TapeFile, Found> found)
      throws StorageException {
    if (report instanceof TapeFileReport.Found answer) {
      TapeLocation location =
          answer
              .location()
              .or(file::location)
              .orElseThrow(
                  () -> new StorageException(Reason.IO, library() + " found a file nowhere"));
      found.put(file, new Found(location, answer.readable()));
    } else if (report instanceof TapeFileReport.Failed(UUID id, TapeTrouble trouble)) {
      if (trouble.kind() != Kind.LOST) {
        throw new StorageException(Reason.IO, library() + " does not answer: " + trouble.text());
      }
    } else {
      throw new StorageException(Reason.IO, library() + " answers a question by " + report);
    }
  }
}
