package org.bora.server.config;

import java.util.Objects;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.settings.Flat;
import org.bora.settings.Keys;

/**
 * The section {@code directories}.
 *
 * @param functions limits and modes of the directory functions
 * @param listings when a listing outlives its call, and for how long
 */
public record DirectorySection(@Flat DirectorySettings functions, @Flat ListingSettings listings)
    implements Keys {

  public DirectorySection {
    Objects.requireNonNull(functions, "functions");
    Objects.requireNonNull(listings, "listings");
  }

  /** The same with another mode of new directories. */
  DirectorySection withMode(int mode) {
    return new DirectorySection(functions.withMode(mode), listings);
  }
}
