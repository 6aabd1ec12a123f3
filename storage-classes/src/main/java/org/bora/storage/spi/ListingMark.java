package org.bora.storage.spi;

import java.util.Objects;

/**
 * Where a directory has a name, for another {@link Listing} of the same directory to go on there,
 * in this process or any other on this filesystem.
 *
 * @param position the filesystem's own word for it; means nothing but to {@link Listing#goTo}
 * @param name that is the next one there
 */
public record ListingMark(long position, String name) {

  public ListingMark {
    Objects.requireNonNull(name, "name");
  }
}
