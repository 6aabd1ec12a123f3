package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.get;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.word.SrmStatus;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.StoredFile;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.buffer.BufferParts;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.TapedTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A small site whose area is a buffer of 1000 bytes: over 800 files leave until 500 is reached. */
abstract class BufferBench extends SpaceBench {
  static final Keeping BUFFERED = new Keeping(StorageClass.D0T1, Optional.of("lib"));

  final Map<String, String> alarms = new TreeMap<>();
  TapedTree taped;
  Buffers buffers;

  @Override
  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    taped = new TapedTree(SmallSite.open(root));
    site = new SmallSite(settings, taped.tree(), time, spaces(), BUFFERED);
    buffers = buffers(site, ReleaseOrder.LEAST_RECENTLY_USED, FilesAtWork.NONE);
  }

  Buffers buffers(SmallSite of, ReleaseOrder order, FilesAtWork engines) {
    AreaStageSettings area =
        new AreaStageSettings(new BufferSettings(80, 50, order), PutDoneAnswer.BEFORE_TAPE, false);
    return new Buffers(
        new BufferParts(
            new StageSettings(Map.of("vo", area)),
            of.transactions,
            of.locator,
            of.books,
            of.tokens,
            engines),
        new Buffers.BufferAlarm() {
          @Override
          public void raise(StorageArea where, String why) {
            alarms.put(where.name(), why);
          }

          @Override
          public void clear(StorageArea where) {
            alarms.remove(where.name());
          }
        },
        Runnable::run);
  }

  StorageArea area() {
    return site.place("x").area();
  }

  StoredFile file(String name) {
    return site.transactions
        .read(sql -> site.books.at(sql, "vo", site.place(name).path()))
        .getFirst();
  }

  UUID id(String name) {
    return file(name).id();
  }

  /** A file of so many bytes, a minute after the last. */
  void stored(int bytes, String name) {
    time.pass(Duration.ofMinutes(1));
    stored(Optional.empty(), bytes, name);
  }

  /** The same, safely on tape. */
  void migrated(int bytes, String name) {
    stored(bytes, name);
    UUID id = id(name);
    taped.migrate(id);
    site.transactions.run(
        sql -> {
          new TapeLedger(site.locator).copied(sql, Map.of(id, taped.copy(id)));
          site.books.onTape(sql, List.of(id), true);
          return sql;
        });
  }

  void pin(String name) {
    pin(ALICE, name);
  }

  void pin(String dn, String name) {
    assertEquals(
        SrmStatus.FILE_PINNED,
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(dn), get(name))
            .files()
            .getFirst()
            .status()
            .code());
  }

  boolean hasLeft(String name) {
    return taped.hasLeft(id(name));
  }
}
