package org.bora.launcher.config;

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

  static DirectorySection read(Section section) {
    DirectorySettings preset = DirectorySettings.defaults();
    ValueType<Integer> many = Values.number(1, 100_000);
    int entries = section.value("entries-per-reply", many, "" + preset.maxEntries());
    int levels = section.value("levels", Values.number(1, 100), "" + preset.maxLevels());
    int surls = section.value("surls-per-call", many, "" + preset.maxSurls());
    int mode = section.value("mode", Values.mode(), Values.writeMode(preset.directoryMode()));
    Duration margin =
        section.value(
            "reply-margin",
            Values.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            Values.write(preset.replyMargin()));
    ListingSettings listings = readListings(section);
    section.finish();
    return new DirectorySection(
        section
            .build(() -> new DirectorySettings(entries, levels, surls, mode, margin))
            .orElse(preset),
        listings);
  }

  private static ListingSettings readListings(Section section) {
    ListingSettings preset = ListingSettings.defaults();
    Duration second = Duration.ofSeconds(1);
    Duration after =
        section.value(
            "async-after",
            Values.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            Values.write(preset.asyncAfter()));
    int atOnce = section.value("async-listings", Values.number(0, 1000), "" + preset.atOnce());
    Duration longest =
        section.value(
            "async-longest",
            Values.duration(second, Duration.ofDays(1)),
            Values.write(preset.longest()));
    Duration kept =
        section.value(
            "async-kept",
            Values.duration(second, Duration.ofDays(30)),
            Values.write(preset.kept()));
    return section.build(() -> new ListingSettings(after, atOnce, longest, kept)).orElse(preset);
  }
}
