package org.bora.storage.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An entry to remove from a directory.
 *
 * @param name in that directory
 * @param directory whether it is a directory, which must be empty, or a file or link
 * @param file the identifier that the caller saw on the file ({@link EntryFacts#id}); empty if it
 *     saw none. Another file that has the name by now stays
 */
public record Removal(String name, boolean directory, Optional<UUID> file) {
  public Removal {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(file, "file");
  }
}
