package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Extent;

/**
 * Writes a batch: on one volume as far as it fits, then on the next. What is on a volume already,
 * with the same identifier, size and checksum, is not written again: its last report was lost.
 */
final class Migration {
  private final Shelf shelf;
  private final Robot robot;
  private final Faults faults;
  private final TapeTime time;

  Migration(Shelf shelf, Robot robot, Faults faults, TapeTime time) {
    this.shelf = shelf;
    this.robot = robot;
    this.faults = faults;
    this.time = time;
  }

  void run(Batch batch) throws InterruptedException {
    try {
      reportWritten(batch);
      List<TapeFile> left = wanted(batch);
      while (!left.isEmpty()) {
        onOneVolume(batch, left);
        left = wanted(batch);
      }
    } catch (IOException failure) {
      batch.failed(batch.left(), Troubles.ofBatch(failure));
    }
  }

  private static List<TapeFile> wanted(Batch batch) {
    return batch.left().stream().filter(batch::isWanted).toList();
  }

  private void reportWritten(Batch batch) throws IOException, InterruptedException {
    Map<UUID, TapeFile> files =
        batch.left().stream().collect(Collectors.toMap(TapeFile::id, file -> file));
    for (TapeObject object : shelf.find(files.keySet()).values()) {
      TapeFile file = files.get(object.name().id());
      if (object.size() == file.size()
          && object.adler32().equals(file.adler32())
          && isWhole(object)) {
        batch.done(file, object.name().location());
      }
    }
  }

  /** Reads it without a drive, only to check whether the earlier write succeeded. */
  private boolean isWhole(TapeObject object) throws IOException, InterruptedException {
    if (faults.isRotten(object.name().id())) {
      return false;
    }
    try (VolumeFile volume = shelf.open(object.name().volume())) {
      Bytes bytes = new Bytes(volume.channel(), object.name().position() + Extent.BLOCK_BYTES);
      return volume.object(object.name()).isPresent()
          && bytes.adler32(object.size()).equals(object.adler32());
    }
  }

  private void onOneVolume(Batch batch, List<TapeFile> files)
      throws IOException, InterruptedException {
    try {
      fill(batch, files);
    } catch (TapeFault fault) {
      if (!fault.isOfOneFile()) {
        throw fault;
      }
      batch.failed(files.getFirst(), fault.trouble());
    }
  }

  private void fill(Batch batch, List<TapeFile> files) throws IOException, InterruptedException {
    long first = Extent.bytesFor(files.getFirst().size());
    long all = files.stream().mapToLong(file -> Extent.bytesFor(file.size())).sum();
    Robot.Patience patience = () -> batch.checkAnyWanted(files);
    try (BatchDrive drive = robot.take(mounted -> choose(first, all, mounted), patience)) {
      drive.mount(patience);
      try (VolumeFile volume = shelf.openToWrite(drive.label())) {
        long room = shelf.locked(drive.label(), index -> prepare(index, volume));
        for (TapeFile file : files) {
          long need = Extent.bytesFor(file.size());
          if (need <= room && batch.isWanted(file)) {
            one(batch, drive, volume, file);
            room = shelf.locked(drive.label(), shelf::room);
          }
        }
      }
    }
  }

  private List<String> choose(long first, long all, List<String> mounted)
      throws IOException, InterruptedException {
    checkRoom();
    List<String> labels = shelf.withRoom(first, all, mounted);
    if (labels.isEmpty()) {
      // A smaller one may still fit.
      throw TapeFault.ofFile(
          Kind.NO_SPACE, "no volume of the tape library has room for " + first + " bytes");
    }
    return labels;
  }

  private long prepare(VolumeIndex index, VolumeFile volume) throws IOException {
    index.relabelIfUseless(volume, time.now());
    index.beforeAppending(volume, time.now());
    return shelf.room(index);
  }

  private void one(Batch batch, BatchDrive drive, VolumeFile volume, TapeFile file)
      throws IOException, InterruptedException {
    try {
      TapeObject object =
          shelf.locked(
              drive.label(),
              index ->
                  new TapeObject(
                      new ObjectName(file.id(), drive.label(), index.generation(), index.end()),
                      file.size(),
                      file.adler32(),
                      false));
      write(batch, drive, volume, file, object);
      shelf.locked(
          drive.label(),
          index -> {
            index.added(object);
            return object;
          });
      batch.done(file, object.name().location());
    } catch (IOException failure) {
      TapeFault fault = Troubles.of(failure, "migration of " + file.name());
      if (!fault.isOfOneFile()) {
        throw fault;
      }
      batch.failed(file, fault.trouble());
    }
  }

  private void write(
      Batch batch, BatchDrive drive, VolumeFile volume, TapeFile file, TapeObject object)
      throws IOException, InterruptedException {
    try (FileChannel source =
        FileChannel.open(
            Path.of(file.path()), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      Bytes target = new Bytes(volume.channel(), object.name().position() + Extent.BLOCK_BYTES);
      drive.write(
          object.extent(),
          pace -> {
            String adler32 =
                new Bytes(source, 0)
                    .copyTo(
                        target,
                        file.size(),
                        Bytes.Lens.CLEAR,
                        moved -> {
                          batch.progress(file, moved);
                          batch.checkWanted(file);
                          shelf.checkUsable(drive.label());
                          checkRoom();
                          pace.moved(moved);
                        });
            checkSame(file, source, adler32);
          });
      volume.describe(object, file.name(), time.now());
    }
  }

  private void checkRoom() throws TapeFault {
    if (faults.isFull()) {
      throw TapeFault.ofAll(Kind.NO_SPACE, "the tape library is full");
    }
  }

  private static void checkSame(TapeFile file, FileChannel source, String adler32)
      throws IOException {
    if (source.size() != file.size() || !adler32.equals(file.adler32())) {
      throw TapeFault.ofFile(
          Kind.RETRY,
          String.format(
              Locale.ROOT,
              "%s is not what was to be migrated: %d bytes with ADLER32 %s, expected %d with %s",
              file.name(),
              source.size(),
              adler32.isEmpty() ? "unknown" : adler32,
              file.size(),
              file.adler32()));
    }
  }
}
