package org.bora.backend.stage.recall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.StagedPinTable;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.stage.TapeMoves;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.drive.DriveState;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeTrouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch, from the hidden files on disk to the last pin. The driver works on the calling thread;
 * in parallel, recalled files are verified and put in place, and the lease of the drive is renewed.
 * After a crash at any point, another backend takes the rows when the lease ends, checks what is on
 * disk, and continues from there.
 */
final class RecallBatch {
  private static final Logger LOG = LoggerFactory.getLogger(RecallBatch.class);
  private static final Duration DISK_FULL = Duration.ofSeconds(30);

  /** An area in which nothing was prepared for this time, or for a lease, is skipped. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How long a file of an area that does not answer is left alone. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private static final long MOST_MILLIS = 5_000;
  private static final String NOTHING =
      "the tape system says that it is there, and brought nothing";

  private final RecallParts parts;
  private final RecallEnding ending;
  private final RecallClaims claims;
  private final RecallClaims.Claimed claimed;
  private final UUID batch;
  private final Map<UUID, RecallRow> rows = new HashMap<>();
  private final Map<UUID, Path> targets = new ConcurrentHashMap<>();
  private final Set<String> leftBehind = new HashSet<>();
  private final StagedPinTable pins = new StagedPinTable();
  private long files;
  private long bytes;
  private long head = -1;

  RecallBatch(
      RecallParts parts, RecallEnding ending, RecallClaims claims, RecallClaims.Claimed claimed) {
    this.parts = parts;
    this.ending = ending;
    this.claims = claims;
    this.claimed = claimed;
    this.batch = claimed.hold().holder();
  }

  /** Works it off and gives the drive back. */
  void run(Executor executor) throws InterruptedException {
    RecallWork work = new RecallWork();
    CountDownLatch through = new CountDownLatch(1);
    executor.execute(() -> keep(work, through)); // from now on: to prepare files may take long
    try {
      work.hand(prepared(work, executor));
      readAll(work, executor);
    } catch (RuntimeException e) {
      claimed.hold().close(); // not to be waited for: the next look takes its files up
      throw e;
    } finally {
      through.countDown();
    }
    if (!work.isAbandoned()) {
      leave();
    }
  }

  private void readAll(RecallWork work, Executor executor) throws InterruptedException {
    CountDownLatch settled = new CountDownLatch(1);
    executor.execute(() -> finishAll(work, settled, new AreaLanes(executor)));
    try {
      read(work);
    } finally {
      settled.await(); // also when the process ends: what is being put in place is, or is not
    }
  }

  private void read(RecallWork work) throws InterruptedException {
    String why = "the tape system said nothing of it";
    try {
      if (!work.files().isEmpty() && !work.isAbandoned()) {
        parts.tape().libraries().driver(claimed.hold().library()).recall(work);
      }
    } catch (InterruptedException e) {
      work.abandon(); // the process ends: another backend takes them up
      throw e;
    } catch (RuntimeException e) {
      LOG.error("library {}: its driver failed", claimed.hold().library(), e);
      why = "the driver failed";
    } finally {
      work.close(why);
    }
  }

  private synchronized void count(RecallRow row) {
    files++;
    bytes += row.size();
    head = Math.max(head, row.position());
  }

  private synchronized void leave() {
    Optional<DriveState.Loaded> loaded =
        Optional.of(claimed.volume())
            .filter(volume -> !volume.isEmpty() && files > 0)
            .map(volume -> new DriveState.Loaded(volume, head, claimed.passSince()));
    Duration took = Duration.between(claimed.began(), parts.tokens().now());
    Optional<DriveState.Pace> pace =
        files > 0 ? Optional.of(new DriveState.Pace(took, files, bytes)) : Optional.empty();
    claimed.hold().leave(loaded, pace);
  }

  /**
   * Creates hidden files for the bytes, until the drive is lost. Areas work in parallel; the files
   * of a hanging area are left for later.
   */
  private List<TapeFile> prepared(RecallWork work, Executor executor) throws InterruptedException {
    AreaLanes lanes = new AreaLanes(executor);
    for (RecallRow row : claimed.files()) {
      rows.put(row.file(), row);
      lanes.add(row.area(), () -> prepareQuietly(row, work));
    }
    Duration lease = parts.tape().drives().lease();
    leaveBehind(lanes.await(lease.compareTo(PATIENCE) < 0 ? lease : PATIENCE));
    List<RecallRow> ready =
        claimed.files().stream()
            .filter(row -> targets.containsKey(row.file()) && !isLeft(row))
            .toList();
    return claims.ours(claimed.hold(), ready).stream().map(this::toRead).toList();
  }

