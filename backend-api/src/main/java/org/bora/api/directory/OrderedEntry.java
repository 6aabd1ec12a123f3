package org.bora.api.directory;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;

/**
 * A file or directory of an ordered listing.
 *
 * @param name without a slash
 * @param type FILE or DIRECTORY
 * @param size in bytes; 0 for a directory
 * @param locality where the bytes are
 * @param note note of a door on this content of the file
 */
public record OrderedEntry(
    String name,
    FileType type,
    long size,
    Instant modifiedAt,
    FileLocality locality,
    Optional<String> note) {

  public OrderedEntry {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(modifiedAt, "modifiedAt");
    Objects.requireNonNull(locality, "locality");
    Objects.requireNonNull(note, "note");
  }

  public boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  /** How it counts in the order. */
  public String key() {
    return KeyOrder.key(name, isDirectory());
  }
}
