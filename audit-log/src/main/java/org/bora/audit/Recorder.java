package org.bora.audit;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines to the file and rotates it. While nothing can be written, it keeps or counts lines,
 * and writes them first afterwards. For one thread at a time, except {@link #trouble}, {@link
 * #synchronise} and {@link #settle}.
 */
final class Recorder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

  /** What is tried in vain is tried again after a second. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AuditSettings settings;
  private final AuditFile file;
  private final LongSupplier nanos;
  private final LongFunction<AuditLines> lost;
  private final Backlog backlog = new Backlog();

  /** Why lines cannot be written; null where they can. */
  private volatile IOException failing;

  private volatile boolean dirty;
  private long triedNanos;

  /**
   * @param nanos a monotonic clock
   * @param lost makes a line with the number of missing lines
   */
  Recorder(
      AuditSettings settings, AuditFile file, LongSupplier nanos, LongFunction<AuditLines> lost) {
    this.settings = settings;
    this.file = file;
    this.nanos = nanos;
    this.lost = lost;
  }

  /** Why lines cannot be written; empty where they can. */
  Optional<IOException> trouble() {
    return Optional.ofNullable(failing);
  }

  /** Gives why it was in vain, null where it was not. */
  IOException put(Sheaf lines) {
    if (failing != null) {
      tryAgain();
    }
    if (failing == null) {
      try {
        append(lines);
        return null;
      } catch (IOException e) {
        fail(e);
      } catch (RuntimeException surprise) {
        fail(new IOException(surprise.toString(), surprise));
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
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "the audit log {} cannot be rotated and keeps growing: {}", file.path(), e.toString());
    }
  }

  /** From here on lines are kept, until trying again succeeds. */
  void fail(IOException why) {
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

  /** Writes the backlog. */
  void tryAgain() {
    if (failing == null || nanos.getAsLong() - triedNanos < AGAIN_NANOS) {
      return;
    }
    try {
      file.reopen();
      append(withCount(backlog));
      if (settings.sync() == Sync.SECOND) {
        file.force();
      }
    } catch (IOException e) {
      fail(e);
      return;
    } catch (RuntimeException surprise) {
      fail(new IOException(surprise.toString(), surprise));
      return;
    }
    backlog.clear();
    failing = null;
    LOG.info("the audit log {} can be written again", file.path());
  }

  /** The kept lines and, if there were more, a line with their number. */
  private Sheaf withCount(Backlog lines) {
    Sheaf all = new Sheaf();
    all.add(lines.kept().bytes(), lines.kept().length());
    if (lines.lost() > 0) {
      AuditLines count = lost.apply(lines.lost());
      all.add(count.bytes(), count.size());
    }
    return all;
  }

  /** Goes on at the path of the file. */
  void reopen() throws IOException {
    file.reopen();
  }

  /** Whether the file is still at its path: another program may have moved it away. */
  boolean isInPlace() {
    return file.isInPlace();
  }

  /**
   * Syncs the lines written since the last time, if configured.
   *
   * @throws IOException if they may not be on disk: the caller calls {@link #fail}
   */
  void synchronise() throws IOException {
    if (dirty && settings.sync() == Sync.SECOND) {
      dirty = false;
      file.force();
    }
  }

  /** Finishes rotated files, and removes the oldest; in the background. */
  void settle() {
    try {
      file.settle();
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "audit log {}: a rotated file may not be on the disk yet: {}", file.path(), e.toString());
    }
  }

  @Override
  public void close() throws IOException {
    settle();
    file.close();
  }
}