  private TapeFile toRead(RecallRow row) {
    String area =
        parts.storage().locator().area(row.area()).map(StorageArea::sfn).orElse(row.area());
    String target = targets.get(row.file()).toString();
    return new TapeFile(
        row.file(), area + "/" + row.path(), target, row.size(), row.adler32(), row.location());
  }

  private void prepareQuietly(RecallRow row, RecallWork work) {
    try {
      if (!work.isAbandoned() && !isLeft(row)) {
        prepare(row);
      }
    } catch (RuntimeException e) {
      // the row stays with the batch; when the drive is given back it is taken up
      LOG.error("file {} could not be prepared", row.file(), e);
    }
  }

  private void prepare(RecallRow row) {
    try {
      String path = area(row).tree().residences().beginRecall(row.path(), row.file(), row.size());
      synchronized (leftBehind) {
        if (!leftBehind.contains(row.area())) {
          targets.put(row.file(), Path.of(path));
          return;
        }
      }
      // The area came back too late. What was made is not removed: by now it may be what another
      // batch has begun under the same name, which removes what it finds there, as the sweep does.
    } catch (StorageException e) {
      refused(row, e);
    }
  }

  private boolean isLeft(RecallRow row) {
    synchronized (leftBehind) {
      return leftBehind.contains(row.area());
    }
  }

  /** Gives the files of areas back that hang. */
  private void leaveBehind(Set<String> areas) {
    synchronized (leftBehind) {
      leftBehind.addAll(areas);
    }
    for (RecallRow row : claimed.files()) {
      if (areas.contains(row.area())) {
        ending.again(row, batch, WaitReason.TAPE, SILENCE, "its area does not answer");
      }
    }
  }

  private StorageArea area(RecallRow row) throws StorageException {
    return parts
        .storage()
        .locator()
        .area(row.area())
        .orElseThrow(() -> new StorageException(Reason.MISSING, "area " + row.area() + " is gone"));
  }

  /** The filesystem's failure to create or publish a file. */
  private void refused(RecallRow row, StorageException why) {
    switch (why.reason()) {
      case UNSUPPORTED -> ending.done(row, batch); // it is on disk
      case MISSING, NOT_A_DIRECTORY, IS_A_DIRECTORY -> moved(row);
      case NO_SPACE, QUOTA ->
          ending.again(row, batch, WaitReason.ROOM, DISK_FULL, why.getMessage());
      case DAMAGED -> ending.damaged(row, batch, why.getMessage());
      default -> unclear(row, why);
    }
  }

  /** The filesystem does not report the state of the file. */
  private void unclear(RecallRow row, StorageException why) {
    if (why.isOfArea()) {
      ending.again(row, batch, WaitReason.TAPE, SILENCE, why.getMessage()); // no fault of the tape
    } else {
      ending.failed(row, batch, why.getMessage());
    }
  }

  /** The rename told the row: then it is tried there. Else it is gone. */
  private void moved(RecallRow row) {
    Optional<RecallRow> now = ending.current(row.file(), batch);
    if (now.isEmpty()) {
      return; // another batch has it, and may have begun
    }
    discard(row);
    if (!now.get().path().equals(row.path())) {
      ending.again(now.get(), batch, WaitReason.TAPE, Duration.ZERO, "it was renamed");
    } else {
      stays(row);
    }
  }

  private void stays(RecallRow row) {
    try {
      if (isStub(row)) {
        ending.failed(row, batch, NOTHING);
      } else {
        ending.gone(row, batch);
      }
    } catch (StorageException e) {
      unclear(row, e);
    }
  }

