package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.Promise;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The expensive half of srmPutDone: check the size, compute the checksum, and flush to stable
 * storage. It takes as long as reading the file, so it runs outside any transaction.
 */
final class Sealing {
  private final Locator locator;
  private final int fileMode;

  Sealing(Locator locator, int fileMode) {
    this.locator = locator;
    this.fileMode = fileMode;
  }

  /** Whether a file may be published. */
  sealed interface Verdict {
    /** The file is complete; {@code row} is to be stored, with its true size. */
    record Whole(AcceptedPut row) implements Verdict {}

    /**
     * The file may not be published. The upload is kept, so that the client can continue or abort.
     */
    record Wanting(ReturnStatus status) implements Verdict {}

    /** The size differs from the announced one or, for an https TURL, from what the door wrote. */
    record Other(ReturnStatus status) implements Verdict {}

    /**
     * Neither the upload nor the file exists: another call may just have stored the file, or ended
     * the put.
     */
    record Gone(ReturnStatus status) implements Verdict {}
  }

  /**
   * Seals one upload.
   *
   * @param adler32 of its bytes, where the door that wrote them has told it
   * @param now from when the file's life counts
   */
  Verdict seal(AcceptedPut row, Owner owner, Optional<String> adler32, Instant now) {
    Optional<StorageArea> area = locator.area(row.area());
    if (area.isEmpty()) {
      return wanting("the storage area of the file is no longer configured");
    }
    AreaTree tree = area.get().tree();
    try {
      // Before the checksum: it is cheap, and a transfer cut short is the usual mistake.
      Optional<EntryFacts> arrived = tree.uploadFacts(row.upload());
      if (arrived.isPresent() && isWrong(row.size(), arrived.get().size())) {
        return wrongSize(row.size(), arrived.get().size());
      }
      if (adler32.isPresent()) {
        tree.vouchUpload(row.upload(), adler32.get());
      }
      long size =
          tree.sealUpload(row.upload(), owner, fileMode, label(area.get(), row, now)).size();
      return isWrong(row.size(), size)
          ? wrongSize(row.size(), size)
          : new Verdict.Whole(row.moved(PutState.STORED, "", OptionalLong.of(size)));
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING
          ? new Verdict.Gone(failure("the upload has disappeared; abort it and begin again"))
          : new Verdict.Wanting(StorageRefusal.of(e));
    }
  }

  private static FileLabel label(StorageArea area, AcceptedPut row, Instant now) {
    PutRow.Terms terms = row.writing().terms();
    UUID space = terms.promise().map(Promise::space).orElse(SpaceBooks.ownSpace(area));
    return FileTerms.from(
            SpaceBooks.tokenOf(area, space), terms.life().type(), terms.life().seconds(), now)
        .label();
  }

  private static boolean isWrong(OptionalLong expected, long size) {
    return expected.isPresent() && expected.getAsLong() != size;
  }

  private static Verdict wrongSize(OptionalLong expected, long size) {
    return new Verdict.Other(
        failure(size + " bytes have arrived, " + expected.getAsLong() + " were announced"));
  }

  private static Verdict wanting(String reason) {
    return new Verdict.Wanting(failure(reason));
  }

  private static ReturnStatus failure(String reason) {
    return ReturnStatus.of(SrmStatus.FAILURE, reason);
  }
}
