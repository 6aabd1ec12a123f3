package org.bora.backend.bulkhead;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.backend.bulkhead.Bulkhead.Question;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundResidue;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;

/** Residences whose every call passes the bulkhead of the area. */
record BulkheadResidences(Question<Residences> inner, Bulkhead bulkhead) implements Residences {

  BulkheadResidences {
    Objects.requireNonNull(inner, "inner");
    Objects.requireNonNull(bulkhead, "bulkhead");
  }

  @Override
  public UUID adopt(AreaPath path) throws StorageException {
    return bulkhead.change(Length.LONG, () -> inner.ask().adopt(path));
  }

  @Override
  public void noteTapeCopy(AreaPath path, UUID id, TapeCopy copy) throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner.ask().noteTapeCopy(path, id, copy));
  }

  @Override
  public void noteTrouble(AreaPath path, UUID id, Optional<Residency.Trouble> trouble)
      throws StorageException {
    bulkhead.order(Length.SHORT, () -> inner.ask().noteTrouble(path, id, trouble));
  }

  @Override
  public PreparedRelease prepareRelease(AreaPath path, UUID id) throws StorageException {
    PreparedRelease prepared =
        bulkhead.change(Length.LONG, () -> inner.ask().prepareRelease(path, id));
    return new PreparedRelease() {
      @Override
      public void carryOut() throws StorageException {
        bulkhead.order(Length.LONG, prepared::carryOut);
      }

      @Override
      public void close() {
        prepared.close();
      }
    };
  }

  @Override
  public boolean keep(AreaPath path, UUID id) throws StorageException {
    return bulkhead.change(Length.SHORT, () -> inner.ask().keep(path, id));
  }

  @Override
  public String beginRecall(AreaPath path, UUID id, long size) throws StorageException {
    return bulkhead.change(Length.LONG, () -> inner.ask().beginRecall(path, id, size));
  }

  @Override
  public void finishRecall(AreaPath path, UUID id) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner.ask().finishRecall(path, id));
  }

  @Override
  public void discardRecall(AreaPath path, UUID id) throws StorageException {
    bulkhead.finish(Length.LONG, () -> inner.ask().discardRecall(path, id));
  }

  @Override
  public void verify(AreaPath path, UUID id, Pace pace) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner.ask().verify(path, id, pace));
  }

  @Override
  public void eachResidue(Consumer<FoundResidue> found) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner.ask().eachResidue(found));
  }

  @Override
  public void settle(FoundResidue residue) throws StorageException {
    bulkhead.order(Length.LONG, () -> inner.ask().settle(residue));
  }
}