  /** Whether it is where it was, and still without its bytes. */
  private boolean isStub(RecallRow row) throws StorageException {
    try {
      EntryFacts facts = area(row).tree().facts(row.path());
      return facts.id().equals(Optional.of(row.file())) && !facts.residency().onDisk();
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        throw e;
      }
      LOG.debug("file {} is not where it was", row.file(), e);
      return false;
    }
  }

  private void discard(RecallRow row) {
    try {
      area(row).tree().residences().discardRecall(row.path(), row.file());
    } catch (StorageException e) {
      LOG.debug("recalled bytes of {} are left for the sweep", row.file(), e);
    }
  }

  private void finishAll(RecallWork work, CountDownLatch settled, AreaLanes lanes) {
    try {
      RecallWork.Report report = work.take();
      while (report.file().isPresent()) {
        RecallRow row = rows.get(report.file().get());
        Optional<TapeTrouble> trouble = report.trouble();
        lanes.add(row.area(), () -> finishQuietly(work, row, trouble));
        report = work.take();
      }
      lanes.await();
    } catch (InterruptedException e) {
      work.abandon();
      Thread.currentThread().interrupt();
    } finally {
      settled.countDown();
    }
  }

  private void finishQuietly(RecallWork work, RecallRow row, Optional<TapeTrouble> trouble) {
    try {
      if (!work.isAbandoned()) {
        finish(row, trouble);
      }
    } catch (RuntimeException e) {
      // the row stays with the batch; when the drive is given back, the next look takes it up
      LOG.error("file {} could not be settled", row.file(), e);
    }
  }

  private void finish(RecallRow row, Optional<TapeTrouble> trouble) {
    // Only what is still this batch's: what lies beside the stub may be what its heir has begun,
    // and to verify it takes as long as to read it.
    Optional<RecallRow> current = ending.current(row.file(), batch);
    if (current.isEmpty()) {
      return;
    }
    if (trouble.isPresent()) {
      discard(row);
      failed(row, trouble.get());
      return;
    }
    if (isEmpty(row)) {
      // no sign that the copy is bad: the system, or what a site made of it, did not do its work
      discard(row);
      moves().recalls().failed();
      ending.failed(row, batch, NOTHING);
      return;
    }
    // what another backend finds out while the bytes are verified is later than what this one knows
    Optional<Alarm> away = ending.volumeAlarm(row);
    try {
      area(row).tree().residences().finishRecall(current.get().path(), row.file());
      count(row);
      arrived(row);
      ending.done(row, batch);
      away.ifPresent(ending::volumeIsThere);
    } catch (StorageException e) {
      LOG.debug("file {} is not in place: {}", row.file(), e.getMessage(), e);
      moves().recalls().failed();
      refused(row, e);
    }
  }

  private TapeMoves moves() {
    return parts.tape().libraries().moves(claimed.hold().library());
  }

  private void arrived(RecallRow row) {
    moves().recalls().moved(row.size());
    moves().waits().record(Duration.between(row.wanted(), parts.tokens().now()).toNanos());
  }

  private boolean isEmpty(RecallRow row) {
    try {
      return row.size() > 0 && Files.size(targets.get(row.file())) == 0;
    } catch (IOException e) {
      LOG.debug("recalled bytes of {} are not in their place", row.file(), e);
      return false; // with its directory it may have another name by now
    }
  }

  private void failed(RecallRow row, TapeTrouble trouble) {
    if (trouble.kind() != TapeTrouble.Kind.STOPPED) {
      moves().recalls().failed();
    }
    switch (trouble.kind()) {
      case RETRY -> ending.failed(row, batch, trouble.text());
      case VOLUME_UNAVAILABLE -> ending.unavailable(row, batch, trouble.text());
      case LOST -> ending.lost(row, batch, trouble.text());
      case NO_SPACE -> ending.again(row, batch, WaitReason.ROOM, DISK_FULL, trouble.text());
      case STOPPED ->
          ending.again(row, batch, WaitReason.TAPE, Duration.ZERO, "stopped: no caller waited");
    }
  }

  /**
   * Renews the lease until the batch ends, and tells the driver which files are no longer wanted.
   * While the database does not answer, the hold lasts until its last confirmed end: a backend that
   * reaches the database first may then consider the batch dead.
   */
  private void keep(RecallWork work, CountDownLatch through) {
    Duration lease = parts.tape().drives().lease();
    long every = Math.min(MOST_MILLIS, lease.toMillis() / 3);
    Instant renewed = claimed.began();
    try {
      while (!work.isAbandoned() && !through.await(every, TimeUnit.MILLISECONDS)) {
        Instant now = parts.tokens().now();
        try {
          if (!now.isBefore(renewed.plus(lease.dividedBy(3)))) {
            renew(work);
            renewed = now;
          }
          work.setUnwanted(unwanted(work.open(), now));
        } catch (RuntimeException e) {
          LOG.warn(
              "library {}: the lease of a batch of recalls could not be renewed; trying again",
              claimed.hold().library(),
              e);
          if (!parts.tokens().now().isBefore(renewed.plus(lease))) {
            LOG.error(
                "library {}: a batch of recalls is stopped, because its lease has expired",
                claimed.hold().library());
            work.abandon();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(RecallWork work) {
    if (!claimed.hold().renew()) {
      LOG.warn("library {}: a batch took longer than its lease", claimed.hold().library());
      work.abandon();
    }
  }

  private Set<UUID> unwanted(Set<UUID> open, Instant now) {
    Set<UUID> unwanted = new HashSet<>(open);
    if (!open.isEmpty()) {
      unwanted.removeAll(parts.transactions().read(sql -> pins.wanted(sql, open, now)).keySet());
    }
    return unwanted;
  }
}
