package org.bora.backend.stage.migration;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.bora.storage.tape.virtual.TapeTime;
import org.bora.storage.tape.virtual.VirtualLibrary;

/** A virtual library in which something can happen between the writing of a copy and its report. */
final class ToyTape implements TapeDriver {
  private final VirtualLibrary library;
  private final AtomicInteger batches = new AtomicInteger();
  private final AtomicReference<Optional<Event>> afterWriting =
      new AtomicReference<>(Optional.empty());
  private final List<TapeFile> known = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);

  /** Something that may fail. */
  @FunctionalInterface
  interface Event {
    void happen() throws StorageException;
  }

  ToyTape(Path directory) throws StorageException {
    library =
        new VirtualLibrary(
            new VirtualLibrarySettings(directory, 1, 3, 1 << 20, Mechanics.INSTANT),
            TapeTime.passing(Clock.systemUTC()));
    library.check();
  }

  VirtualLibrary library() {
    return library;
  }

  /** Happens once, before the next report of a copy. */
  void afterWriting(Event event) {
    afterWriting.set(Optional.of(event));
  }

  int batches() {
    return batches.get();
  }

  /** Files that are on tape, with their locations. */
  synchronized List<TapeFile> known() {
    return List.copyOf(known);
  }

  synchronized int written() {
    return known.size();
  }

  void awaitBatch() throws InterruptedException {
    if (!begun.await(1, TimeUnit.MINUTES)) {
      throw new AssertionError("no batch has begun within a minute");
    }
  }

  @Override
  public void migrate(TapeWork work) throws InterruptedException {
    batches.incrementAndGet();
    begun.countDown();
    library.migrate(new Watched(work));
  }

  private final class Watched implements TapeWork {
    private final TapeWork work;

    private Watched(TapeWork work) {
      this.work = work;
    }

    @Override
    public List<TapeFile> files() {
      return work.files();
    }

    @Override
    public void progress(UUID id, long bytes) {
      work.progress(id, bytes);
    }

    @Override
    public void done(UUID id, TapeLocation location) {
      try {
        Optional<Event> event = afterWriting.getAndSet(Optional.empty());
        if (event.isPresent()) {
          event.get().happen();
        }
      } catch (StorageException e) {
        throw new UncheckedIOException(e);
      }
      remember(work.files(), id, location);
      work.done(id, location);
    }

    @Override
    public void failed(UUID id, TapeTrouble trouble) {
      work.failed(id, trouble);
    }

    @Override
    public boolean isUnwanted(UUID id) {
      return work.isUnwanted(id);
    }
  }

  private synchronized void remember(List<TapeFile> files, UUID id, TapeLocation location) {
    files.stream()
        .filter(file -> file.id().equals(id))
        .forEach(
            file ->
                known.add(
                    new TapeFile(
                        id,
                        file.name(),
                        file.path(),
                        file.size(),
                        file.adler32(),
                        Optional.of(location))));
  }

  @Override
  public String kind() {
    return library.kind();
  }

  @Override
  public void check() throws StorageException {
    library.check();
  }

  @Override
  public int drives() {
    return library.drives();
  }

  @Override
  public void recall(TapeWork work) throws InterruptedException {
    library.recall(work);
  }

  @Override
  public void remove(TapeWork work) throws InterruptedException {
    library.remove(work);
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    return library.query(files);
  }

  @Override
  public void eachObject(Consumer<Kept> seen) throws StorageException {
    library.eachObject(seen);
  }

  @Override
  public void close() {
    library.close();
  }
}
