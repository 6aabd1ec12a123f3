package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.NameKey;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Limits how much of a buffer one caller may keep by pins. A file on disk is refused as soon as it
 * would exceed the limit. A file on tape is refused only if the caller is already at the limit: by
 * the time it arrives, the caller may have released something, or pins may have ended. A caller who
 * keeps nothing may keep one file of any size, because it could never be read otherwise.
 */
final class PinAllowance {
  /** What to do with a file on disk that would exceed the limit. */
  enum Excess {
    REFUSED,
    /**
     * The file is reported as on disk, with a pin that has already expired: it may leave the disk.
     */
    UNPINNED
  }

  private final Staging staging;
  private final PinTable pins = new PinTable();
  private final Transactions transactions;
  private final KeptBytes keptBytes;

  /**
   * @param beside computes sums on other threads than the callers'
   */
  PinAllowance(Staging staging, Transactions transactions, Executor beside) {
    this.staging = staging;
    this.transactions = transactions;
    this.keptBytes = new KeptBytes(beside);
  }

  /** The same files within the allowance; no statement where no file may leave. */
  List<PinEntry.Looked> within(
      JdbcClient sql, List<PinEntry.Looked> files, Excess excess, Instant now) {
    Map<StorageArea, Buffer> buffers = new HashMap<>();
    files.stream()
        .filter(PinAllowance::counts)
        .forEach(file -> buffers.computeIfAbsent(area(file), Buffer::new).want(file));
    List<PinEntry.Looked> allowed = new ArrayList<>();
    for (PinEntry.Looked file : files) {
      allowed.add(counts(file) ? buffers.get(area(file)).decide(sql, file, excess, now) : file);
    }
    return allowed;
  }

  private static boolean counts(PinEntry.Looked file) {
    return file.begun().filter(PinAllowance::mayLeave).isPresent();
  }

  private static StorageArea area(PinEntry.Looked file) {
    return file.begun().orElseThrow().place().area();
  }

  /** The bytes that a pin adds to those kept; 0 while the file is only on tape. */
  private static long bytes(PinEntry.Looked file) {
    Staged staged = file.begun().orElseThrow();
    return staged.onDisk() ? staged.size() : 0;
  }

  /** The use of one buffer by the caller of one request. */
  private final class Buffer {
    private final StorageArea area;

    /** Asked once and not for each file: it asks the filesystem. */
    private final long most;

    private final Map<NameKey, Long> wanted = new HashMap<>();
    private OptionalLong kept = OptionalLong.empty();

    Buffer(StorageArea area) {
      this.area = area;
      this.most = staging.allowance(area);
    }

    void want(PinEntry.Looked file) {
      wanted.put(file.seen().key(), bytes(file));
    }

    PinEntry.Looked decide(JdbcClient sql, PinEntry.Looked file, Excess excess, Instant now) {
      String caller = file.asker().caller();
      KeptBytes.Key key = new KeptBytes.Key(caller, area.name());
      long has =
          kept.orElseGet(
              () ->
                  keptBytes.of(
                      key,
                      most,
                      wanted,
                      now,
                      new KeptBytes.Adding(
                          () -> pins.keptBy(sql, caller, area.name(), now),
                          () ->
                              transactions.read(
                                  other -> pins.keptBy(other, caller, area.name(), now)))));
      NameKey name = file.seen().key();
      long more = keptBytes.more(key, name, bytes(file));
      kept = OptionalLong.of(has);
      if (has >= most || (has > 0 && more > most - has)) {
        if (isKept(sql, file, now)) {
          return file;
        }
        return excess == Excess.UNPINNED && file.begun().orElseThrow().onDisk()
            ? file.unpinned(tooMuch(has, most))
            : file.refused(tooMuch(has, most));
      }
      kept = OptionalLong.of(has + more);
      keptBytes.add(key, name, bytes(file));
      return file;
    }
  }

  /** Whether the caller has a pin on the file already: another one keeps no more. */
  private boolean isKept(JdbcClient sql, PinEntry.Looked file, Instant now) {
    return pins.ofOwner(sql, file.asker().caller(), List.of(file.seen().key())).stream()
        .anyMatch(pin -> pin.stateAt(now) == PinState.PINNED);
  }

  static ReturnStatus tooMuch(long has, long most) {
    return ReturnStatus.of(
        SrmStatus.EXCEED_ALLOCATION,
        "your pins keep "
            + has
            + " of the "
            + most
            + " bytes of this buffer that one may keep;"
            + " release some");
  }

  /** In which buffers the pins of a request keep files, by their positions. */
  static Map<Integer, String> buffers(List<PinEntry.Looked> files) {
    Map<Integer, String> buffers = new HashMap<>();
    for (PinEntry.Looked file : files) {
      file.seen()
          .staged()
          .filter(PinAllowance::mayLeave)
          .ifPresent(
              staged -> buffers.put(file.waiting().position(), staged.place().area().name()));
    }
    return buffers;
  }

  private static boolean mayLeave(Staged file) {
    return file.place().area().keeping().storageClass().leavesDisk();
  }
}
