package org.bora.audit;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The current file, and its rotation. Whole lines are written at once; if a write fails, its
 * partial line is removed. For one thread at a time, except {@link #force}, {@link #settle} and
 * {@link #isInPlace}. A rotated file waits for {@link #settle}, so callers do not wait for the
 * disk.
 *
 * <p>It uses streams, not a channel: an interrupt of one writing thread would close a channel for
 * all.
 */
final class AuditFile implements AutoCloseable {

  /** Where the time of a line stands: <code>{"v":1,"time":"...</code>. */
  private static final int TIME_AT = ("{\"v\":" + AuditLines.VERSION + ",\"time\":\"").length();

  /**
   * An open file.
   *
   * @param end appends at the current end
   * @param whole can read and truncate
   * @param key distinguishes it from another file of the same name
   */
  private record Opened(FileOutputStream end, RandomAccessFile whole, String key)
      implements AutoCloseable {

    void force() throws IOException {
      end.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      try (whole) {
        end.close();
      }
    }
  }

  private static final Set<PosixFilePermission> MODE =
      Set.copyOf(PosixFilePermissions.fromString("rw-r-----"));

  /** No more are open at once: a disk that is slower than its writers has them wait. */
  private static final int MOST_ASIDE = 4;

  private final Path path;
  private final RotatedFiles rotated;
  private final AuditSettings settings;
  private final Clock clock;
  private volatile Opened opened;

  /** Rotated files, perhaps not synced to the disk yet. */
  private final Queue<Opened> aside = new ConcurrentLinkedQueue<>();

  private volatile boolean tooMany;
  private long length;
  private Instant begun;

  /** The last line is not whole: the next one must not become part of it. */
  private boolean torn;

  /**
   * Opens the file, or makes it, readable only by its owner and group.
   *
   * @throws IOException with the name of the file
   */
  AuditFile(Path path, AuditSettings settings, Clock clock) throws IOException {
    this.path = path;
    this.rotated = new RotatedFiles(path);
    this.settings = settings;
    this.clock = clock;
    open();
  }

  Path path() {
    return path;
  }

  private void open() throws IOException {
    try {
      Files.createFile(path, PosixFilePermissions.asFileAttribute(MODE));
      // what the mask of the process took away
      Files.setPosixFilePermissions(path, MODE);
    } catch (FileAlreadyExistsException goesOn) {
      // by the last process, or put there by the administrator, whose mode it keeps
    }
    FileOutputStream end = new FileOutputStream(path.toFile(), true);
    RandomAccessFile whole = null;
    try {
      whole = new RandomAccessFile(path.toFile(), "rw");
      Opened next = new Opened(end, whole, key());
      long found = whole.length();
      Instant first = begun(whole, found);
      boolean cut = found > 0 && read(whole, found - 1, 1).charAt(0) != '\n';
      // nothing fails any more: what is open and what is known of it change together
      length = found;
      begun = first;
      torn = cut;
      opened = next;
    } catch (IOException | RuntimeException unreadable) {
      end.close();
      if (whole != null) {
        whole.close();
      }
      throw unreadable;
    }
  }

  /** By its first line, so that restarts make no file older than it may be. */
  private Instant begun(RandomAccessFile whole, long found) throws IOException {
    if (found < TIME_AT + UtcMillis.LENGTH) {
      return clock.instant();
    }
    return UtcMillis.read(read(whole, TIME_AT, UtcMillis.LENGTH)).orElseGet(clock::instant);
  }

  private static String read(RandomAccessFile whole, long at, int count) throws IOException {
    byte[] some = new byte[count];
    whole.seek(at);
    whole.readFully(some);
    return new String(some, StandardCharsets.ISO_8859_1);
  }

  private String key() throws IOException {
    return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }

  /** Whether the file at the path is the one that is being written. */
  boolean isInPlace() {
    try {
      return opened.key().equals(key());
    } catch (IOException gone) {
      return false;
    }
  }

  /** Whether lines of so many bytes go into a new file. */
  boolean isFull(int more) {
    return length > 0
        && (length + more > settings.fileBytes()
            || !clock.instant().isBefore(begun.plus(settings.fileAge())));
  }

  /**
   * Puts the file aside and begins a new one; the oldest beyond the number to keep go. Every line
   * is in one or the other.
   *
   * @throws IOException where that cannot be done; the file is written on then
   */
  void rotate() throws IOException {
    if (!isInPlace()) {
      reopen();
      return;
    }
    Path name = rotated.next(clock.instant());
    Opened old = opened;
    Files.move(path, name);
    try {
      open();
    } catch (IOException | RuntimeException e) {
      // over an empty one, where that could be made and not be opened
      Files.move(name, path, StandardCopyOption.REPLACE_EXISTING);
      throw e;
    }
    tooMany = true;
    putAside(old);
  }

  private void putAside(Opened old) throws IOException {
    aside.add(old);
    if (aside.size() > MOST_ASIDE) {
      settle();
    }
  }

  /**
   * Finishes rotated files: syncs and closes them, and removes the oldest ones beyond the limit.
   *
   * @throws IOException if that is not certain; it is not repeated
   */
  void settle() throws IOException {
    for (Opened old = aside.poll(); old != null; old = aside.poll()) {
      try (Opened last = old) {
        last.force();
      }
    }
    if (tooMany) {
      tooMany = false;
      rotated.prune(settings.keep());
    }
  }

  /** Goes on at the path, after another program moved the file away. */
  void reopen() throws IOException {
    Opened old = opened;
    open();
    putAside(old);
  }

  /**
   * Appends whole lines.
   *
   * @throws IOException where not all of them are in the file; none of them is then
   */
  void append(byte[] lines, int count) throws IOException {
    try {
      if (torn) {
        opened.end().write('\n');
        length++;
        torn = false;
      }
      opened.end().write(lines, 0, count);
      length += count;
    } catch (IOException | RuntimeException | Error e) {
      cutBack();
      throw e;
    }
  }

  private void cutBack() {
    try {
      if (opened.whole().length() > length) {
        opened.whole().setLength(length);
      }
    } catch (IOException stays) {
      torn = true;
    }
  }

  /** Waits until everything so far is on the disk. */
  void force() throws IOException {
    Opened now = opened;
    try {
      now.force();
    } catch (IOException e) {
      if (now.equals(opened)) {
        throw e;
      }
      // put aside meanwhile, and written out with that
    }
  }

  @Override
  public void close() throws IOException {
    try (Opened last = opened) {
      last.force();
    }
  }
}
