package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.StagedPinTable;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.space.Shortage;
import org.bora.backend.stage.drive.DriveHold;
import org.bora.backend.stage.drive.DriveState;
import org.bora.backend.stage.drive.DriveUse;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.plan.ForwardPass;
import org.bora.backend.stage.plan.LoadedVolume;
import org.bora.backend.stage.plan.NextPass;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.RecallOrder;
import org.bora.backend.stage.plan.Situation;
import org.bora.backend.stage.plan.WaitingFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Chooses the work of a free drive, and claims drive, volume, files, and disk space for them. Files
 * for which no caller waits any more are dropped. It only uses the database, except for {@link
 * #withRoom}, because a full or hanging buffer must not delay other areas.
 */
final class RecallClaims {
  private static final Logger LOG = LoggerFactory.getLogger(RecallClaims.class);

  /** Choices in a row that came to nothing: others were quicker, or no caller wanted the files. */
  private static final int CHOICES = 100;

  /** Batches of unwanted files, put away in one transaction. */
  private static final int PASSES = 10;

  private static final Duration ROOM_PATIENCE = Duration.ofSeconds(10);
  private static final Duration NO_ROOM = Duration.ofSeconds(15);
  private static final Duration NO_ROOM_ALIKE = Duration.ofSeconds(5);
  private static final String NO_ROOM_TEXT = "there is no room for it on disk";

  private final RecallParts parts;
  private final RecallOrder order;
  private final OrderSettings limits;
  private final ForwardPass pass;
  private final RecallTable table = new RecallTable();
  private final RecallLineTable line = new RecallLineTable();
  private final StagedPinTable pins = new StagedPinTable();
  private final RecentDemands demands = new RecentDemands();

  /** Libraries of which a drive waits for room for files of unknown volumes. */
  private final Set<String> waitingForRoom = ConcurrentHashMap.newKeySet();

  RecallClaims(RecallParts parts) {
    this.parts = parts;
    this.limits = parts.settings().order();
    this.order = new RecallOrder(limits, new ActivityShares(parts.settings().activities()));
    this.pass = new ForwardPass(limits);
  }

  /** The work for a drive. */
  sealed interface Next {
    /** The drive. */
    DriveHold hold();
  }

  /**
   * A batch claimed by this backend.
   *
   * @param began when the batch began
   * @param passSince when its pass began
   */
  record Claimed(
      DriveHold hold, String volume, List<RecallRow> files, Instant began, Instant passSince)
      implements Next {}

  /** Files without disk space yet; none of them is claimed. */
  record Crowded(
      DriveHold hold, Choice choice, Instant began, List<RecallRow> files, Shortage shortage)
      implements Next {}

  /** What a library does next; empty where no drive is free or nothing is to be done now. */
  Optional<Next> next(String library) {
    for (int choice = 0; choice < CHOICES; choice++) {
      Instant now = parts.tokens().now();
      Optional<Choice> chosen = choose(library, now);
      if (chosen.isEmpty()) {
        return Optional.empty();
      }
      Drives drives = parts.tape().drives();
      Optional<DriveHold> hold =
          drives.take(library, DriveUse.RECALL, chosen.get().read().volume());
      if (hold.isEmpty()) {
        return Optional.empty();
      }
      Optional<Next> taken = take(hold.get(), chosen.get(), now);
      if (taken.isPresent()) {
        return taken;
      }
      demands.forget(library);
    }
    return Optional.empty();
  }

  /** What to read, and when its pass began. */
  record Choice(NextPass.Read read, Instant passSince) {}

  private Optional<Choice> choose(String library, Instant now) {
    List<DriveState> drives = parts.tape().drives().of(library);
    boolean free = drives.isEmpty() || drives.stream().anyMatch(drive -> drive.isFree(now));
    if (!parts.transactions().read(sql -> line.isAnyDue(sql, library, now))) {
      return Optional.empty();
    }
    if (!free) {
      parts.tape().drives().wish(library, DriveUse.RECALL); // before all others that wait
      return Optional.empty();
    }
    List<LoadedVolume> loaded =
        drives.stream()
            .filter(drive -> drive.isFree(now))
            .flatMap(drive -> drive.loaded().stream())
            .map(one -> new LoadedVolume(one.volume(), one.head(), one.passSince()))
            .toList();
    Set<String> reading =
        drives.stream().flatMap(drive -> drive.busyWith(now).stream()).collect(Collectors.toSet());
    Situation situation =
        parts
            .transactions()
            .read(
                sql ->
                    new Situation(
                        demands.of(library, now, () -> line.demands(sql, library, now)),
                        reading,
                        loaded,
                        line.turns(sql, library)));
    return order.next(situation, now) instanceof NextPass.Read read
        ? Optional.of(new Choice(read, since(read, loaded, now)))
        : Optional.empty();
  }

  private static Instant since(NextPass.Read read, List<LoadedVolume> loaded, Instant now) {
    return loaded.stream()
        .filter(one -> read.turnOf().isEmpty() && one.volume().equals(read.volume()))
        .map(LoadedVolume::passSince)
        .findFirst()
        .orElse(now);
  }

  /** Claims files, and room if there is any; returns the drive if there are no files. */
  private Optional<Next> take(DriveHold hold, Choice choice, Instant now) {
    List<RecallRow> tried = new ArrayList<>();
    Optional<Next> taken = Optional.empty();
    try {
      List<RecallRow> files = claim(hold, choice, limits.batchFiles(), tried);
      taken = claimed(hold, choice, now, files).map(Next.class::cast);
    } catch (Shortage shortage) {
      taken = crowded(new Crowded(hold, choice, now, tried, shortage));
    } finally {
      if (taken.isEmpty()) {
        hold.close();
      }
    }
    return taken;
  }

  /**
   * Files whose volume is unknown are one queue: while a drive waits for room for them, the next
   * one would wait for the same files. So they hold one drive of a library at a time.
   */
  private Optional<Next> crowded(Crowded crowded) {
    boolean known = !crowded.choice().read().volume().isEmpty();
    return known || waitingForRoom.add(crowded.hold().library())
        ? Optional.of(crowded)
        : Optional.empty();
  }

  private static Optional<Claimed> claimed(
      DriveHold hold, Choice choice, Instant began, List<RecallRow> files) {
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(new Claimed(hold, choice.read().volume(), files, began, choice.passSince()));
  }

  /**
   * The same with room made for it; blocks meanwhile. Where no room can be made the batch becomes
   * smaller, and at last its only file waits. The drive is given back where nothing is claimed.
   *
   * @param executor runs a thread for what may hang in a filesystem
   */
  Optional<Claimed> withRoom(Crowded crowded, Executor executor) throws InterruptedException {
    DriveHold hold = crowded.hold();
    Optional<Claimed> taken = Optional.empty();
    try {
      if (makeRoom(hold, crowded.files(), crowded.shortage(), executor)) {
        taken = claimed(hold, crowded.choice(), crowded.began(), whatFits(crowded));
      }
      return taken;
    } finally {
      if (crowded.choice().read().volume().isEmpty()) {
        waitingForRoom.remove(hold.library());
      }
      if (taken.isEmpty()) {
        hold.close();
      }
    }
  }

  private List<RecallRow> whatFits(Crowded crowded) {
    int most = limits.batchFiles();
    while (true) {
      List<RecallRow> tried = new ArrayList<>();
      try {
        return claim(crowded.hold(), crowded.choice(), most, tried);
      } catch (Shortage shortage) {
        if (tried.size() > 1) {
          most = tried.size() / 2;
        } else {
          RecallRow refused = tried.getFirst();
          park(refused.file(), alike(crowded.files(), refused));
          return List.of();
        }
      }
    }
  }

  private List<RecallRow> claim(DriveHold hold, Choice choice, int most, List<RecallRow> tried) {
    List<RecallRow> files =
        parts.transactions().run(sql -> claim(sql, hold, choice.read(), most, tried));
    return files.isEmpty() ? files : ours(hold, files);
  }

  /**
   * Those of these files that are still the batch's. Where its lease was over for a moment another
   * backend may have taken them up, and may be reading them.
   */
  List<RecallRow> ours(DriveHold hold, List<RecallRow> files) {
    if (!hold.hasLapsed()) {
      return files;
    }
    if (!hold.renew()) {
      return List.of();
    }
    Set<UUID> kept =
        parts.transactions().read(sql -> table.ofBatch(sql, hold.holder())).stream()
            .map(RecallRow::file)
            .collect(Collectors.toSet());
    return files.stream().filter(row -> kept.contains(row.file())).toList();
  }

  /**
   * Waits for room not longer than the hold on the drive, and renews the hold; false if the hold
   * was lost nevertheless because the filesystem hung.
   */
  private boolean makeRoom(
      DriveHold hold, List<RecallRow> files, Shortage shortage, Executor executor)
      throws InterruptedException {
    Map<String, Long> bytes = new HashMap<>();
    files.forEach(file -> bytes.merge(file.area(), file.size(), Long::sum));
    for (Map.Entry<String, Long> wanted : bytes.entrySet()) {
      Optional<StorageArea> area =
          parts
              .storage()
              .locator()
              .area(wanted.getKey())
              .filter(_ -> wanted.getValue() > shortage.free());
      if (area.isPresent()) {
        makeRoom(area.get(), wanted.getValue(), executor);
        if (!hold.renew()) {
          return false;
        }
      }
    }
    return true;
  }

  /** A filesystem that hangs is left behind: it must not keep the drive from other areas. */
  private void makeRoom(StorageArea area, long bytes, Executor executor)
      throws InterruptedException {
    Instant until = parts.tokens().now().plus(patience());
    CountDownLatch tried = new CountDownLatch(1);
    executor.execute(
        () -> {
          try {
            parts.storage().room().makeRoom(area, bytes, until);
          } catch (RuntimeException e) {
            LOG.error("area {}: no space could be freed for recalls", area.name(), e);
          } finally {
            tried.countDown();
          }
        });
    if (!tried.await(patience().toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn(
          "area {}: freeing disk space for recalls took longer than {}; its recalls wait, and the"
              + " drive continues with other files",
          area.name(),
          patience());
    }
  }

  private Duration patience() {
    Duration half = parts.tape().drives().lease().dividedBy(2);
    return half.compareTo(ROOM_PATIENCE) < 0 ? half : ROOM_PATIENCE;
  }

  /**
   * Where one file finds no room, as large ones of its area hardly find any either: they are tried
   * sooner than it, for those of another space may.
   */
  private static List<UUID> alike(List<RecallRow> whole, RecallRow refused) {
    return whole.stream()
        .filter(file -> file.area().equals(refused.area()) && file.size() >= refused.size())
        .map(RecallRow::file)
        .filter(file -> !file.equals(refused.file()))
        .toList();
  }

  private void park(UUID refused, List<UUID> alike) {
    Instant now = parts.tokens().now();
    Set<UUID> all = new HashSet<>(alike);
    all.add(refused);
    parts
        .transactions()
        .run(
            sql -> {
              table.park(sql, List.of(refused), now.plus(NO_ROOM), NO_ROOM_TEXT);
              table.park(sql, alike, now.plus(NO_ROOM_ALIKE), NO_ROOM_TEXT);
              pins.setReason(sql, all, WaitReason.ROOM);
              return now;
            });
  }

  /** May be repeated: files that this hold has already are its own. */
  private List<RecallRow> claim(
      JdbcClient sql, DriveHold hold, NextPass.Read read, int most, List<RecallRow> tried) {
    tried.clear();
    List<RecallRow> ours = table.ofBatch(sql, hold.holder());
    if (!ours.isEmpty()) {
      return ours;
    }
    Instant now = parts.tokens().now();
    List<RecallRow> batch = wanted(sql, hold.library(), read, most, now);
    List<UUID> files = batch.stream().map(RecallRow::file).toList();
    if (!files.isEmpty()) {
      tried.addAll(batch);
      table.run(sql, files, hold.holder());
      pins.begin(sql, files, now);
      read.turnOf().ifPresent(caller -> line.noteTurn(sql, hold.library(), caller, now));
      parts.storage().books().returning(sql, files);
    }
    return batch;
  }

  /**
   * The next files of the pass that callers wait for; the others are put away, so many in one
   * transaction that no lock lasts long: of a campaign that was given up the rest is the next
   * choice's.
   */
  private List<RecallRow> wanted(
      JdbcClient sql, String library, NextPass.Read read, int most, Instant now) {
    for (int pass = 0; pass < PASSES; pass++) {
      List<RecallRow> ahead =
          line.next(sql, library, read.volume(), read.from(), read.only(), now, most);
      List<UUID> all = ahead.stream().map(RecallRow::file).toList();
      Map<UUID, Boolean> waits = all.isEmpty() ? Map.of() : pins.wanted(sql, all, now);
      table.delete(sql, all.stream().filter(file -> !waits.containsKey(file)).toList());
      table.park(
          sql,
          all.stream().filter(file -> waits.getOrDefault(file, true).equals(false)).toList(),
          now.plus(RecallEnding.PARKED),
          "suspended");
      Set<UUID> active = new HashSet<>(all);
      active.removeIf(file -> !waits.getOrDefault(file, false));
      if (ahead.isEmpty() || !active.isEmpty()) {
        return cut(ahead, active, read.from());
      }
    }
    return List.of();
  }

  private List<RecallRow> cut(List<RecallRow> ahead, Set<UUID> active, long from) {
    Map<UUID, RecallRow> rows =
        ahead.stream()
            .filter(row -> active.contains(row.file()))
            .collect(Collectors.toMap(RecallRow::file, Function.identity()));
    List<WaitingFile> files =
        rows.values().stream()
            .map(row -> new WaitingFile(row.file(), row.position(), row.size(), row.wanted()))
            .toList();
    return pass.batch(files, from).stream().map(file -> rows.get(file.id())).toList();
  }
}
