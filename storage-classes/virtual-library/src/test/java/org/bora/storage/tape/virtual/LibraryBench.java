package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.Scratch;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;

/** A small library for one test, and files to put into it. Time stands still. */
final class LibraryBench implements AutoCloseable {
  static final long VOLUME_BYTES = VirtualLibrarySettings.MIN_VOLUME_BYTES;

  final Scratch scratch;
  final TapeFiles files;
  final SteppedTapeTime time = new SteppedTapeTime();

  LibraryBench() throws IOException {
    scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")));
    files = new TapeFiles(scratch.area());
  }

  Path directory() {
    return scratch.outside().resolve("library");
  }

  Path volume(String label) {
    return new Layout(directory()).volume(label);
  }

  Path index(String label) {
    return new Layout(directory()).index(label);
  }

  /** As another process would open it. */
  VirtualLibrary open(int drives, int volumes, Mechanics mechanics) throws StorageException {
    VirtualLibrary library =
        new VirtualLibrary(
            new VirtualLibrarySettings(directory(), drives, volumes, VOLUME_BYTES, mechanics),
            time);
    library.check();
    return library;
  }

  VirtualLibrary open() throws StorageException {
    return open(2, 3, Mechanics.INSTANT);
  }

  static RecordedWork migrate(VirtualLibrary library, TapeFile... batch)
      throws InterruptedException {
    RecordedWork work = new RecordedWork(List.of(batch));
    library.migrate(work);
    return work;
  }

  /** Where a file is after it was migrated alone. */
  static TapeLocation put(VirtualLibrary library, TapeFile file) throws InterruptedException {
    RecordedWork work = migrate(library, file);
    return work.location(file).orElseThrow(() -> new AssertionError(work.reports(file)));
  }

  static RecordedWork recall(VirtualLibrary library, TapeFile... batch)
      throws InterruptedException {
    RecordedWork work = new RecordedWork(List.of(batch));
    library.recall(work);
    return work;
  }

  static RecordedWork remove(VirtualLibrary library, TapeFile file, TapeLocation location)
      throws InterruptedException {
    RecordedWork work = new RecordedWork(List.of(TapeFiles.onTape(file, location)));
    library.remove(work);
    return work;
  }

  /** Recalls a file and compares every byte. */
  void assertWhole(VirtualLibrary library, TapeFile file, TapeLocation location)
      throws IOException, InterruptedException {
    TapeFile wanted = files.toRecall(file, location);
    RecordedWork work = recall(library, wanted);
    assertArrayEquals(
        Files.readAllBytes(Path.of(file.path())),
        Files.readAllBytes(Path.of(wanted.path())),
        () -> file.name() + ": " + work.reports(wanted));
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
