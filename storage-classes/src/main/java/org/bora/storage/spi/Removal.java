package org.bora.storage.spi;

import java.util.Objects;

/**
 * An entry that is to be removed from a directory.
 *
 * @param name in that directory
 * @param directory whether it is a directory, which must be empty, or a file or link
 */
public record Removal(String name, boolean directory) {
  public Removal {
    Objects.requireNonNull(name, "name");
  }
}
