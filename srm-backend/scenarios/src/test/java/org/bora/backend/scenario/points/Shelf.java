package org.bora.backend.scenario.points;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;

/** What of one scenario is on tape. */
final class Shelf {
  private final Stage stage;
  private final Map<UUID, String> contents = new HashMap<>();

  Shelf(Stage stage) {
    this.stage = stage;
  }

  /** Writes a file to tape, as migration does; its copy on disk stays. */
  UUID copy(String name) {
    SmallSite site = stage.world.b.site;
    AreaPath path = site.place(stage.path(name)).path();
    try {
      EntryFacts facts = site.tree.facts(path);
      UUID id = facts.id().orElseThrow();
      contents.put(id, stage.files().get(name));
      Written written =
          new Written(
              new TapeFile(
                  id,
                  "/vo/" + stage.path(name),
                  site.tree.physicalPath(path),
                  facts.size(),
                  facts.adler32().orElseThrow(),
                  Optional.empty()));
      stage.world.library.migrate(written);
      TapeCopy copy =
          new TapeCopy(
              World.LIBRARY,
              written.location,
              facts.size(),
              facts.adler32().orElseThrow(),
              Optional.empty(),
              stage.world.time.instant());
      site.tree.residences().noteTapeCopy(path, id, copy);
      site.transactions.run(
          sql -> {
            new TapeLedger(site.locator).copied(sql, Map.of(id, copy));
            site.books.onTape(sql, List.of(id), true);
            return id;
          });
      return id;
    } catch (StorageException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Those that were written to tape. */
  Set<UUID> files() {
    return contents.keySet();
  }

  /** Lets files leave the disk, as a full buffer does. */
  static void release(Backend backend, UUID... ids) {
    SmallSite site = backend.site;
    StorageArea area = site.locator.area("vo").orElseThrow();
    new Release(site.transactions, site.books, new TapeEngines())
        .release(area, List.of(ids), site.time.instant());
  }

  boolean isStub(Path file) {
    return stage.world.onTape && facts(file).filter(one -> !one.residency().onDisk()).isPresent();
  }

  /** What would be read if it were brought back. */
  String content(Path stub) {
    return facts(stub)
        .flatMap(EntryFacts::id)
        .map(contents::get)
        .orElseThrow(() -> new AssertionError(stub + " is a stub of what was never on tape"));
  }

  private Optional<EntryFacts> facts(Path file) {
    try {
      AreaTree tree = stage.world.b.site.tree;
      String path = stage.world.root.toRealPath().relativize(file.toRealPath()).toString();
      return Optional.of(tree.facts(stage.world.b.site.place(path).path()));
    } catch (java.io.IOException e) {
      return Optional.empty();
    }
  }

  /** A batch of one file. */
  private static final class Written implements TapeWork {
    private final TapeFile file;
    private TapeLocation location;

    Written(TapeFile file) {
      this.file = file;
    }

    @Override
    public List<TapeFile> files() {
      return List.of(file);
    }

    @Override
    public void progress(UUID id, long bytes) {}

    @Override
    public void done(UUID id, TapeLocation where) {
      location = where;
    }

    @Override
    public void failed(UUID id, TapeTrouble trouble) {
      throw new IllegalStateException(trouble.text());
    }

    @Override
    public boolean isUnwanted(UUID id) {
      return false;
    }
  }
}
