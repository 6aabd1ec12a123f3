package org.bora.storage.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/** A batch that remembers what was reported on it. May be read while a driver is at work. */
public final class RecordedWork implements TapeWork {
  private final List<TapeFile> files;
  private final Map<UUID, List<Report>> reports = new HashMap<>();
  private final List<UUID> order = new ArrayList<>();
  private final Set<UUID> unwanted = ConcurrentHashMap.newKeySet();
  private final Map<UUID, TapeLocation> refused = new HashMap<>();
  private Runnable onProgress = () -> {};

  /** One of the two is there. */
  public record Report(Optional<TapeLocation> location, Optional<TapeTrouble> trouble) {}

  public RecordedWork(List<TapeFile> files) {
    this.files = List.copyOf(files);
  }

  /** Done whenever a driver reports progress, on its thread. */
  public RecordedWork onProgress(Runnable action) {
    onProgress = action;
    return this;
  }

  public RecordedWork unwanted(TapeFile file) {
    unwanted.add(file.id());
    return this;
  }

  @Override
  public List<TapeFile> files() {
    return files;
  }

  @Override
  public void progress(UUID id, long bytes) {
    onProgress.run();
  }

  @Override
  public synchronized void done(UUID id, TapeLocation location) {
    report(id, new Report(Optional.of(location), Optional.empty()));
  }

  @Override
  public synchronized void failed(UUID id, TapeTrouble trouble) {
    report(id, new Report(Optional.empty(), Optional.of(trouble)));
  }

  @Override
  public synchronized void unverified(UUID id, TapeLocation location, TapeTrouble trouble) {
    refused.put(id, location);
    failed(id, trouble);
  }

  /** Where a copy of a file is that was written and does not count. */
  public synchronized Optional<TapeLocation> unverified(TapeFile file) {
    return Optional.ofNullable(refused.get(file.id()));
  }

  @Override
  public boolean isUnwanted(UUID id) {
    return unwanted.contains(id);
  }

  private void report(UUID id, Report report) {
    reports.computeIfAbsent(id, key -> new ArrayList<>()).add(report);
    order.add(id);
  }

  /** Everything that was said of a file. */
  public synchronized List<Report> reports(TapeFile file) {
    return List.copyOf(reports.getOrDefault(file.id(), List.of()));
  }

  /** Identifiers in the order of the reports. */
  public synchronized List<UUID> order() {
    return List.copyOf(order);
  }

  /** Where a file is, if it was reported done. */
  public synchronized Optional<TapeLocation> location(TapeFile file) {
    return reports(file).stream().findFirst().flatMap(Report::location);
  }

  /** What was wrong, if it was reported failed. */
  public synchronized Optional<TapeTrouble.Kind> trouble(TapeFile file) {
    return reports(file).stream().findFirst().flatMap(Report::trouble).map(TapeTrouble::kind);
  }
}
