package org.bora.server.config;

import java.time.Duration;
import java.util.Objects;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.operation.directory.DirectorySettings;

/**
 * The section {@code directories}.
 *
 * @param functions limits and modes of the directory functions
 * @param listings when a listing outlives its call, and for how long
 */
public record DirectorySection(DirectorySettings functions, ListingSettings listings) {

  public DirectorySection {
    Objects.requireNonNull(functions, "functions");
    Objects.requireNonNull(listings, "listings");
  }

  /** The same with another mode of new directories. */
  DirectorySection withMode(int mode) {
    return new DirectorySection(
        new DirectorySettings(
            functions.maxEntries(),
            functions.maxLevels(),
            functions.maxSurls(),
            mode,
            functions.replyMargin()),
        listings);
  }

  /** The keys. */
  private record Said(
      @Key(preset = "1000", least = "1", most = "100000") int entriesPerReply,
      @Key(preset = "32", least = "1", most = "100") int levels,
      @Key(preset = "10000", least = "1", most = "100000") int surlsPerCall,
      @Key(preset = "0755", form = Key.Form.MODE) int mode,
      @Key(preset = "1s", least = "10ms", most = "1m") Duration replyMargin,
      @Key(preset = "1s", least = "1ms", most = "1h") Duration asyncAfter,
      @Key(preset = "16", least = "0", most = "1000") int asyncListings,
      @Key(preset = "10m", least = "1s", most = "1d") Duration asyncLongest,
      @Key(preset = "1h", least = "1s", most = "30d") Duration asyncKept)
      implements Making<DirectorySection> {

    @Override
    public DirectorySection settings() {
      return new DirectorySection(
          new DirectorySettings(entriesPerReply, levels, surlsPerCall, mode, replyMargin),
          new ListingSettings(asyncAfter, asyncListings, asyncLongest, asyncKept));
    }
  }

  static DirectorySection read(Section section) {
    return section.settings(
        Said.class,
        () -> new DirectorySection(DirectorySettings.defaults(), ListingSettings.defaults()));
  }
}
