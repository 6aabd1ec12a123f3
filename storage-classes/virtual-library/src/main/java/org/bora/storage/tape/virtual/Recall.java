package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Extent;

/** Brings a batch back: volume by volume as they come in the batch, in the order given. */
final class Recall {
  private final Shelf shelf;
  private final Robot robot;
  private final Faults faults;

  Recall(Shelf shelf, Robot robot, Faults faults) {
    this.shelf = shelf;
    this.robot = robot;
    this.faults = faults;
  }

  void run(Batch batch) throws InterruptedException {
    for (Map.Entry<String, Map<TapeFile, ObjectName>> volume : byVolume(batch).entrySet()) {
      List<TapeFile> files = List.copyOf(volume.getValue().keySet());
      try {
        ofVolume(batch, volume.getKey(), volume.getValue());
      } catch (IOException failure) {
        batch.failed(files, Troubles.ofBatch(failure));
      }
    }
  }

  private static Map<String, Map<TapeFile, ObjectName>> byVolume(Batch batch) {
    Map<String, Map<TapeFile, ObjectName>> volumes = new LinkedHashMap<>();
    for (TapeFile file : batch.left()) {
      Optional<ObjectName> name =
          file.location().map(TapeLocation::object).flatMap(ObjectName::parse);
      if (name.isPresent()) {
        volumes
            .computeIfAbsent(name.get().volume(), label -> new LinkedHashMap<>())
            .put(file, name.get());
      } else {
        batch.failed(
            file,
            new TapeTrouble(
                Kind.VOLUME_UNAVAILABLE,
                "no virtual library ever gave out the location of "
                    + file.name()
                    + ": is another tape system configured under the name of its library?"));
      }
    }
    return volumes;
  }

  private void ofVolume(Batch batch, String label, Map<TapeFile, ObjectName> files)
      throws IOException, InterruptedException {
    Robot.Patience patience =
        () -> {
          shelf.checkUsable(label);
          batch.checkAnyWanted(List.copyOf(files.keySet()));
        };
    try (BatchDrive drive = robot.take(mounted -> List.of(label), patience)) {
      drive.mount(patience);
      for (Map.Entry<TapeFile, ObjectName> file : files.entrySet()) {
        if (batch.isWanted(file.getKey())) {
          one(batch, drive, file.getKey(), file.getValue());
        }
      }
    }
  }

  private void one(Batch batch, BatchDrive drive, TapeFile file, ObjectName name)
      throws IOException, InterruptedException {
    try (VolumeFile volume = open(drive.label())) {
      TapeObject object =
          volume
              .object(name)
              .orElseThrow(
                  () ->
                      TapeFault.ofFile(
                          Kind.LOST, name.text() + " is not on volume " + name.volume()));
      copy(batch, drive, volume, file, object);
      batch.done(file, name.location());
    } catch (IOException failure) {
      TapeFault fault = Troubles.of(failure, "recall of " + file.name());
      if (!fault.isOfOneFile()) {
        throw fault;
      }
      batch.failed(file, fault.trouble());
    }
  }

  private VolumeFile open(String label) throws IOException {
    try {
      return shelf.open(label);
    } catch (NoSuchFileException missing) {
      // Not lost: something may not be mounted, or be elsewhere.
      throw TapeFault.ofAll(
          Kind.VOLUME_UNAVAILABLE,
          "volume "
              + label
              + " is not in the library: put its file back, or declare it lost by faults/lost-"
              + label);
    }
  }

  /** The target is written over, not emptied first: its blocks may have been reserved. */
  private void copy(
      Batch batch, BatchDrive drive, VolumeFile volume, TapeFile file, TapeObject object)
      throws IOException, InterruptedException {
    try (FileChannel target =
        FileChannel.open(
            Path.of(file.path()), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      Bytes from = new Bytes(volume.channel(), object.name().position() + Extent.BLOCK_BYTES);
      drive.read(
          object.extent(),
          pace ->
              from.copyTo(
                  new Bytes(target, 0),
                  object.size(),
                  lens(object),
                  moved -> {
                    batch.progress(file, moved);
                    batch.checkWanted(file);
                    shelf.checkUsable(drive.label());
                    pace.moved(moved);
                  }));
      if (target.size() > object.size()) {
        target.truncate(object.size());
      }
      target.force(true);
    }
  }

  /** What the head sees: after bit rot, a byte that is another. */
  private Bytes.Lens lens(TapeObject object) {
    if (!faults.isRotten(object.name().id())) {
      return Bytes.Lens.CLEAR;
    }
    long rotten = object.size() / 2;
    return (ByteBuffer piece, long offset) -> {
      if (offset <= rotten && rotten < offset + piece.limit()) {
        int at = (int) (rotten - offset);
        piece.put(at, (byte) ~piece.get(at));
      }
    };
  }
}
