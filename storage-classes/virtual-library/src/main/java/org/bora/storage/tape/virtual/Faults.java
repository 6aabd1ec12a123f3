package org.bora.storage.tape.virtual;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What is broken in a library. Each fault is a file in {@code faults/}, so that an administrator
 * can break and mend things by {@code touch} and {@code rm} while the library is used; they count
 * from the next step of a drive on.
 *
 * <ul>
 *   <li>{@code drive-N}: the drive is broken. A number in the file lets so many files of each batch
 *       go well before.
 *   <li>{@code hang-VOLUME}: mounting the volume does not end while the file is there.
 *   <li>{@code disabled-VOLUME}: the volume may not be used until the file is removed.
 *   <li>{@code lost-VOLUME}: the volume is destroyed.
 *   <li>{@code rot-ID}: a byte in the middle of the file with this identifier reads as another, and
 *       the library does not notice.
 *   <li>{@code full}: no more room on any volume.
 * </ul>
 */
public final class Faults {
  private final Path directory;

  Faults(Layout layout) {
    directory = layout.faults();
  }

  /** The faults of a library, also without opening it. */
  public static Faults of(Path library) {
    return new Faults(new Layout(library));
  }

  public void breakDrive(int number) throws IOException {
    set("drive-" + number);
  }

  /** Breaks it in the middle of whatever file comes after so many of each batch. */
  public void breakDriveAfter(int number, long files) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("drive-" + number), files + "\n");
  }

  public void mendDrive(int number) throws IOException {
    clear("drive-" + number);
  }

  public void hangMount(String volume) throws IOException {
    set("hang-" + volume);
  }

  public void unhangMount(String volume) throws IOException {
    clear("hang-" + volume);
  }

  public void disable(String volume) throws IOException {
    set("disabled-" + volume);
  }

  public void enable(String volume) throws IOException {
    clear("disabled-" + volume);
  }

  public void lose(String volume) throws IOException {
    set("lost-" + volume);
  }

  public void rot(UUID file) throws IOException {
    set("rot-" + file);
  }

  public void fill() throws IOException {
    set("full");
  }

  public void unfill() throws IOException {
    clear("full");
  }

  /** Mends everything. */
  public void clear() throws IOException {
    for (String fault : list()) {
      clear(fault);
    }
  }

  /** Names of all faults that are set, in order. */
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::getFileName).map(Objects::toString).sorted().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  /** How many files of a batch a drive still does; empty for a drive that works. */
  OptionalLong filesUntilBroken(int drive) throws IOException {
    Path file = directory.resolve("drive-" + drive);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    try {
      String text = Files.readString(file).strip();
      return OptionalLong.of(text.matches("\\d{1,9}") ? Long.parseLong(text) : 0);
    } catch (NoSuchFileException mendedMeanwhile) {
      return OptionalLong.empty();
    }
  }

  boolean isBroken(int drive) throws IOException {
    OptionalLong left = filesUntilBroken(drive);
    return left.isPresent() && left.getAsLong() == 0;
  }

  boolean hangs(String volume) {
    return is("hang-" + volume);
  }

  boolean isDisabled(String volume) {
    return is("disabled-" + volume);
  }

  boolean isLost(String volume) {
    return is("lost-" + volume);
  }

  boolean isRotten(UUID file) {
    return is("rot-" + file);
  }

  boolean isFull() {
    return is("full");
  }

  private boolean is(String fault) {
    return Files.exists(directory.resolve(fault));
  }

  private void set(String fault) throws IOException {
    Files.createDirectories(directory);
    try {
      Files.createFile(directory.resolve(fault));
    } catch (FileAlreadyExistsException set) {
      Files.writeString(directory.resolve(fault), "");
    }
  }

  private void clear(String fault) throws IOException {
    Files.deleteIfExists(directory.resolve(fault));
  }
}
