package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;

/** Marks objects as not needed. No volume is mounted for that. */
final class ObjectRemoval {
  private final Shelf shelf;
  private final Layout layout;
  private final Faults faults;

  ObjectRemoval(Shelf shelf, Layout layout, Faults faults) {
    this.shelf = shelf;
    this.layout = layout;
    this.faults = faults;
  }

  void run(Batch batch) throws InterruptedException {
    for (TapeFile file : batch.left()) {
      if (!batch.isWanted(file)) {
        continue;
      }
      Optional<TapeLocation> location = file.location();
      if (location.isEmpty()) {
        batch.failed(
            file,
            new TapeTrouble(Kind.RETRY, "it was not said where " + file.name() + " is on tape"));
        continue;
      }
      try {
        Optional<ObjectName> name = ObjectName.parse(location.get().object());
        if (name.isPresent()) {
          mark(name.get());
        }
        batch.done(file, location.get());
      } catch (IOException failure) {
        batch.failed(file, Troubles.of(failure, "removal of " + file.name()).trouble());
      }
    }
  }

  private void mark(ObjectName name) throws IOException, InterruptedException {
    String label = name.volume();
    if (faults.isLost(label)) {
      return;
    }
    shelf.locked(
        label,
        index -> {
          try (VolumeFile volume = VolumeFile.toWriteOver(label, layout.volume(label))) {
            Optional<TapeObject> object = volume.object(name);
            if (object.isPresent()) {
              volume.markDeleted(object.get());
              index.removed(object.get());
            }
            return object;
          } catch (NoSuchFileException missing) {
            throw TapeFault.ofAll(
                Kind.VOLUME_UNAVAILABLE, "volume " + label + " is not in the library");
          }
        });
  }
}
