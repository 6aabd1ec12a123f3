package org.bora.storage.posix;

import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.StorageException;

/**
 * The attributes of an entry on which {@link EntryFacts} depend, besides those of stat(2). Only
 * relevant attributes are read, because each costs a call to the filesystem.
 *
 * @param seal as written, not verified yet
 * @param access access control list; empty if the permission bits are enough
 */
record FileAttributes(AttributeTexts texts, Optional<String> seal, Optional<Acl> access) {

  static FileAttributes read(CallFrame frame, Handle entry, Stat stat) throws StorageException {
    AttributeTexts texts =
        stat.isFile() ? AttributeTexts.read(frame, entry, stat) : AttributeTexts.NOTHING;
    boolean mayBeSealed = stat.links() == 1 && !texts.claims().isEmpty();
    // the permission bits of a stub are all 0, and its list says what they will be again
    boolean mayHaveList = Acls.mayBeWider(stat) || texts.stub().isPresent();
    return new FileAttributes(
        texts,
        mayBeSealed ? BoraAttributes.read(frame, entry, FileSeal.NAME) : Optional.empty(),
        mayHaveList ? Acls.access(frame, entry) : Optional.empty());
  }
}
