package org.bora.storage.tape.virtual;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;

/** The remaining work of a batch. It reports on every file once. */
final class Batch {
  private final TapeWork work;
  private final Map<UUID, TapeFile> left = new LinkedHashMap<>();

  Batch(TapeWork work) {
    this.work = work;
    work.files().forEach(file -> left.put(file.id(), file));
  }

  /** In the order given. */
  List<TapeFile> left() {
    return List.copyOf(left.values());
  }

  void progress(TapeFile file, long bytes) {
    work.progress(file.id(), bytes);
  }

  void done(TapeFile file, TapeLocation location) {
    if (left.remove(file.id()) != null) {
      work.done(file.id(), location);
    }
  }

  void failed(TapeFile file, TapeTrouble trouble) {
    if (left.remove(file.id()) != null) {
      work.failed(file.id(), trouble);
    }
  }

  void failed(List<TapeFile> files, TapeTrouble trouble) {
    files.forEach(file -> failed(file, trouble));
  }

  /** Whether it is still wanted. If not, that is its report. */
  boolean isWanted(TapeFile file) {
    if (work.isUnwanted(file.id())) {
      failed(file, new TapeTrouble(Kind.STOPPED, file.name() + " is not wanted any more"));
      return false;
    }
    return true;
  }

  /**
   * Looks whether a caller still waits for any of some files.
   *
   * @throws TapeFault if not
   */
  void checkAnyWanted(List<TapeFile> files) throws TapeFault {
    if (files.stream().allMatch(file -> work.isUnwanted(file.id()))) {
      throw TapeFault.ofAll(Kind.STOPPED, "the files are not wanted any more");
    }
  }

  /**
   * Looks whether a caller still waits for a file.
   *
   * @throws TapeFault if no caller wants the file any more on which the drive is at work
   */
  void checkWanted(TapeFile file) throws TapeFault {
    if (work.isUnwanted(file.id())) {
      throw TapeFault.ofFile(Kind.STOPPED, file.name() + " is not wanted any more");
    }
  }
}
