package org.bora.storage.posix;

import java.util.List;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;

/** A directory as clients see it: without hidden names. */
final class PosixListing implements Listing {
  private final DirectoryReader reader;
  private final Root root;
  private final Glance glance;

  PosixListing(DirectoryReader reader, Root root) {
    this.reader = reader;
    this.root = root;
    this.glance = new Glance(reader.frame(), reader.directory(), root);
  }

  @Override
  public Optional<String> next() throws StorageException {
    while (true) {
      Optional<String> name = reader.next().map(DirectoryReader.Name::text);
      if (name.isEmpty() || !name.get().startsWith(AreaPath.HIDDEN_PREFIX)) {
        return name;
      }
    }
  }

  @Override
  public EntryFacts facts(String name) throws StorageException {
    AreaPath checked = new AreaPath(List.of(name));
    // a frame of its own: the reader's lives as long as the listing, and would grow
    try (CallFrame frame = new CallFrame();
        Handle entry = reader.directory().open(frame, checked.toString(), Root.ENTRY)) {
      return Entries.facts(frame, entry, root.abilities());
    }
  }

  @Override
  public EntryFacts glance(String name, boolean checksum) throws StorageException {
    if (name.startsWith(AreaPath.HIDDEN_PREFIX)) {
      throw new IllegalArgumentException("'" + name + "' is hidden");
    }
    Optional<EntryFacts> seen = glance.at(name, checksum);
    return seen.isPresent() ? seen.get() : facts(name);
  }

  @Override
  public void close() {
    reader.close();
  }
}
