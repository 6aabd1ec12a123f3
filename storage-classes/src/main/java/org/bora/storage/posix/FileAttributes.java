package org.bora.storage.posix;

import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.StorageException;

/**
 * Everything that an entry carries beside its content and what stat(2) tells, as far as {@link
 * EntryFacts} depend on it. Only what can matter for such an entry is read: each attribute costs a
 * call to the filesystem.
 *
 * @param seal as it stands, not yet compared with anything
 * @param access list of access rights; empty where the permission bits say it all
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
