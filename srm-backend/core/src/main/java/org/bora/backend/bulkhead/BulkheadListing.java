package org.bora.backend.bulkhead;

import java.util.Objects;
import java.util.Optional;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;

/**
 * An open directory whose reads pass the bulkhead of its area. It takes a place only during a read,
 * because there are many open directories, and most of them wait for their readers.
 */
final class BulkheadListing implements Listing {
  private final Listing inner;
  private final Bulkhead bulkhead;
  private final FilesystemVisit visit =
      new FilesystemVisit(Length.SHORT, FilesystemVisit.Kind.QUESTION);

  BulkheadListing(Listing inner, Bulkhead bulkhead) {
    this.inner = Objects.requireNonNull(inner, "inner");
    this.bulkhead = Objects.requireNonNull(bulkhead, "bulkhead");
  }

  @Override
  public Optional<String> next() throws StorageException {
    return bulkhead.ask(visit, () -> inner.next());
  }

  @Override
  public DirectoryVersion version() throws StorageException {
    return bulkhead.ask(visit, () -> inner.version());
  }

  @Override
  public boolean goTo(ListingMark mark) throws StorageException {
    return bulkhead.ask(visit, () -> inner.goTo(mark));
  }

  @Override
  public boolean mayBeDirectory() {
    return inner.mayBeDirectory();
  }

  @Override
  public Optional<String> note(String name, String note) throws StorageException {
    return bulkhead.ask(visit, () -> inner.note(name, note));
  }

  @Override
  public EntryFacts facts(String name) throws StorageException {
    return bulkhead.ask(visit, () -> inner.facts(name));
  }

  @Override
  public EntryFacts glance(String name, boolean checksum) throws StorageException {
    return bulkhead.ask(visit, () -> inner.glance(name, checksum));
  }

  @Override
  public ListingMark mark() {
    return inner.mark();
  }

  @Override
  public void close() {
    inner.close();
  }
}
