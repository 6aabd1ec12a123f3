package org.bora.backend.space;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The only access to the counters of spaces and to the files in them.
 *
 * <p>At every commit the following holds for the sums over the shares of a space: {@code files} is
 * the number of its rows in stored_file, {@code used} the bytes of those that are on disk or on
 * their way there (a file that is on tape alone takes no room), {@code promised} is what its active
 * puts hold, and {@code free + promised + used} is the total of a reservation. For an area's own
 * space it is the size of the area (0 where it has none) less the totals of the area's
 * reservations. Where a space is bounded no backend can take what is not free: bytes promised are
 * bytes available.
 *
 * <p>Counters lie in shares (escrow). A put takes what it announced from one share, chosen at
 * random, by an UPDATE that a share with too little refuses; only then are all shares locked, in
 * order, summed up and evened out. Shares are taken last in a transaction and held over its commit
 * only.
 *
 * <p>Every method but {@link #promise} and the questions runs in the caller's transaction, together
 * with the change of state that is its reason. None is idempotent by itself, unless it says so: the
 * caller reads, under lock, that the state has not moved yet (see {@link
 * org.bora.backend.database.Transactions}). Thread safe.
 */
public final class SpaceBooks {
  private final ShareTable shares = new ShareTable();
  private final Counters counters = new Counters(shares);
  private final StoredFileTable files = new StoredFileTable();
  private final CopyPinTable copyPins = new CopyPinTable();
  private final ReplacedPinTable replacedPins = new ReplacedPinTable();
  private final TapeLedger tapes;
  private final SpaceSettings settings;
  private final Set<UUID> unbounded;
  private final Clock clock;
  private final RandomGenerator random;

  /**
   * @param random thread safe
   */
  public SpaceBooks(SpaceSettings settings, Locator locator, Clock clock, RandomGenerator random) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.random = Objects.requireNonNull(random, "random");
    this.tapes = new TapeLedger(locator);
    this.unbounded =
        locator.areas().stream()
            .filter(area -> settings.of(area.name()).size().isEmpty())
            .map(SpaceBooks::ownSpace)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The identifier of an area's own space: computed from its name, so it needs no lookup. */
  public static UUID ownSpace(StorageArea area) {
    return ownSpace(area.name());
  }

  /** The same by the name of the area. */
  public static UUID ownSpace(String area) {
    return UUID.nameUUIDFromBytes(("bora area " + area).getBytes(StandardCharsets.UTF_8));
  }

  /** What clients name a space of an area by; no statement. */
  public static String tokenOf(StorageArea area, UUID space) {
    return space.equals(ownSpace(area)) ? area.spaceToken() : space.toString();
  }

  /** Whether a space can be full by its own figures. */
  public boolean isBounded(UUID space) {
    return !unbounded.contains(space);
  }

  public SpaceSettings settings() {
    return settings;
  }

  /** Where {@code bytes} are to be taken from; nothing is taken yet. */
  public Promise promise(UUID space, long bytes) {
    return new Promise(space, random.nextInt(settings.shares()), bytes);
  }

  /**
   * Takes promises; one statement per share while there is room.
   *
   * @throws Shortage where a space has not so much; the transaction must be rolled back
   */
  public void take(JdbcClient sql, Collection<Promise> promises) {
    counters.take(sql, promises, this::isBounded);
  }

  /**
   * Takes promises of files that are in their places already: they cannot be refused any more, so
   * they take their bytes even where there is too little.
   */
  public void takeUsed(JdbcClient sql, Collection<Promise> promises) {
    counters.take(sql, promises, space -> false);
  }

  private static Sums back(Promise promise) {
    return new Sums(promise.bytes(), -promise.bytes(), 0, 0);
  }

  private static void add(Map<ShareKey, Sums> changes, Promise where, Sums what) {
    changes.merge(new ShareKey(where.space(), where.share()), what, Sums::plus);
  }

  /**
   * Settles puts that end: what they were promised becomes free, or a file; an old file that was in
   * its place gives its bytes back, and the pins on it end. Their rows in put_file are locked and
   * have their last state and size already.
   */
  public void settle(Dialogue dialogue, Collection<EndedPut> puts, Instant now) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    List<UUID> stored = new ArrayList<>();
    Map<String, List<UUID>> toTape = new TreeMap<>();
    Map<String, Set<AreaPath>> replaced = new TreeMap<>();
    List<UUID> pinned = new ArrayList<>();
    List<UUID> over = new ArrayList<>();
    List<UUID> overTape = new ArrayList<>();
    for (EndedPut put : puts) {
      add(changes, put.promise(), back(put.promise()));
      if (put.stored().isPresent()) {
        long size = put.stored().getAsLong();
        add(changes, put.promise(), new Sums(-size, 0, size, 1));
        stored.add(put.upload());
        if (TapeLedger.isWanted(put.path())) {
          toTape.computeIfAbsent(put.area(), none -> new ArrayList<>()).add(put.upload());
        }
        if (put.copyPinned()) {
          pinned.add(put.upload());
        }
        if (put.replaced()) {
          replaced.computeIfAbsent(put.area(), none -> new HashSet<>()).add(put.path());
          over.add(put.upload());
          if (tapes.isOnTape(put.area())) {
            overTape.add(put.upload());
          }
        }
      }
    }
    replaced.forEach(
        (area, paths) -> {
          JdbcClient sql = dialogue.ask();
          replace(sql, files.lockAt(sql, area, paths), changes);
        });
    // not `now`, which may be from before a checksum: who polls for changes looks back a minute
    Instant changed = clock.instant();
    replacedPins.end(dialogue, over, changed);
    replacedPins.serve(dialogue, overTape, changed);
    files.insertPublished(dialogue, stored, now);
    tapes.entered(dialogue, toTape);
    copyPins.enter(dialogue, pinned, now);
    shares.add(dialogue, changes);
  }

  /**
   * The newest file of a name is the one whose place was taken. Older rows tell of files that had
   * the name once: renamed by a backend that died before it could write so. They are elsewhere.
   */
  private void replace(JdbcClient sql, List<StoredFile> found, Map<ShareKey, Sums> changes) {
    Map<AreaPath, StoredFile> newest = new HashMap<>();
    found.forEach(
        file ->
            newest.merge(
                file.path(), file, (one, two) -> one.stored().isAfter(two.stored()) ? one : two));
    Set<StoredFile> replaced = Set.copyOf(newest.values());
    remove(sql, List.copyOf(replaced), false, changes);
    remove(sql, found.stream().filter(file -> !replaced.contains(file)).toList(), true, changes);
  }

  private void remove(
      JdbcClient sql, List<StoredFile> gone, boolean unasked, Map<ShareKey, Sums> changes) {
    tapes.left(
        sql,
        gone.stream()
            .collect(
                Collectors.groupingBy(
                    StoredFile::area, Collectors.mapping(StoredFile::id, Collectors.toList()))),
        unasked);
    files.delete(sql, gone);
    gone.forEach(file -> changes.merge(file.key(), file.counted().negated(), Sums::plus));
  }

  /**
   * Files that are gone from their area give back the bytes that they had on disk; unknown ones
   * change nothing.
   */
  public void forget(JdbcClient sql, Collection<UUID> gone) {
    forget(sql, gone, false);
  }

  /**
   * Files, locked before, have gone.
   *
   * @param removed by their names, as a client asked: their copies on tape go too
   * @param missing files that are just not where the books have them: their copies on tape stay
   *     until an administrator has decided
   */
  public void removed(JdbcClient sql, List<StoredFile> removed, List<StoredFile> missing) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    remove(sql, removed, false, changes);
    remove(sql, missing, true, changes);
    shares.add(sql, changes);
  }

  /**
   * The same of files that were not removed here: they are just not where the books have them.
   * Their copies on tape stay until an administrator has decided.
   */
  void vanished(JdbcClient sql, Collection<UUID> gone) {
    forget(sql, gone, true);
  }

  private void forget(JdbcClient sql, Collection<UUID> gone, boolean unasked) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    remove(sql, files.lock(sql, gone), unasked, changes);
    shares.add(sql, changes);
  }

  /**
   * These files are on tape alone from now on: their bytes are free. Idempotent by the rows, which
   * stay locked until the transaction ends; unknown ones change nothing.
   *
   * @return those that were on disk until now
   */
  public List<StoredFile> released(JdbcClient sql, Collection<UUID> ids) {
    List<StoredFile> leaving =
        files.lock(sql, ids).stream().filter(file -> file.presence().onDisk()).toList();
    files.setOnDisk(sql, leaving, false);
    shares.add(sql, Counters.freed(leaving));
    return leaving;
  }

  /**
   * These files are about to come back from tape: their bytes are taken before the first of them
   * arrives. Idempotent by the rows, which stay locked until the transaction ends.
   *
   * @return those that were on tape alone until now
   * @throws Shortage where a space has not so much; the transaction must be rolled back
   */
  public List<StoredFile> returning(JdbcClient sql, Collection<UUID> ids) {
    return onDisk(sql, ids, this::isBounded);
  }

  /**
   * The same of files that were found on disk: they cannot be refused any more, so they take their
   * bytes even where there is too little.
   */
  List<StoredFile> found(JdbcClient sql, Collection<UUID> ids) {
    return onDisk(sql, ids, space -> false);
  }

  private List<StoredFile> onDisk(JdbcClient sql, Collection<UUID> ids, Predicate<UUID> limited) {
    List<StoredFile> coming =
        files.lock(sql, ids).stream().filter(file -> !file.presence().onDisk()).toList();
    files.setOnDisk(sql, coming, true);
    List<Promise> wanted =
        coming.stream().map(file -> new Promise(file.space(), file.share(), file.size())).toList();
    counters.take(sql, wanted, limited);
    Map<ShareKey, Sums> changes = new HashMap<>();
    wanted.forEach(one -> add(changes, one, new Sums(0, -one.bytes(), one.bytes(), 0)));
    shares.add(sql, changes);
    return coming;
  }

  /** A verified copy of these files is on tape, or is there no more. */
  public void onTape(JdbcClient sql, Collection<UUID> ids, boolean is) {
    files.setOnTape(sql, ids, is);
  }

  /**
   * Notes that these files are used; asked only where files may leave the disk. None of them leaves
   * it until the transaction ends, nor after that while a pin entered in this transaction holds:
   * who releases files locks their rows before it looks for pins. So this comes first, and pins are
   * entered after it, by its answer.
   *
   * @return those of them that have left the disk already
   */
  public Set<UUID> touched(JdbcClient sql, Collection<UUID> ids, Instant now) {
    files.setUsed(sql, ids, now);
    return files.notOnDisk(sql, ids);
  }

  /** A file has another name; whatever else has its old name keeps that. */
  public void moved(JdbcClient sql, UUID file, String area, AreaPath to) {
    files.place(sql, file, area, to);
  }

  /** A file, or a directory with all below it, has another name. */
  public void moved(JdbcClient sql, String area, AreaPath from, AreaPath to) {
    files.move(sql, area, from, to);
  }

  /** Where there was too little: who put the file cannot have more, or the area has no more. */
  public static ReturnStatus full(StorageArea area, UUID space, long bytes) {
    return space.equals(ownSpace(area))
        ? ReturnStatus.of(
            SrmStatus.NO_FREE_SPACE, "the storage area has no room for " + bytes + " bytes")
        : ReturnStatus.of(
            SrmStatus.EXCEED_ALLOCATION, "the space has no room for " + bytes + " bytes");
  }

  /**
   * Files move to another space of their area, which must have room for them.
   *
   * @return those that moved: still there, and not in that space already
   * @throws Shortage where it has not; the transaction must be rolled back
   */
  public List<StoredFile> change(JdbcClient sql, Collection<UUID> moving, UUID space) {
    List<StoredFile> moved =
        files.lock(sql, moving).stream().filter(file -> !file.space().equals(space)).toList();
    long bytes = moved.stream().mapToLong(StoredFile::bytesOnDisk).sum();
    Promise target = promise(space, bytes);
    take(sql, List.of(target));
    Map<ShareKey, Sums> changes = new HashMap<>();
    moved.forEach(file -> changes.merge(file.key(), file.counted().negated(), Sums::plus));
    add(changes, target, new Sums(0, -bytes, bytes, moved.size()));
    files.assign(sql, moved, target);
    shares.add(sql, changes);
    return moved;
  }

  /** What the books know at a path; usually one file, none for a directory or a stranger's file. */
  public List<StoredFile> at(JdbcClient sql, String area, AreaPath path) {
    return files.at(sql, area, path);
  }

  /** Some files of a space after one of them, in the order of their identifiers. */
  public List<StoredFile> of(JdbcClient sql, UUID space, UUID last, int most) {
    return files.of(sql, space, last, most);
  }

  /** Some files at or below a path that are not in this space. */
  public List<StoredFile> belowNotIn(
      JdbcClient sql, String area, AreaPath path, UUID space, int most) {
    return files.belowNotIn(sql, area, path, space, most);
  }

  /** Files live until then, unless they live longer. */
  public void extend(JdbcClient sql, Collection<UUID> ids, Instant ends, int lifetimeSeconds) {
    files.extend(sql, ids, ends, lifetimeSeconds);
  }

  /** What a space holds now. */
  public Sums sums(JdbcClient sql, UUID space) {
    return shares.sums(sql, space);
  }

  /** What the files of a space add up to: used and files must agree with {@link #sums}. */
  public Sums filesOf(JdbcClient sql, UUID space) {
    return files.sums(sql, space);
  }

  /**
   * Bytes of an area that are taken already though no file has them yet: promised, or left in
   * reservations.
   */
  public long spokenFor(JdbcClient sql, StorageArea area) {
    return shares.spokenFor(sql, area.name());
  }
}
