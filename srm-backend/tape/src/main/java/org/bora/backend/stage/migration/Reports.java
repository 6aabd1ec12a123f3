package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/**
 * Queues the reports of a tape system about a batch for the thread that settles them, so that the
 * database does not delay the tape system. For each file the first report counts. Thread safe.
 */
final class Reports implements TapeWork {
  private final Map<UUID, TapeFile> files = new LinkedHashMap<>();
  private final Set<UUID> open = ConcurrentHashMap.newKeySet();
  private final Set<UUID> unwanted = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<Optional<Report>> reported = new LinkedBlockingQueue<>();
  private final Supplier<Instant> clock;
  private volatile boolean over;

  /** A report about one file. */
  sealed interface Report {
    /** The file as it was handed over. */
    TapeFile file();

    /** The file is on tape. */
    record Done(TapeFile file, TapeLocation location, Instant at) implements Report {}

    /** The file is not on tape. */
    record Failed(TapeFile file, TapeTrouble trouble) implements Report {}

    /** A copy is on tape, but it is not verified. */
    record Unverified(TapeFile file, TapeLocation location, Instant at, TapeTrouble trouble)
        implements Report {}
  }

  Reports(List<TapeFile> handed, Supplier<Instant> clock) {
    handed.forEach(file -> files.put(file.id(), file));
    open.addAll(files.keySet());
    this.clock = clock;
  }

  @Override
  public List<TapeFile> files() {
    return List.copyOf(files.values());
  }

  @Override
  public void progress(UUID id, long bytes) {
    // the lease says that the batch is alive
  }

  @Override
  public void done(UUID id, TapeLocation location) {
    if (open.remove(id)) {
      reported.add(Optional.of(new Report.Done(files.get(id), location, clock.get())));
    }
  }

  @Override
  public void failed(UUID id, TapeTrouble trouble) {
    if (open.remove(id)) {
      reported.add(Optional.of(new Report.Failed(files.get(id), trouble)));
    }
  }

  @Override
  public void unverified(UUID id, TapeLocation location, TapeTrouble trouble) {
    if (open.remove(id)) {
      reported.add(
          Optional.of(new Report.Unverified(files.get(id), location, clock.get(), trouble)));
    }
  }

  @Override
  public boolean isUnwanted(UUID id) {
    return over || unwanted.contains(id);
  }

  /** These are not wanted any more. */
  void unwant(Set<UUID> ids) {
    unwanted.addAll(ids);
  }

  /** None of them is wanted from this batch. */
  void unwantAll() {
    over = true;
  }

  /** Ends the reports; returns the files without a report. */
  List<TapeFile> close() {
    List<TapeFile> silent = new ArrayList<>();
    for (TapeFile file : files.values()) {
      if (open.remove(file.id())) {
        silent.add(file);
      }
    }
    reported.add(Optional.empty());
    return silent;
  }

  /** The next reports, some of them; waits for the first. Empty when nothing more will come. */
  List<Report> next(int most) throws InterruptedException {
    List<Report> some = new ArrayList<>();
    Optional<Report> first = reported.take();
    while (first.isPresent()) {
      some.add(first.get());
      if (some.size() == most || reported.isEmpty()) {
        return some;
      }
      first = reported.take();
    }
    reported.add(Optional.empty()); // for the next call
    return some;
  }
}
