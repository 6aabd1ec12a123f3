package org.bora.backend.stage.migration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/** Remembers under each name whose copy was written last, as archives do that go by paths. */
final class NamedTape implements TapeDriver {
  private final Map<String, UUID> objects = new HashMap<>();
  private final AtomicReference<Optional<Event>> afterWriting =
      new AtomicReference<>(Optional.empty());
  private final AtomicReference<Optional<Event>> beforeRemoving =
      new AtomicReference<>(Optional.empty());
  private volatile Optional<TapeWork> removing = Optional.empty();

  /** Something that may fail. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  void onceAfterWriting(Event event) {
    afterWriting.set(Optional.of(event));
  }

  void onceBeforeRemoving(Event event) {
    beforeRemoving.set(Optional.of(event));
  }

  /** Whose copies there are. */
  synchronized Map<String, UUID> objects() {
    return Map.copyOf(objects);
  }

  /** Whether a removal that runs has been told to leave a file's copy alone. */
  boolean isUnwanted(UUID file) {
    return removing.filter(work -> work.isUnwanted(file)).isPresent();
  }

  private static void happen(AtomicReference<Optional<Event>> event) {
    try {
      Optional<Event> now = event.getAndSet(Optional.empty());
      if (now.isPresent()) {
        now.get().happen();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized void put(String object, UUID file) {
    objects.put(object, file);
  }

  private synchronized void take(String object) {
    objects.remove(object);
  }

  @Override
  public String kind() {
    return "named";
  }

  @Override
  public void check() {}

  @Override
  public int drives() {
    return 3;
  }

  @Override
  public void migrate(TapeWork work) {
    for (TapeFile file : work.files()) {
      put(file.name(), file.id());
      happen(afterWriting);
      work.done(file.id(), TapeLocation.named(file.name()));
    }
  }

  @Override
  public void recall(TapeWork work) {
    work.files()
        .forEach(file -> work.failed(file.id(), new TapeTrouble(TapeTrouble.Kind.RETRY, "no")));
  }

  @Override
  public void remove(TapeWork work) {
    removing = Optional.of(work);
    happen(beforeRemoving);
    for (TapeFile file : work.files()) {
      if (work.isUnwanted(file.id())) {
        work.failed(file.id(), new TapeTrouble(TapeTrouble.Kind.STOPPED, "told so"));
      } else {
        take(file.location().orElseThrow().object());
        work.done(file.id(), file.location().orElseThrow());
      }
    }
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) {
    return Map.of();
  }

  @Override
  public void close() {}
}
