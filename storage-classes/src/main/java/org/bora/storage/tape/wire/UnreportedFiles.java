package org.bora.storage.tape.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;

/**
 * The files of a batch without a final report. Whatever an external tape system says, every file is
 * reported exactly once, and no other file. Used by one thread.
 */
public final class UnreportedFiles {
  private final TapeWork work;
  private final boolean checksums;
  private final Map<UUID, TapeFile> open = new LinkedHashMap<>();
  private final Set<UUID> unwanted = new LinkedHashSet<>();

  /**
   * All files of a batch; unwanted files are reported as stopped at once.
   *
   * @param checksums whether a file is done only where the report has the ADLER32 of its bytes on
   *     tape
   */
  public UnreportedFiles(TapeWork work, boolean checksums) {
    this.work = work;
    this.checksums = checksums;
    work.files().forEach(file -> open.put(file.id(), file));
    newlyUnwanted().forEach(this::stopped);
  }

  /** In the order given. */
  public List<TapeFile> files() {
    return List.copyOf(open.values());
  }

  public boolean isEmpty() {
    return open.isEmpty();
  }

  /** Open files that are no longer wanted, each returned once. */
  public List<TapeFile> newlyUnwanted() {
    List<TapeFile> found = new ArrayList<>();
    for (TapeFile file : open.values()) {
      if (!unwanted.contains(file.id()) && work.isUnwanted(file.id())) {
        unwanted.add(file.id());
        found.add(file);
      }
    }
    return found;
  }

  /** Whether any open file is wanted, as of the last {@link #newlyUnwanted}. */
  public boolean anyWanted() {
    return !unwanted.containsAll(open.keySet());
  }

  /** Closes a file that is not wanted. */
  public void stopped(TapeFile file) {
    fail(file, new TapeTrouble(Kind.STOPPED, file.name() + " is not wanted any more"));
  }

  /**
   * Passes a report on.
   *
   * @return why it was not: the file is unknown, or was already reported
   */
  public Optional<String> take(TapeFileReport report) {
    TapeFile file = open.get(report.id());
    if (file == null) {
      return Optional.of("a report on " + report.id() + ", which is not open in this batch");
    }
    switch (report) {
      case TapeFileReport.Progress progress -> work.progress(file.id(), progress.bytes());
      case TapeFileReport.Failed failed -> fail(file, failed.trouble());
      case TapeFileReport.Done done -> finish(file, done);
      case TapeFileReport.Found found ->
          fail(file, new TapeTrouble(Kind.RETRY, "'found' answers questions, and says not done"));
    }
    return Optional.empty();
  }

  private void finish(TapeFile file, TapeFileReport.Done done) {
    Optional<TapeLocation> location = done.location().or(file::location);
    Optional<String> wrong = done.adler32().filter(sum -> !sum.equals(file.adler32()));
    if (location.isEmpty()) {
      fail(file, new TapeTrouble(Kind.RETRY, "the tape system did not say where the file is"));
    } else if (wrong.isPresent()) {
      refuse(
          file,
          done,
          "the tape system had other bytes in its hands: their ADLER32 is "
              + wrong.get()
              + ", the file's "
              + file.adler32());
    } else if (checksums && done.adler32().isEmpty()) {
      refuse(
          file,
          done,
          "the tape system did not say the ADLER32 of what it has on tape, so the copy does not"
              + " count; let its reports of migrations have 'adler32', or, where it verifies copies"
              + " by itself, set 'verification: trusted' for the library");
    } else if (open.remove(file.id()) != null) {
      work.done(file.id(), location.get());
    }
  }

  /** A copy was written to tape that no file refers to. */
  private void refuse(TapeFile file, TapeFileReport.Done done, String why) {
    TapeTrouble trouble = new TapeTrouble(Kind.RETRY, why);
    if (file.location().isPresent() || done.location().isEmpty()) {
      fail(file, trouble);
    } else if (open.remove(file.id()) != null) {
      work.unverified(file.id(), done.location().get(), trouble);
    }
  }

  /** Closes a file; without effect if it is closed. */
  public void fail(TapeFile file, TapeTrouble trouble) {
    if (open.remove(file.id()) != null) {
      work.failed(file.id(), trouble);
    }
  }

  /** Closes all open files; unwanted ones as stopped. */
  public void failRest(Kind kind, String text) {
    for (TapeFile file : files()) {
      if (unwanted.contains(file.id())) {
        stopped(file);
      } else {
        fail(file, new TapeTrouble(kind, text));
      }
    }
  }
}
