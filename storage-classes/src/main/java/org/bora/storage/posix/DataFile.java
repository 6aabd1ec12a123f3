package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.bora.storage.spi.Vouched.Claim;

/** A file held open by its descriptor. */
final class DataFile implements OpenFile {
  private static final long WRITING =
      Flags.O_WRONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK | Flags.O_NOCTTY;

  private final Root root;
  private final LentHandle file;

  private final Optional<UUID> upload;

  private DataFile(Root root, Handle file, Optional<UUID> upload) {
    this.root = root;
    this.file = new LentHandle(file);
    this.upload = upload;
  }

  /** Opens a file for reading. A link is followed within the area. */
  static DataFile toRead(Root root, AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      Handle file = root.open(frame, path, Uploads.FILE & ~Flags.O_NOFOLLOW);
      return of(frame, root, file, Optional.empty());
    }
  }

  /** Opens the hidden file of an upload for writing. */
  static DataFile toWrite(Root root, AreaPath directory, UUID upload) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle open = root.open(frame, directory, Root.LOOK)) {
      Handle file = open.open(frame, Upload.hiddenName(upload), WRITING);
      return of(frame, root, file, Optional.of(upload));
    }
  }

  private static DataFile of(CallFrame frame, Root root, Handle file, Optional<UUID> upload)
      throws StorageException {
    DataFile open = new DataFile(root, file, upload);
    try {
      Stat stat = file.stat(frame);
      if (!stat.isFile()) {
        throw new StorageException(
            stat.isDirectory() ? Reason.IS_A_DIRECTORY : Reason.UNSUPPORTED,
            "'" + file.where() + "' is not a file");
      }
      return open;
    } catch (StorageException e) {
      open.close();
      throw e;
    }
  }

  @Override
  public EntryFacts facts() throws StorageException {
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      return Entries.facts(frame, use.handle(), root);
    }
  }

  @Override
  public int read(ByteBuffer into, long position) throws StorageException {
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      MemorySegment bytes = MemorySegment.ofBuffer(into);
      long read = -Errno.EINTR;
      while (read == -Errno.EINTR) {
        read = FileCalls.pread(frame, use.handle().descriptor(), bytes, position);
      }
      use.handle().check(read, "pread");
      into.position(into.position() + (int) read);
      return (int) read;
    }
  }

  @Override
  public void write(ByteBuffer from, long position) throws StorageException {
    long to = position;
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      while (from.hasRemaining()) {
        MemorySegment bytes = MemorySegment.ofBuffer(from);
        long written = FileCalls.pwrite(frame, use.handle().descriptor(), bytes, to);
        if (written != -Errno.EINTR) {
          use.handle().check(written, "pwrite");
          from.position(from.position() + (int) written);
          to += written;
        }
      }
    }
  }

  /** As after a sealing that was cut short between the checksum and the rest ({@link Uploads}). */
  @Override
  public void sum(String adler32) throws StorageException {
    UUID id = upload.orElseThrow(() -> new IllegalStateException("a file that is read"));
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      Handle open = use.handle();
      Stat stat = open.stat(frame);
      BoraAttributes.write(frame, open, stat, adler32, id);
      FileSeal.begin(frame, root, open, stat, Map.of(Claim.ID, id.toString()));
      if (!WriterHold.isLocal(frame, open)) {
        // the sync of a backend on another host does not reach what this one has in memory
        open.sync(frame);
      }
    }
  }

  @Override
  public boolean hold() throws StorageException {
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      return WriterHold.take(frame, root, use.handle());
    }
  }

  @Override
  public void note(String name, String text) throws StorageException {
    if (upload.isEmpty()) {
      throw new IllegalStateException("a file that is read");
    }
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      Notes.write(frame, use.handle(), use.handle().stat(frame), name, text);
    }
  }

  @Override
  public Optional<String> note(String name) throws StorageException {
    try (LentHandle.Use use = file.use();
        CallFrame frame = new CallFrame()) {
      return Notes.read(frame, use.handle(), use.handle().stat(frame), name);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
