package org.bora.storage.spi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What the filesystem says of one entry.
 *
 * @param kind links are not followed for the last name
 * @param size bytes
 * @param changedAt last change of status: the best a POSIX filesystem knows of creation
 * @param mode the twelve permission bits; in the middle what the owning group may do, also where an
 *     access control list makes the filesystem show its mask there
 * @param uid numeric owner
 * @param gid numeric group
 * @param adler32 checksum from the extended attribute, eight lower-case hexadecimal digits; absent
 *     when none is stored or when the file was changed since (size or modification time differ)
 */
public record EntryFacts(
    Kind kind,
    long size,
    Instant modifiedAt,
    Instant changedAt,
    int mode,
    int uid,
    int gid,
    Optional<String> adler32) {

  /** What an entry is. */
  public enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    OTHER
  }

  public EntryFacts {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(modifiedAt, "modifiedAt");
    Objects.requireNonNull(changedAt, "changedAt");
    Objects.requireNonNull(adler32, "adler32");
  }

  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  public boolean isFile() {
    return kind == Kind.FILE;
  }
}
