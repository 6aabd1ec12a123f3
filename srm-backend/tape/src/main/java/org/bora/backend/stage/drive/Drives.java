package org.bora.backend.stage.drive;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.backend.stage.TapeLibraries;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Assigns the drives of tape systems, over all backends: a batch gets a drive, and its volume if
 * known, before the driver starts it. Everything is decided under a lock on the few rows of the
 * library. Thread safe; calls wait for the database only.
 */
public final class Drives {
  private final Transactions transactions;
  private final TapeLibraries libraries;
  private final TokenSource tokens;
  private final Duration lease;
  private final DriveShare share = DriveShare.defaults();
  private final DriveTable table = new DriveTable();
  private final DriveWishTable wishes = new DriveWishTable();

  /**
   * @param lease after which a holder that has not renewed its hold is taken for dead; holders
   *     renew three times as often
   */
  public Drives(
      Transactions transactions, TapeLibraries libraries, TokenSource tokens, Duration lease) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.libraries = Objects.requireNonNull(libraries, "libraries");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.lease = Objects.requireNonNull(lease, "lease");
  }

  /** How long a hold lasts that is not renewed. */
  public Duration lease() {
    return lease;
  }

  /** A drive for a batch whose volume is not known yet. */
  public Optional<DriveHold> take(String library, DriveUse use) {
    return take(library, use, Optional.empty());
  }

  /** A drive and a volume; empty where no drive is free, or another batch has the volume. */
  public Optional<DriveHold> take(String library, DriveUse use, String volume) {
    return take(library, use, known(volume));
  }

  private Optional<DriveHold> take(String library, DriveUse use, Optional<String> volume) {
    UUID holder = tokens.token(tokens.now()).id();
    return transactions.run(sql -> take(sql, library, new Wanted(holder, use, volume)));
  }

  private record Wanted(UUID holder, DriveUse use, Optional<String> volume) {}

  /** The lease begins when the rows are locked: however long that took, all of it is left. */
  private Optional<DriveHold> take(JdbcClient sql, String library, Wanted by) {
    List<DriveState> drives = lock(sql, library);
    Instant now = tokens.now();
    DriveState.Held wanted =
        new DriveState.Held(by.holder(), by.use(), by.volume(), now.plus(lease));
    Optional<Integer> ours = // a commit that seemed to fail, and did not
        drives.stream()
            .filter(drive -> drive.isHeldBy(wanted.holder()))
            .map(DriveState::slot)
            .findFirst();
    if (ours.isPresent()) {
      table.renew(sql, library, ours.get(), wanted.holder(), wanted.lease());
      return ours.map(slot -> hold(library, slot, wanted));
    }
    if (isTaken(drives, wanted, now)) {
      return Optional.empty();
    }
    int count = libraries.driver(library).drives();
    List<DriveState> usable = drives.stream().filter(drive -> drive.slot() < count).toList();
    if (live(drives, now) >= count || !isGranted(sql, library, wanted.use(), usable, now)) {
      return Optional.empty();
    }
    Optional<DriveState> free =
        usable.stream()
            .filter(drive -> drive.isFree(now))
            .min(Comparator.comparing(drive -> !isLoaded(drive, wanted.volume())));
    free.ifPresent(
        drive -> {
          clear(sql, library, drives, wanted.volume(), now);
          table.update(sql, library, drive.with(Optional.of(wanted)));
        });
    return free.map(drive -> hold(library, drive.slot(), wanted));
  }

  private DriveHold hold(String library, int slot, DriveState.Held by) {
    return new DriveHold(this, library, slot, by.holder(), by.lease());
  }

  /** Who is refused is remembered, and forgotten when it has got one. */
  private boolean isGranted(
      JdbcClient sql, String library, DriveUse use, List<DriveState> drives, Instant now) {
    Map<DriveUse, DriveShare.Wish> all = wishes.of(sql, library);
    Instant since = share.wish(use, all, now).map(DriveShare.Wish::since).orElse(now);
    all.put(use, new DriveShare.Wish(since, now));
    boolean granted = share.mayTake(use, drives, all, now);
    if (!granted) {
      wishes.put(sql, library, use, all.get(use));
    } else {
      wishes.delete(sql, library, use);
    }
    return granted;
  }

  /** Records that a batch waits for a drive, as an unsuccessful request does. */
  public void wish(String library, DriveUse use) {
    Instant now = tokens.now();
    transactions.run(
        sql -> {
          Map<DriveUse, DriveShare.Wish> all = wishes.of(sql, library);
          Instant since = share.wish(use, all, now).map(DriveShare.Wish::since).orElse(now);
          wishes.put(sql, library, use, new DriveShare.Wish(since, now));
          return now;
        });
  }

  private List<DriveState> lock(JdbcClient sql, String library) {
    int count = libraries.driver(library).drives();
    List<DriveState> drives = table.lock(sql, library);
    if (drives.size() < count) {
      table.insert(sql, library, count);
      return table.lock(sql, library);
    }
    return drives;
  }

  private static long live(List<DriveState> drives, Instant now) {
    return drives.stream().filter(drive -> !drive.isFree(now)).count();
  }

  private static boolean isTaken(List<DriveState> drives, DriveState.Held wanted, Instant now) {
    return wanted.volume().isPresent()
        && drives.stream()
            .filter(drive -> !drive.isHeldBy(wanted.holder()))
            .anyMatch(drive -> drive.busyWith(now).equals(wanted.volume()));
  }

  private static boolean isLoaded(DriveState drive, Optional<String> volume) {
    return volume.isPresent() && drive.loaded().map(DriveState.Loaded::volume).equals(volume);
  }

  /** A holder that died still has the volume by its row; it gives it up now. */
  private void clear(
      JdbcClient sql,
      String library,
      List<DriveState> drives,
      Optional<String> volume,
      Instant now) {
    drives.stream()
        .filter(drive -> volume.isPresent() && drive.isFree(now))
        .filter(drive -> drive.hold().flatMap(DriveState.Held::volume).equals(volume))
        .forEach(drive -> table.update(sql, library, drive.with(Optional.empty())));
  }

  /**
   * The state of the drives of a library. If its number was reduced, an earlier batch may still
   * hold a drive that no longer exists.
   */
  public List<DriveState> of(String library) {
    int count = libraries.driver(library).drives();
    Instant now = tokens.now();
    return transactions.read(sql -> table.of(sql, library)).stream()
        .filter(drive -> drive.slot() < count || !drive.isFree(now))
        .toList();
  }

  Instant now() {
    return tokens.now();
  }

  /** Returns the new end of the hold; empty if it has ended. */
  Optional<Instant> renew(DriveHold hold) {
    return transactions.run(
        sql -> {
          Instant until = tokens.now().plus(lease);
          return table.renew(sql, hold.library(), hold.slot(), hold.holder(), until)
              ? Optional.of(until)
              : Optional.empty();
        });
  }

  /** Returns until when the hold lasts now; empty where nothing changes. */
  Optional<Instant> setVolume(DriveHold hold, String volume) {
    return transactions.run(
        sql -> {
          List<DriveState> drives = lock(sql, hold.library());
          Instant now = tokens.now();
          Optional<DriveState> ours = ours(drives.stream(), hold);
          if (ours.isEmpty()) {
            return Optional.empty();
          }
          DriveState.Held held = ours.get().hold().orElseThrow();
          DriveState.Held wanted =
              new DriveState.Held(held.holder(), held.use(), known(volume), now.plus(lease));
          if (isTaken(drives, wanted, now)) {
            return Optional.empty();
          }
          clear(sql, hold.library(), others(drives, hold), wanted.volume(), now);
          DriveState kept = ours.get();
          table.update(sql, hold.library(), kept.with(Optional.of(wanted)));
          return Optional.of(wanted.lease());
        });
  }

  /** Ends a hold; nothing happens where it had ended before. */
  void giveBack(DriveHold hold, Optional<DriveState.Loaded> left, Optional<DriveState.Pace> pace) {
    transactions.run(
        sql -> {
          Optional<DriveState> ours = ours(lock(sql, hold.library()).stream(), hold);
          ours.ifPresent(
              drive ->
                  table.update(
                      sql,
                      hold.library(),
                      new DriveState(
                          drive.slot(), Optional.empty(), left, pace.orElse(drive.pace()))));
          return left;
        });
  }

  private static Optional<DriveState> ours(Stream<DriveState> drives, DriveHold hold) {
    return drives.filter(drive -> drive.isHeldBy(hold.holder())).findFirst();
  }

  private static List<DriveState> others(List<DriveState> drives, DriveHold hold) {
    return drives.stream().filter(drive -> !drive.isHeldBy(hold.holder())).toList();
  }

  private static Optional<String> known(String volume) {
    return Optional.of(volume).filter(name -> !name.isEmpty());
  }
}
