package org.bora.backend.scenario.points;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.api.Catalogue;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.backend.bulkhead.BulkheadSettings;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.testing.QuickRecalls;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.virtual.VirtualLibrary;

/**
 * Backend A, to which things happen, and backend B, which is well: on one database, one directory
 * and one library, in a time that stands still until it is moved on.
 */
final class World implements AutoCloseable {
  static final String LIBRARY = "robot";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A handful of small files: what a rival takes is missing elsewhere. */
  static final long SIZE = 2_000;

  /** Of a user and of an organisation; the area has room for more. */
  static final Quota QUOTA = new Quota(OptionalLong.of(1_000), OptionalLong.of(100));

  final SteppedTime time = new SteppedTime(SmallSite.START);
  final Path root;
  final boolean onTape;
  final boolean quotas;
  final VirtualLibrary library;
  final Backend a;
  final Backend b;
  private final DatabaseSettings settings;
  private final Map<UUID, Long> totals = new ConcurrentHashMap<>();
  private final Map<UUID, Integer> recalls = new ConcurrentHashMap<>();
  private String token = "";
  private int stages;

  World(DatabaseSettings settings, Path directory, boolean onTape, boolean quotas)
      throws IOException {
    this.settings = settings;
    this.onTape = onTape;
    this.quotas = quotas;
    root = Files.createDirectory(directory.resolve("disk"));
    library = QuickRecalls.library(directory.resolve("tape"), 2);
    a = backend(new Tap("backend-a-" + directory.getFileName()));
    b = backend(new Tap("backend-b-" + directory.getFileName()));
  }

  private Backend backend(Tap tap) {
    TapeDriver tapped = StoragePoints.library(StoragePoints.counting(library, recalls), tap);
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, tapped));
    Bulkheads bulkheads = new Bulkheads(BulkheadSettings.defaults(), 16, System::nanoTime);
    SmallSite site =
        new SmallSite(
            tap.through(settings),
            bulkheads.around("vo", StoragePoints.tree(SmallSite.open(root), tap)),
            time,
            spaces(),
            onTape ? new Keeping(StorageClass.D0T1, Optional.of(LIBRARY)) : Keeping.DISK,
            libraries);
    RecallParts recalls =
        QuickRecalls.parts(site, site.transactions, libraries, site.drives, RoomMaker.NONE);
    return new Backend(site, tap, recalls);
  }

  private SpaceSettings spaces() {
    return new SpaceSettings(
        2,
        Map.of(
            "vo",
            new AreaSpaceSettings(
                OptionalLong.of(SIZE),
                new ReservationSettings(
                    true,
                    Duration.ofDays(3650),
                    Duration.ofDays(3650),
                    OptionalLong.of(900),
                    OptionalLong.of(800)),
                HolderLimits.wide(),
                quotas ? new QuotaLimits(QUOTA, QUOTA) : QuotaLimits.none())));
  }

  /** A directory of its own for one scenario. */
  Stage stage() throws IOException {
    a.site.callerLeft.set(false);
    String name = "s" + ++stages;
    Files.createDirectory(root.resolve(name));
    return new Stage(this, name);
  }

  /** The token of a space that is reserved once. */
  synchronized String reserved() {
    if (token.isEmpty()) {
      totals.clear(); // the area gives it up
      token =
          b.site
              .spaces
              .functions()
              .call(
                  Catalogue.RESERVE_SPACE,
                  Stage.call(b),
                  new ReserveSpaceRequest(
                      "",
                      Optional.of(
                          new RetentionPolicyInfo(
                              RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE))),
                      OptionalLong.of(500),
                      OptionalLong.of(500),
                      OptionalInt.of(-1),
                      List.of(),
                      List.of()))
              .spaceToken()
              .orElseThrow();
    }
    return token;
  }

  /** Whether nothing was added to a space, or lost of it, since it was first looked at. */
  boolean isTotal(UUID space, Sums sums) {
    long total = sums.free() + sums.promised() + sums.used();
    Long first = totals.putIfAbsent(space, total);
    return first == null || first == total;
  }

  /** How often the library was told to bring a file back. */
  int recalls(UUID file) {
    return recalls.getOrDefault(file, 0);
  }

  /** Bytes that are left in the area. */
  long free() {
    return b.site
        .transactions
        .read(
            sql ->
                b.site.books.sums(
                    sql, SpaceBooks.ownSpace(b.site.locator.area("vo").orElseThrow())))
        .free();
  }

  @Override
  public void close() {
    a.close();
    b.close();
    library.close();
  }
}
