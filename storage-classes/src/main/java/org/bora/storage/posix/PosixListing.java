package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;

/** A directory as clients see it: without hidden names. */
final class PosixListing implements Listing {
  private final DirectoryReader reader;
  private final Root root;
  private final Glance glance;
  private Optional<String> last = Optional.empty();
  private boolean mayBeDirectory;

  PosixListing(DirectoryReader reader, Root root) {
    this.reader = reader;
    this.root = root;
    this.glance = new Glance(reader.frame(), reader.directory(), root);
  }

  @Override
  public Optional<String> next() throws StorageException {
    do {
      Optional<DirectoryReader.Name> read = reader.next();
      mayBeDirectory = read.filter(DirectoryReader.Name::mayBeDirectory).isPresent();
      last = read.map(DirectoryReader.Name::text);
    } while (last.filter(name -> name.startsWith(AreaPath.HIDDEN_PREFIX)).isPresent());
    return last;
  }

  @Override
  public DirectoryVersion version() throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      MemorySegment statx = StatCalls.buffer(frame);
      Handle directory = reader.directory();
      directory.check(StatCalls.statx(frame, directory.descriptor(), statx), "statx");
      StatCalls.Stat stat = StatCalls.read(statx);
      return new DirectoryVersion(stat.inode(), stat.changed());
    }
  }

  @Override
  public ListingMark mark() {
    return new ListingMark(
        reader.at(), last.orElseThrow(() -> new IllegalStateException("no name was read")));
  }

  @Override
  public boolean goTo(ListingMark mark) throws StorageException {
    boolean found = reader.seek(mark.position()) && next().equals(Optional.of(mark.name()));
    long there = found ? mark.position() : 0;
    last = Optional.empty();
    if (!reader.seek(there)) {
      throw new StorageException(
          StorageException.Reason.IO, "a directory does not go back to its position " + there);
    }
    return found;
  }

  @Override
  public boolean mayBeDirectory() {
    return mayBeDirectory;
  }

  @Override
  public Optional<String> note(String name, String note) throws StorageException {
    AreaPath checked = new AreaPath(List.of(name));
    try (CallFrame frame = new CallFrame();
        Handle entry = reader.directory().open(frame, checked.toString(), Root.ENTRY)) {
      return Notes.read(frame, entry, entry.stat(frame), note);
    }
  }

  @Override
  public EntryFacts facts(String name) throws StorageException {
    AreaPath checked = new AreaPath(List.of(name));
    // a frame of its own: the reader's lives as long as the listing, and would grow
    try (CallFrame frame = new CallFrame();
        Handle entry = reader.directory().open(frame, checked.toString(), Root.ENTRY)) {
      return Entries.facts(frame, entry, root);
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
