package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeWork;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** A tape library in a directory, see the package. Its life is that of {@link TapeDriver}. */
public final class VirtualLibrary implements TapeDriver {
  private final VirtualLibrarySettings settings;
  private final Layout layout;
  private final Faults faults;
  private final Shelf shelf;
  private final Recall recall;
  private final Migration migration;
  private final ObjectRemoval removal;

  /** Nothing is read or made before {@link #check}. */
  public VirtualLibrary(VirtualLibrarySettings settings, TapeTime time) {
    this.settings = settings;
    layout = new Layout(settings.directory());
    faults = new Faults(layout);
    shelf = new Shelf(settings, layout, faults);
    Robot robot =
        new Robot(
            settings.drives(), new BatchDrive.Workshop(layout, settings.mechanics(), time, faults));
    recall = new Recall(shelf, robot, faults);
    migration = new Migration(shelf, robot, faults, time);
    removal = new ObjectRemoval(shelf, layout, faults);
  }

  @Override
  public String kind() {
    return "virtual";
  }

  /** Makes the library if its directory is missing or empty. */
  @Override
  public void check() throws StorageException {
    Path directory = layout.directory();
    try {
      Files.createDirectories(directory);
      if (!Files.exists(layout.marker())) {
        refuseForeign(directory);
      }
      for (Path part :
          List.of(layout.volumes(), layout.drives(), layout.locks(), layout.faults())) {
        Files.createDirectories(part);
      }
      if (!Files.exists(layout.marker())) {
        Files.writeString(layout.marker(), Layout.MARKER_TEXT);
      }
      HeldLock.tryTake(layout.robotLock()).ifPresent(HeldLock::close);
    } catch (StorageException refusal) {
      throw refusal;
    } catch (IOException failure) {
      throw new StorageException(
          Reason.IO,
          "tape library directory "
              + directory
              + " cannot be used: it must be writable and its filesystem know flock; "
              + failure);
    }
  }

  private static void refuseForeign(Path directory) throws IOException {
    try (Stream<Path> inside = Files.list(directory)) {
      // Another backend may be making it right now: its parts are no strangers.
      Optional<Path> stranger =
          inside
              .filter(
                  path ->
                      !List.of("volumes", "drives", "locks", "faults", "LIBRARY", "lost+found")
                          .contains(path.getFileName().toString()))
              .findFirst();
      if (stranger.isPresent()) {
        throw new StorageException(
            Reason.EXISTS,
            "tape library directory "
                + directory
                + " is neither empty nor a tape library: it has "
                + stranger.get().getFileName()
                + "; name an empty directory");
      }
    }
  }

  @Override
  public int drives() {
    return settings.drives();
  }

  @Override
  public void migrate(TapeWork work) throws InterruptedException {
    migration.run(new Batch(work));
  }

  @Override
  public void recall(TapeWork work) throws InterruptedException {
    recall.run(new Batch(work));
  }

  @Override
  public void remove(TapeWork work) throws InterruptedException {
    removal.run(new Batch(work));
  }

  /** Faults of this library, to be set and mended. */
  public Faults faults() {
    return faults;
  }

  /** Its content and its usage. */
  public LibraryStatistics statistics() throws IOException, InterruptedException {
    return LibraryStatistics.read(settings.drives(), shelf, layout, faults);
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    if (!Files.exists(layout.marker())) {
      throw new StorageException(
          Reason.IO, layout.directory() + " holds no tape library: is it mounted?");
    }
    try {
      Map<TapeFile, Found> answer = new LinkedHashMap<>();
      Map<UUID, TapeObject> searched = searchUnlocated(files);
      for (TapeFile file : files) {
        Optional<ObjectName> name =
            file.location()
                .map(TapeLocation::object)
                .flatMap(ObjectName::parse)
                .or(() -> Optional.ofNullable(searched.get(file.id())).map(TapeObject::name));
        if (name.isPresent()) {
          find(name.get()).ifPresent(found -> answer.put(file, found));
        }
      }
      return answer;
    } catch (IOException failure) {
      throw new StorageException(Reason.IO, "the tape library cannot be read: " + failure);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new StorageException(Reason.IO, "interrupted while the tape library was asked");
    }
  }

  @Override
  public void eachObject(Consumer<Kept> seen) throws StorageException {
    try {
      for (String label : shelf.labels()) {
        if (!Files.exists(layout.volume(label))) {
          continue; // never used
        }
        shelf.checkUsable(label);
        // handed on without the lock of the volume
        for (TapeObject object : shelf.locked(label, VolumeIndex::live)) {
          ObjectName name = object.name();
          seen.accept(new Kept(name.id(), name.location(), object.size(), object.adler32()));
        }
      }
    } catch (IOException failure) {
      throw new StorageException(
          Reason.IO, "the tape library does not tell all that it has: " + failure.getMessage());
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new StorageException(Reason.IO, "interrupted while the tape library was asked");
    }
  }

  /** Files whose place is not known: the last report on them was lost. */
  private Map<UUID, TapeObject> searchUnlocated(List<TapeFile> files)
      throws IOException, InterruptedException {
    List<TapeFile> unlocated = files.stream().filter(file -> file.location().isEmpty()).toList();
    return unlocated.isEmpty()
        ? new HashMap<>()
        : shelf.find(unlocated.stream().map(TapeFile::id).collect(Collectors.toSet()));
  }

  private Optional<Found> find(ObjectName name) throws IOException {
    if (faults.isLost(name.volume())) {
      return Optional.empty();
    }
    Path file = layout.volume(name.volume());
    try (VolumeFile volume = VolumeFile.toRead(name.volume(), file)) {
      return volume
          .object(name)
          .map(object -> new Found(name.location(), !faults.isDisabled(name.volume())));
    } catch (NoSuchFileException missing) {
      return Optional.of(new Found(name.location(), false));
    }
  }

  @Override
  public void close() {
    // Nothing is held between batches.
  }
}
