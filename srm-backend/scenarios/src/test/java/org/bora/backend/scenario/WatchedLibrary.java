package org.bora.backend.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeWork;

/** A library that remembers what was recalled of it, and in which something may happen then. */
final class WatchedLibrary implements TapeDriver {
  final List<UUID> recalled = Collections.synchronizedList(new ArrayList<>());
  private final TapeDriver real;
  private final Event event;

  /** What happens in place of a recall. */
  interface Event {
    void recall(TapeDriver real, TapeWork work) throws InterruptedException;
  }

  WatchedLibrary(TapeDriver real, Event event) {
    this.real = real;
    this.event = event;
  }

  @Override
  public String kind() {
    return real.kind();
  }

  @Override
  public void check() throws StorageException {
    real.check();
  }

  @Override
  public int drives() {
    return real.drives();
  }

  @Override
  public void migrate(TapeWork work) throws InterruptedException {
    real.migrate(work);
  }

  @Override
  public void recall(TapeWork work) throws InterruptedException {
    work.files().forEach(file -> recalled.add(file.id()));
    event.recall(real, work);
  }

  @Override
  public void remove(TapeWork work) throws InterruptedException {
    real.remove(work);
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    return real.query(files);
  }

  @Override
  public void close() {}
}
