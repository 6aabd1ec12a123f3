package org.bora.backend.stage.buffer;

import java.util.List;
import java.util.Objects;
import org.bora.backend.database.Transactions;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.StageSettings;

/**
 * The parts of buffers.
 *
 * @param engines other engines that work on files, besides migration and recall
 */
public record BufferParts(
    StageSettings settings,
    Transactions transactions,
    Locator locator,
    SpaceBooks books,
    TokenSource tokens,
    FilesAtWork engines) {

  public BufferParts {
    Objects.requireNonNull(settings, "settings");
    Objects.requireNonNull(transactions, "transactions");
    Objects.requireNonNull(locator, "locator");
    Objects.requireNonNull(books, "books");
    Objects.requireNonNull(tokens, "tokens");
    engines = FilesAtWork.any(List.of(engines, new TapeEngines()));
  }

  /** Releases single files, for operations that ask for it. */
  public Release release() {
    return new Release(transactions, books, engines);
  }

  List<StorageArea> areas() {
    return locator.areas().stream()
        .filter(area -> area.keeping().storageClass().leavesDisk())
        .toList();
  }

  Buffer buffer(StorageArea area) {
    return new Buffer(
        area,
        new ReleasePolicy(settings.of(area.name()).buffer()),
        new BufferGauge(transactions, books),
        new ReleaseRound(transactions, tokens, release(), engines),
        tokens,
        new Obstacles(transactions));
  }
}
