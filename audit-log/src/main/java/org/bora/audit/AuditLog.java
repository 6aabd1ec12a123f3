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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An audit log in files. Who comes while another one writes has his lines written together with
 * those of everybody else who came meanwhile, by one of them (group commit): under load one write
 * serves many. Thread safe.
 *
 * <p>Life cycle: {@link #open} once, {@link #close} once. No two processes write the same file.
 */
public final class AuditLog implements AuditTrail, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  /** How often the file is looked at, and, where that is wanted, synchronised. */
  private static final long LOOK_MILLIS = 1000;

  /** What is tried in vain is tried again after a second. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Lines that meet somewhere: they are written together, and share their luck. */
  private final class Batch {
    private final Condition done = lock.newCondition();
    private final Sheaf lines = new Sheaf();
    private boolean isDone;
    private IOException failure;
  }

  private final AuditSettings settings;
  private final AuditSource source;
  private final Clock clock;
  private final LongSupplier nanos;
  private final SoleWriter sole;
  private final AuditFile file;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();

  /** The one that takes lines; another one may be written just now. */
  private Batch open = new Batch();

  private boolean writing;
  private boolean closed;

  /** What could not be written yet, in order; only whoever writes touches it. */
  private final Backlog backlog = new Backlog();

  /** Why lines cannot be written; null where they can. */
  private volatile IOException failing;

  private volatile boolean dirty;
  private long triedNanos;
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
    this.nanos = nanos;
    this.sole = sole;
    this.file = file;
  }

  /**
   * Who writes, and where.
   *
   * @param directory is made where it is not there
   * @param host names this machine in every line
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
   * Opens the file and says so in it.
   *
   * @param nanos a clock that nobody turns back
   * @param timer looks at the file every second
   * @throws IOException names the file, and what to do: another process has it, or it cannot be
   *     written
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

  /** Why lines cannot be written, for whoever watches over this process; empty where they can. */
  public Optional<String> trouble() {
    return Optional.ofNullable(failing).map(IOException::toString);
  }

  @Override
  public void check() {
    if (failing == null || settings.onFailure() == OnFailure.CONTINUE) {
      return;
    }
    exclusively(this::tryAgain);
    IOException why = failing;
    if (why != null) {
      throw unavailable(why);
    }
  }

  private AuditUnavailable unavailable(IOException why) {
    return new AuditUnavailable(
        "the audit log "
            + file.path()
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
      // Invariant: somebody writes, or whoever is awake and whose batch is open does so next.
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
    if (failure != null && settings.onFailure() == OnFailure.REFUSE) {
      throw unavailable(failure);
    }
  }

  /** Writes the lines of everybody who has come so far; new ones meet in another batch. */
  private void lead(Batch batch) {
    writing = true;
    open = new Batch();
    lock.unlock();
    try {
      batch.failure = put(batch.lines);
    } finally {
      lock.lock();
      batch.isDone = true;
      batch.done.signalAll();
      rest();
    }
  }

  /** Whoever has come meanwhile goes on. */
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

  /** Gives why it was in vain, null where it was not. */
  private IOException put(Sheaf lines) {
    if (failing != null) {
      tryAgain();
    }
    if (failing == null) {
      try {
        append(lines);
        return null;
      } catch (IOException e) {
        fail(e);
      }
    }
    backlog.keep(lines);
    return failing;
  }

  private void append(Sheaf lines) throws IOException {
    if (file.isFull(lines.length())) {
      rotate();
    }
    file.append(lines.bytes(), lines.length());
    if (settings.sync() == Sync.REPLY) {
      file.force();
    } else {
      dirty = true;
    }
  }

  /** A file that cannot be put aside grows on: no reason to lose a line. */
  private void rotate() {
    try {
      file.rotate();
    } catch (IOException e) {
      LOG.error("{} cannot be put aside, and grows: {}", file.path(), e.toString());
    }
  }

  private void fail(IOException why) {
    if (failing == null) {
      LOG.error(
          "the audit log {} cannot be written: {}; {}",
          file.path(),
          why.toString(),
          settings.onFailure() == OnFailure.REFUSE
              ? "calls are refused until it can"
              : "calls go on without it");
    }
    triedNanos = nanos.getAsLong();
    failing = why;
  }

  /** Writes what is left of the time when nothing could be written. */
  private void tryAgain() {
    if (failing == null || nanos.getAsLong() - triedNanos < AGAIN_NANOS) {
      return;
    }
    try {
      file.reopen();
      append(withCount(backlog));
    } catch (IOException e) {
      fail(e);
      return;
    }
    backlog.clear();
    failing = null;
    LOG.info("the audit log {} is written again", file.path());
  }

  /** What is kept, and, where more came than that, a line that says how much more. */
  private Sheaf withCount(Backlog lines) {
    Sheaf all = new Sheaf();
    all.add(lines.kept().bytes(), lines.kept().length());
    if (lines.lost() > 0) {
      AuditLines count = about("lost").number("lines", lines.lost()).end();
      all.add(count.bytes(), count.size());
    }
    return all;
  }

  /** Goes on at the path of the file, after somebody else put it aside. */
  public void reopen() throws IOException {
    IOException[] failure = {null};
    exclusively(
        () -> {
          try {
            file.reopen();
          } catch (IOException e) {
            failure[0] = e;
          }
        });
    if (failure[0] != null) {
      throw failure[0];
    }
  }

  /** What is done every second, beside the calls. */
  private void look() {
    try {
      if (failing != null) {
        exclusively(this::tryAgain);
      } else if (!file.isInPlace()) {
        LOG.warn("{} was put aside by somebody else: a new one begins", file.path());
        reopen();
      } else if (dirty && settings.sync() == Sync.SECOND) {
        dirty = false;
        file.force();
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the audit log {}: {}", file.path(), e.toString());
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
        AuditFile _ = file) {
      write(about("end").end());
    } catch (AuditUnavailable e) {
      LOG.error("{}", e.getMessage());
    }
  }
}
