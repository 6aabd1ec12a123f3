package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.ledger.TapeCopyTable;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Accepts or rejects a copy that a tape system reports. The row of the file is locked first, so a
 * removal, an overwrite or another backend comes completely before or after. The copy is recorded
 * on the file before the commit: if the commit is lost, the next batch finds the copy on the file.
 * A copy that is not recorded on a file is entered for removal, never forgotten.
 */
final class CopySettlement {
  private static final Logger LOG = LoggerFactory.getLogger(CopySettlement.class);

  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final TapeLedger ledger;
  private final StoredFiles files = new StoredFiles();
  private final MigrationTable migrations = new MigrationTable();
  private final TapeCopyTable copies = new TapeCopyTable();
  private final RemovalTable removals = new RemovalTable();

  CopySettlement(MigrationGround ground, MigrationSettings settings) {
    this.ground = ground;
    this.settings = settings;
    this.ledger = new TapeLedger(ground.locator());
  }

  /** The result of one transaction. */
  private static final class Round {
    private final Map<UUID, TapeCopy> counting = new HashMap<>();
    private final List<UUID> needless = new ArrayList<>();
    private final List<Copied> spare = new ArrayList<>();
    private final Map<Copied, String> refused = new LinkedHashMap<>();
  }

  /**
   * Settles copies of one batch.
   *
   * @return how many of them count
   */
  int settle(UUID batch, List<Copied> reported) {
    List<UUID> ids = reported.stream().map(copied -> copied.source().file().id()).toList();
    Instant now = ground.tokens().now();
    return ground
        .transactions()
        .run(
            sql -> {
              Round round = new Round();
              Map<UUID, StoredFile> there =
                  files.lock(sql, ids).stream().collect(Collectors.toMap(StoredFile::id, f -> f));
              Map<UUID, TapeLocation> known = copies.locations(sql, ids);
              Set<String> leaving = leaving(sql, reported);
              for (Copied copied : reported) {
                if (leaving.contains(copied.location().object())) {
                  round.refused.put(copied, "an older copy of its name is just leaving the tape");
                } else {
                  judge(copied, there, known, round);
                }
              }
              enter(sql, batch, round, now);
              return round.counting.size();
            });
  }

  /**
   * Tape systems that go by names write the copy of a new file where that of an older one was: if
   * that one is in the hands of a removal, this one is gone with it, or will be.
   */
  private Set<String> leaving(JdbcClient sql, List<Copied> reported) {
    return removals.lockLeaving(
        sql,
        reported.getFirst().source().row().library(),
        reported.stream().map(copied -> copied.location().object()).toList(),
        ground.tokens().now());
  }

  private static void judge(
      Copied copied, Map<UUID, StoredFile> there, Map<UUID, TapeLocation> known, Round round) {
    UUID id = copied.source().file().id();
    if (!there.containsKey(id)) {
      LOG.info("'{}' is gone since it was copied to tape", copied.source().name());
      round.needless.add(id);
      round.spare.add(copied);
    } else if (known.containsKey(id)) {
      round.needless.add(id); // another backend was here while our lease was over
      if (!known.get(id).object().equals(copied.location().object())) {
        round.spare.add(copied);
      }
    } else if (!there.get(id).path().equals(copied.source().file().path())) {
      // the tape system may have read another file by the old name
      refuse(copied, "it was renamed while it was copied", round);
    } else {
      tell(copied, round);
    }
  }

  private static void refuse(Copied copied, String why, Round round) {
    round.spare.add(copied);
    round.refused.put(copied, why);
  }

  /** Writes the copy into the file, unless Bora has noted one there before. */
  private static void tell(Copied copied, Round round) {
    Source source = copied.source();
    AreaTree tree = source.area().tree();
    TapeCopy copy = copied.copy();
    try {
      EntryFacts facts = tree.facts(source.file().path());
      Optional<TapeCopy> noted = facts.certain().residency().tape();
      if (facts.id().filter(source.file().id()::equals).isPresent() && noted.isPresent()) {
        TapeCopy first = noted.get();
        if (!first.location().object().equals(copy.location().object())) {
          round.spare.add(copied);
        }
        round.counting.put(source.file().id(), first);
        return;
      }
      tree.residences().noteTapeCopy(source.file().path(), source.file().id(), copy);
      round.counting.put(source.file().id(), copy);
    } catch (StorageException e) {
      refuse(copied, "its copy cannot be noted on it: " + e.getMessage(), round);
    }
  }

  private void enter(JdbcClient sql, UUID batch, Round round, Instant now) {
    if (!round.counting.isEmpty()) {
      ledger.copied(sql, round.counting);
      ground.books().onTape(sql, round.counting.keySet(), true);
    }
    migrations.delete(sql, round.needless);
    round.spare.forEach(copied -> removals.note(sql, spare(copied.source(), copied.copy())));
    round.refused.forEach((copied, why) -> postpone(sql, batch, copied.source(), why, now));
  }

  /** The file is tried again later. */
  void failed(UUID batch, Source source, String why) {
    Instant now = ground.tokens().now();
    LOG.warn("'{}' is not on tape yet: {}", source.name(), why);
    ground
        .transactions()
        .run(
            sql -> {
              postpone(sql, batch, source, why, now);
              return source;
            });
  }

  /**
   * The same, and a copy that does not count is noted to be removed. Not where its name is that of
   * a copy of the file which counts: the tape system has written over it.
   */
  void unverified(UUID batch, Copied copied, String why) {
    Instant now = ground.tokens().now();
    UUID file = copied.source().file().id();
    String object = copied.location().object();
    LOG.warn("'{}' is not on tape yet: {}", copied.source().name(), why);
    ground
        .transactions()
        .run(
            sql -> {
              files.lock(sql, List.of(file));
              TapeLocation counting = copies.locations(sql, List.of(file)).get(file);
              if (counting == null || !counting.object().equals(object)) {
                removals.note(sql, spare(copied.source(), copied.copy()));
              }
              postpone(sql, batch, copied.source(), why, now);
              return file;
            });
  }

  private void postpone(JdbcClient sql, UUID batch, Source source, String why, Instant now) {
    int tries = source.row().tries() + 1;
    migrations.postpone(
        sql, source.row().file(), batch, tries, why, now.plus(settings.backOff(tries)));
  }

  /**
   * Files that were not begun are free at once for any backend; this does not count as a failure.
   */
  void giveBack(UUID batch, List<Source> sources) {
    Instant now = ground.tokens().now();
    ground
        .transactions()
        .run(
            sql -> {
              for (Source source : sources) {
                migrations.postpone(
                    sql,
                    source.row().file(),
                    batch,
                    source.row().tries(),
                    source.row().failure(),
                    now);
              }
              return now;
            });
  }

  /** The file told of a copy that the database does not know. */
  void found(Source source, TapeCopy copy) {
    ground
        .transactions()
        .run(
            sql -> {
              UUID id = source.file().id();
              if (files.lock(sql, List.of(id)).isEmpty()) {
                migrations.delete(sql, List.of(id));
                removals.note(sql, spare(source, copy));
              } else {
                ledger.copied(sql, Map.of(id, copy));
                ground.books().onTape(sql, List.of(id), true);
              }
              return id;
            });
  }

  private static RemovalRow spare(Source source, TapeCopy copy) {
    return new RemovalRow(
        source.file().id(),
        copy.library(),
        copy.location(),
        copy.size(),
        copy.adler32(),
        source.file().area(),
        source.file().path().toString(),
        0,
        "");
  }
}
