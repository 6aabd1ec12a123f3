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
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Chooses what a free drive does, and takes it: drive and volume, the files, and room for them on
 * disk. What nobody waits for any more is dropped on the way. Blocks where room must be made first.
 */
final class RecallClaims {
  /** Choices in a row that came to nothing: others were quicker, or nobody wanted the files. */
  private static final int CHOICES = 100;

  /** Batches of files that nobody wants, put away in one transaction. */
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

  RecallClaims(RecallParts parts) {
    this.parts = parts;
    this.limits = parts.settings().order();
    this.order = new RecallOrder(limits);
    this.pass = new ForwardPass(limits);
  }

  /**
   * A batch that is this backend's.
   *
   * @param began when it did
   * @param passSince when the pass did that it is part of
   */
  record Claimed(
      DriveHold hold, String volume, List<RecallRow> files, Instant began, Instant passSince) {}

  /** The next batch of a library; empty where no drive is free or nothing is to be done now. */
  Optional<Claimed> next(String library) {
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
      Optional<Claimed> claimed = take(hold.get(), chosen.get(), now);
      if (claimed.isPresent()) {
        return claimed;
      }
    }
    return Optional.empty();
  }

  /** What to read, and since when the pass over it goes on. */
  private record Choice(NextPass.Read read, Instant passSince) {}

  private Optional<Choice> choose(String library, Instant now) {
    List<DriveState> drives = parts.tape().drives().of(library);
    boolean free = drives.isEmpty() || drives.stream().anyMatch(drive -> drive.isFree(now));
    if (!parts.transactions().read(sql -> line.isAnyDue(sql, library, now))) {
      return Optional.empty();
    }
    if (!free) {
      parts.tape().drives().wish(library, DriveUse.RECALL); // before whoever else waits
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
                        line.demands(sql, library, now),
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

  /** Files and room; the drive is given back where there are none. */
  private Optional<Claimed> take(DriveHold hold, Choice choice, Instant now) {
    boolean taken = false;
    try {
      List<RecallRow> files = withRoom(hold, choice.read());
      taken = !files.isEmpty();
      return taken
          ? Optional.of(new Claimed(hold, choice.read().volume(), files, now, choice.passSince()))
          : Optional.empty();
    } finally {
      if (!taken) {
        hold.close();
      }
    }
  }

  /** Where there is no room for a whole batch it is made, and then a smaller batch is tried. */
  private List<RecallRow> withRoom(DriveHold hold, NextPass.Read read) {
    int most = limits.batchFiles();
    List<RecallRow> whole = List.of();
    boolean asked = false;
    while (true) {
      List<RecallRow> tried = new ArrayList<>();
      int limit = most;
      try {
        return parts.transactions().run(sql -> claim(sql, hold, read, limit, tried));
      } catch (Shortage shortage) {
        if (!asked) {
          asked = true;
          whole = tried;
          if (!makeRoom(hold, tried, shortage)) {
            return List.of(); // another backend has the drive by now
          }
        } else if (tried.size() > 1) {
          most = tried.size() / 2;
        } else {
          RecallRow refused = tried.getFirst();
          park(refused.file(), alike(whole, refused));
          return List.of();
        }
      }
    }
  }

  /**
   * Waits for room no longer than the drive is held, and holds it anew: false where it was lost all
   * the same, because the filesystem hung.
   */
  private boolean makeRoom(DriveHold hold, List<RecallRow> files, Shortage shortage) {
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
        Instant until = parts.tokens().now().plus(patience());
        parts.storage().room().makeRoom(area.get(), wanted.getValue(), until);
        if (!hold.renew()) {
          return false;
        }
      }
    }
    return true;
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
      pins.setReason(sql, files, WaitReason.RECALL);
      read.turnOf().ifPresent(caller -> line.noteTurn(sql, hold.library(), caller, now));
      parts.storage().books().returning(sql, files);
    }
    return batch;
  }

  /**
   * The next files of the pass that somebody waits for; the others are put away, so many in one
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
