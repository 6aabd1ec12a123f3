package org.bora.backend.stage.migration;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;

/**
 * Shows migration to administrators, and takes their orders. Thread safe; blocks on the database.
 */
public final class MigrationDesk {
  private static final int SHOWN = 20;

  private final MigrationGround ground;
  private final MigrationTable migrations = new MigrationTable();
  private final RemovalTable removals = new RemovalTable();
  private final StoredFiles files = new StoredFiles();

  public MigrationDesk(MigrationGround ground) {
    this.ground = Objects.requireNonNull(ground, "ground");
  }

  /** The names of all libraries, in order; asks no tape system. */
  public List<String> libraries() {
    return List.copyOf(ground.libraries().names());
  }

  /** How all libraries get on, in order; counts everything that waits. */
  public List<MigrationStatus> status() {
    return libraries().stream().map(this::status).toList();
  }

  private MigrationStatus status(String library) {
    MigrationTable.Backlog backlog =
        ground.transactions().read(sql -> migrations.backlog(sql, library, ground.tokens().now()));
    RemovalTable.Backlog going = ground.transactions().read(sql -> removals.backlog(sql, library));
    return new MigrationStatus(
        library,
        backlog.files() - backlog.running(),
        backlog.bytes(),
        backlog.running(),
        backlog.failing(),
        backlog.failing() == 0 ? List.of() : worst(library),
        going.copies() - going.held(),
        going.held());
  }

  private List<MigrationStatus.Failing> worst(String library) {
    List<MigrationRow> rows =
        ground.transactions().read(sql -> migrations.failing(sql, library, 1, SHOWN));
    Map<UUID, StoredFile> there =
        ground
            .transactions()
            .read(sql -> files.find(sql, rows.stream().map(MigrationRow::file).toList()))
            .stream()
            .collect(Collectors.toMap(StoredFile::id, file -> file));
    return rows.stream().map(row -> failing(row, there.get(row.file()))).toList();
  }

  private MigrationStatus.Failing failing(MigrationRow row, StoredFile file) {
    Optional<String> sfn =
        Optional.ofNullable(file)
            .flatMap(
                found ->
                    ground
                        .locator()
                        .area(found.area())
                        .map((StorageArea area) -> area.sfnOf(found.path())));
    return new MigrationStatus.Failing(
        row.file(), row.area(), sfn, row.queued(), row.tries(), row.failure());
  }

  /** Files of a library that failed are tried again at once. Returns how many. */
  public int retry(String library) {
    return ground
        .transactions()
        .run(sql -> migrations.retryNow(sql, library, ground.tokens().now()));
  }

  /**
   * Copies that are to be removed, or that wait for an administrator's word; some of them.
   *
   * @param held which of both
   */
  public List<RemovalRow> removals(String library, boolean held) {
    return ground.transactions().read(sql -> removals.list(sql, library, held, SHOWN));
  }

  /**
   * Keeps the tape copies of a file that is gone, permanently. Copies that a tape system is just
   * removing stay only if it learns of this in time.
   */
  public RemovalTable.Ordered keep(UUID file) {
    return hold(file, true);
  }

  /** The tape copies of a file that vanished may be removed, after the grace. */
  public RemovalTable.Ordered giveUp(UUID file) {
    return hold(file, false);
  }

  private RemovalTable.Ordered hold(UUID file, boolean held) {
    return ground.transactions().run(sql -> removals.hold(sql, file, held, ground.tokens().now()));
  }
}
