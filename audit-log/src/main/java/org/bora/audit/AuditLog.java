package org.bora.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.bora.audit.AuditSettings.OnFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An audit log in files. Lines that arrive during a write are written together by one of the
 * waiting threads (group commit), so under load one write serves many callers. Thread safe.
 *
 * <p>Life cycle: {@link #open} once, {@link #close} once. No two processes write the same file.
 */
public final class AuditLog implements AuditTrail, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  /** The interval at which the file is checked and, if configured, synced. */
  private static final long LOOK_MILLIS = 1000;

  /** The fate of lines whose write was not confirmed. */
  private final IOException unwritten = new IOException("a surprise, see the log");

  /** Lines that are written together. They succeed or fail together. */
  private final class Batch {
    private final Condition done = lock.newCondition();
    private final Sheaf lines = new Sheaf();
    private boolean isDone;

    /** Only lines that were written are reported as written. */
    private IOException failure = unwritten;
  }

  private final AuditSettings settings;
  private final AuditSource source;
  private final Clock clock;
  private final SoleWriter sole;
  private final Path path;
  private final Recorder recorder;
  private final DiskReserve reserve;
  private final LongAdder written = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();

  /** The batch that accepts lines; another one may be written at the same time. */
  private Batch open = new Batch();

  private boolean writing;
  private boolean closed;

  private ScheduledFuture<?> looking;

  private AuditLog(
      AuditSettings settings,
      AuditSource source,
      Clock clock,
      LongSupplier nanos,
      SoleWriter sole,
      AuditFile file) {
    this.settings = settings;
    this.source = source;
    this.clock = clock;
    this.sole = sole;
    this.path = file.path();
    this.reserve = new DiskReserve(file.path());
    this.recorder =
        new Recorder(settings, file, nanos, lines -> about("lost").number("lines", lines).end());
  }

  /**
   * The writing process and its directory.
   *
   * @param directory created if missing
   * @param host the name of this machine in each line
   * @param process {@code bora}, {@code frontend} or {@code backend}: also in the file's name
   */
  public record Place(Path directory, String host, String process) {
    public Place {
      Objects.requireNonNull(directory, "directory");
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(process, "process");
    }

    /** The file that is written. */
    public Path file() {
      return directory.resolve("audit-" + process + ".log");
    }
  }

  /**
   * Opens the file and records the opening in it.
   *
   * @param nanos a monotonic clock
   * @param timer checks the file every second
   * @throws IOException if another process has the file or it cannot be written; the message has
   *     the file and the remedy
   */
  public static AuditLog open(
      AuditSettings settings,
      Place place,
      Clock clock,
      LongSupplier nanos,
      ScheduledExecutorService timer)
      throws IOException {
    Files.createDirectories(place.directory());
    SoleWriter sole = SoleWriter.of(place.file());
    AuditLog log;
    try {
      AuditSource source =
          new AuditSource(place.host(), place.process(), ProcessHandle.current().pid());
      AuditFile file = new AuditFile(place.file(), settings, clock);
      log = new AuditLog(settings, source, clock, nanos, sole, file);
    } catch (IOException e) {
      sole.close();
      throw new IOException("the audit log " + place.file() + " cannot be written: " + e, e);
    }
    try {
      log.write(log.about("begin").end());
    } catch (AuditUnavailable e) {
      log.close();
      throw new IOException(e.getMessage(), e);
    }
    log.looking =
        timer.scheduleWithFixedDelay(log::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    return log;
  }

  private AuditLines about(String what) {
    return lines().begin("audit").text("what", what);
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public AuditLines lines() {
    return new AuditLines(source, clock);
  }

  /** Why lines cannot be written, for the health of this process; empty where they can. */
  public Optional<String> trouble() {
    return recorder
        .trouble()
        .or(() -> settings.onFailure() == OnFailure.REFUSE ? reserve.shortage() : Optional.empty())
        .map(IOException::toString);
  }

  /**
   * The results of all records since the start.
   *
   * @param written records in the file
   * @param failed records that are not: their call was refused, or continued without a line
   */
  public record Figures(long written, long failed) {}

  /** The results of all records since the start. */
  public Figures figures() {
    return new Figures(written.sum(), lost.sum());
  }

  @Override
  public void check() {
    if (settings.onFailure() == OnFailure.CONTINUE) {
      return;
    }
    Optional<IOException> shortage = reserve.shortage();
    if (shortage.isPresent()) {
      throw unavailable(shortage.get());
    }
    if (recorder.trouble().isEmpty()) {
      return;
    }
    exclusively(recorder::tryAgain);
    Optional<IOException> why = recorder.trouble();
    if (why.isPresent()) {
      throw unavailable(why.get());
    }
  }

  private AuditUnavailable unavailable(IOException why) {
    return new AuditUnavailable(
        "the audit log "
            + path
            + " cannot be written ("
            + why
            + "): make room, or set audit.on-failure to continue",
        why);
  }

  @Override
  public void write(AuditLines lines) {
    if (lines.size() == 0) {
      return;
    }
    IOException failure;
    lock.lock();
    try {
      Batch mine = open;
      mine.lines.add(lines.bytes(), lines.size());
      lines.clear();
      // Invariant: one thread writes, or the next one that is awake with an open batch does.
      while (!mine.isDone) {
        if (writing) {
          mine.done.awaitUninterruptibly();
        } else {
          lead(mine);
        }
      }
      failure = mine.failure;
    } finally {
      lock.unlock();
    }
    (failure == null ? written : lost).increment();
    if (failure != null && settings.onFailure() == OnFailure.REFUSE) {
      throw unavailable(failure);
    }
  }

  /** Writes the lines of all callers so far; new ones go to the next batch. */
  private void lead(Batch batch) {
    writing = true;
    open = new Batch();
    lock.unlock();
    try {
      batch.failure = recorder.put(batch.lines);
    } finally {
      lock.lock();
      batch.isDone = true;
      batch.done.signalAll();
      rest();
    }
  }

  /** Threads that have come meanwhile go on. */
  private void rest() {
    writing = false;
    open.done.signal();
    idle.signal();
  }

  private void exclusively(Runnable work) {
    lock.lock();
    try {
      while (writing) {
        idle.awaitUninterruptibly();
      }
      writing = true;
      lock.unlock();
      try {
        work.run();
      } finally {
        lock.lock();
        rest();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Goes on at the path of the file, after another program moved it away. */
  public void reopen() throws IOException {
    IOException[] failure = {null};
    exclusively(
        () -> {
          try {
            recorder.reopen();
          } catch (IOException e) {
            failure[0] = e;
          }
        });
    if (failure[0] != null) {
      throw failure[0];
    }
  }

  /** The work of every second, apart from calls. */
  private void look() {
    try {
      if (recorder.trouble().isPresent()) {
        exclusively(recorder::tryAgain);
      } else if (!recorder.isInPlace()) {
        LOG.warn("{} was moved or deleted by another program: starting a new file", path);
        reopen();
      } else {
        synchronise();
      }
      recorder.settle();
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "the periodic work on the audit log {} failed, it is repeated: {}", path, e.toString());
    }
  }

  /** Callers continue to write meanwhile, except after a failure of the disk. */
  private void synchronise() {
    try {
      recorder.synchronise();
    } catch (IOException e) {
      exclusively(() -> recorder.fail(e));
    }
  }

  /** Says in the file that it ends here, and closes it; more than once does no harm. */
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
    } finally {
      lock.unlock();
    }
    if (looking != null) {
      looking.cancel(false);
    }
    try (SoleWriter _ = sole;
        Recorder _ = recorder) {
      write(about("end").end());
    } catch (AuditUnavailable e) {
      LOG.error("{}", e.getMessage());
    }
  }
}
