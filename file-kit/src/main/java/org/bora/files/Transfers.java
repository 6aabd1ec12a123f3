package org.bora.files;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.bora.api.figures.TransferFigures;
import org.bora.files.bandwidth.SharedLine;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;

/**
 * The requests that move bytes through a door, and their progress. If the door's bandwidth is
 * limited, callers share it. Thread safe.
 */
public final class Transfers {
  private static final double NANOS = 1e9;

  private final Set<Transfer> running = ConcurrentHashMap.newKeySet();
  private final LongSupplier nanos;
  private final SharedLine out;
  private final SharedLine in;

  /** Without a limit. */
  private final SharedLine free;

  /**
   * None yet, and no limit of bandwidth.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public Transfers(LongSupplier nanos) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.out = new SharedLine(nanos);
    this.in = new SharedLine(nanos);
    this.free = new SharedLine(nanos);
  }

  /**
   * Limits what clients read, and what they write, each.
   *
   * @param bytesPerSecond empty for no limit
   * @param patience the longest wait for a share; a transfer that has waited so long goes on
   */
  public void limit(OptionalLong bytesPerSecond, Duration patience) {
    out.limit(bytesPerSecond, patience);
    in.limit(bytesPerSecond, patience);
  }

  /** How long transfers that send files have waited for their share in all, in seconds. */
  public double waitedOut() {
    return out.waitedSeconds();
  }

  /** How long transfers that receive files have waited for their share in all, in seconds. */
  public double waitedIn() {
    return in.waitedSeconds();
  }

  /**
   * The subject of a request.
   *
   * @param kind GET, PUT, COPY or a word of another protocol
   * @param name of the file
   * @param other side: the client's address, or another server
   * @param announced size of the body, if known
   */
  public record Subject(
      String kind, String caller, String name, String other, OptionalLong announced) {
    private static final int MOST_CHARS = 1000;

    public Subject {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(caller, "caller");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(other, "other");
      Objects.requireNonNull(announced, "announced");
      name = brief(name);
      other = brief(other);
    }

    /** Of a text that a client may make as long as the head of its request. */
    private static String brief(String text) {
      return text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS - 3) + "...";
    }
  }

  /** Begins a request; it is listed from its first file until it is closed. */
  public Transfer begin(Subject subject) {
    return new Transfer(subject);
  }

  /** Those that last longest, at most so many. */
  public List<TransferFigures> list(int most) {
    long now = nanos.getAsLong();
    return running.stream()
        .sorted(Comparator.comparingLong(one -> one.begunNanos - now))
        .limit(most)
        .map(one -> one.figures(now))
        .toList();
  }

  /**
   * Ends a transfer: it is cut off at its next bytes, like that of a banned caller.
   *
   * @return whether there is such a transfer
   */
  public boolean end(String id) {
    Optional<Transfer> found =
        running.stream().filter(one -> one.id.toString().equals(id)).findFirst();
    found.ifPresent(one -> one.ended = true);
    return found.isPresent();
  }

  /** One request. Its files are opened and moved by one thread at a time. */
  public final class Transfer implements AutoCloseable {
    private final Subject subject;
    private final UUID id = UUID.randomUUID();
    private final long begunNanos = nanos.getAsLong();
    private final LongAdder read = new LongAdder();
    private final LongAdder written = new LongAdder();
    private volatile OptionalLong size;
    private volatile boolean ended;

    private Transfer(Subject subject) {
      this.subject = subject;
      this.size = subject.announced();
    }

    /**
     * Counts the bytes read from a file or written to it, and makes the transfer wait for its share
     * of the line.
     */
    OpenFile follow(OpenFile file) {
      running.add(this);
      return new Followed(file, out, in);
    }

    /** The same of bytes that stay inside the service: they use no line, and do not wait. */
    OpenFile followInside(OpenFile file) {
      running.add(this);
      return new Followed(file, free, free);
    }

    /** Whether an administrator has ended it. */
    public boolean isEnded() {
      return ended;
    }

    private TransferFigures figures(long now) {
      return new TransferFigures(
          id.toString(),
          subject.kind(),
          subject.caller(),
          subject.name(),
          subject.other(),
          Math.max(read.sum(), written.sum()),
          size,
          (now - begunNanos) / NANOS);
    }

    @Override
    public void close() {
      running.remove(this);
    }

    private final class Followed implements OpenFile {
      private final OpenFile file;
      private final SharedLine sends;
      private final SharedLine receives;

      Followed(OpenFile file, SharedLine sends, SharedLine receives) {
        this.file = file;
        this.sends = sends;
        this.receives = receives;
      }

      /** A door asks for the facts before it sends: they tell the size of the transfer. */
      @Override
      public EntryFacts facts() throws StorageException {
        EntryFacts facts = file.facts();
        if (size.isEmpty()) {
          size = OptionalLong.of(facts.size());
        }
        return facts;
      }

      @Override
      public int read(ByteBuffer into, long position) throws StorageException {
        int count = file.read(into, position);
        read.add(count);
        sends.pass(subject.caller(), count);
        return count;
      }

      @Override
      public void write(ByteBuffer from, long position) throws StorageException {
        int count = from.remaining();
        file.write(from, position);
        written.add(count);
        receives.pass(subject.caller(), count);
      }

      @Override
      public boolean hold() throws StorageException {
        return file.hold();
      }

      @Override
      public void sum(String adler32) throws StorageException {
        file.sum(adler32);
      }

      @Override
      public void note(String name, String text) throws StorageException {
        file.note(name, text);
      }

      @Override
      public Optional<String> note(String name) throws StorageException {
        return file.note(name);
      }

      @Override
      public void close() {
        file.close();
      }
    }
  }
}
