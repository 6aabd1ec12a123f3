package org.bora.backend.stage.recall;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/**
 * A batch that a driver is reading. Its reports go into a queue, so bytes are verified in parallel
 * with the reading. Thread safe.
 */
final class RecallWork implements TapeWork {
  private final Map<UUID, TapeFile> open = new HashMap<>();
  private volatile List<TapeFile> files = List.of();
  private final LinkedBlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private final Set<UUID> unwanted = ConcurrentHashMap.newKeySet();
  private volatile boolean abandoned;

  /**
   * A report about a file.
   *
   * @param trouble empty if its bytes have arrived
   */
  record Report(Optional<UUID> file, Optional<TapeTrouble> trouble) {
    /** Ends the reports. */
    static final Report LAST = new Report(Optional.empty(), Optional.empty());
  }

  /** Says which files they are, once, before a driver has them. */
  synchronized void hand(List<TapeFile> prepared) {
    files = List.copyOf(prepared);
    prepared.forEach(file -> open.put(file.id(), file));
  }

  @Override
  public List<TapeFile> files() {
    return files;
  }

  @Override
  public void progress(UUID id, long bytes) {
    // the lease of the drive is the sign of life
  }

  @Override
  public void done(UUID id, TapeLocation location) {
    report(id, Optional.empty());
  }

  @Override
  public void failed(UUID id, TapeTrouble trouble) {
    report(id, Optional.of(trouble));
  }

  /** Only the first word counts. */
  private synchronized void report(UUID id, Optional<TapeTrouble> trouble) {
    if (open.remove(id) != null) {
      reports.add(new Report(Optional.of(id), trouble));
    }
  }

  /** The driver has returned; files without a report are to be retried. */
  void close(String why) {
    TapeTrouble silence = new TapeTrouble(TapeTrouble.Kind.RETRY, why);
    List<UUID> silent;
    synchronized (this) {
      silent = List.copyOf(open.keySet());
    }
    silent.forEach(id -> failed(id, silence));
    reports.add(Report.LAST);
  }

  Report take() throws InterruptedException {
    return reports.take();
  }

  /** The drive is another's by now: nothing of this batch counts any more. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  void setUnwanted(Set<UUID> ids) {
    unwanted.addAll(ids);
  }

  @Override
  public boolean isUnwanted(UUID id) {
    return abandoned || unwanted.contains(id);
  }

  /** The files without a report. */
  synchronized Set<UUID> open() {
    return Set.copyOf(open.keySet());
  }
}
