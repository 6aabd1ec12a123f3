package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.Mechanics;

/**
 * The scenarios of the bench. Files of 0.5 to 4 GB lie at random on volumes of 18 TB; the same seed
 * gives the same requests.
 */
final class RecallScenarios {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration WORKING_DAY = Duration.ofHours(12);
  private static final long LEAST_BYTES = 500_000_000L;
  private static final long MOST_BYTES = 4_000_000_000L;
  private static final long SLOT_BYTES = Extent.bytesFor(MOST_BYTES);
  private static final int SLOTS = (int) (18_000_000_000_000L / SLOT_BYTES);

  private final int drives;
  private final int volumes;
  private final Random random;
  private final Set<Long> taken = new HashSet<>();
  private final List<Wish> wishes = new ArrayList<>();

  private RecallScenarios(int drives, int volumes, long seed) {
    this.drives = drives;
    this.volumes = volumes;
    this.random = new Random(seed);
  }

  /** A request before it has its number. */
  private record Wish(Duration arrives, String caller, String volume, Extent extent) {}

  /**
   * All of them.
   *
   * @param files of the first three; the fourth has three times as many
   */
  static List<RecallScenario> all(int files, int volumes, int drives, long seed) {
    return List.of(
        new RecallScenarios(drives, volumes, seed).atOnce(files),
        new RecallScenarios(drives, volumes, seed).overTime(files),
        new RecallScenarios(drives, volumes, seed).greedyAndModest(files),
        new RecallScenarios(drives, volumes, seed).campaign(3 * files));
  }

  private RecallScenario atOnce(int files) {
    for (int file = 0; file < files; file++) {
      wish(AT_ONCE, "user" + file % 20);
    }
    return scenario("at-once", "20 callers ask for everything at once, at random.");
  }

  private RecallScenario overTime(int files) {
    for (int file = 0; file < files; file++) {
      wish(within(WORKING_DAY), "user" + file % 20);
    }
    return scenario("over-time", "20 callers ask at random times of 12 hours.");
  }

  private RecallScenario greedyAndModest(int files) {
    int modest = files / 10;
    for (int file = modest; file < files; file++) {
      wish(AT_ONCE, "greedy");
    }
    for (int file = 0; file < modest; file++) {
      wish(within(Duration.ofHours(8)), "modest" + file % 100);
    }
    return scenario(
        "greedy",
        "One caller asks for nine tenths of the files at once, 100 callers for the rest, in the"
            + " eight hours that follow.");
  }

  private RecallScenario campaign(int files) {
    for (int file = 0; file < files; file++) {
      wish(AT_ONCE, "greedy");
    }
    for (int caller = 0; caller < 20; caller++) {
      wish(Duration.ofHours(1).plus(within(Duration.ofHours(20))), "modest" + caller);
    }
    return scenario(
        "campaign", "One caller asks for everything at once; 20 others for one file each, later.");
  }

  private Duration within(Duration span) {
    return Duration.ofMillis((long) (random.nextDouble() * span.toMillis()));
  }

  private void wish(Duration arrives, String caller) {
    int volume = random.nextInt(volumes);
    long slot = random.nextInt(SLOTS);
    while (!taken.add((long) volume * SLOTS + slot)) {
      slot = random.nextInt(SLOTS);
    }
    long size = LEAST_BYTES + (long) (random.nextDouble() * (MOST_BYTES - LEAST_BYTES));
    Extent extent = new Extent(Extent.FIRST_POSITION + slot * SLOT_BYTES, size);
    wishes.add(new Wish(arrives, caller, String.format("V%05d", volume), extent));
  }

  private RecallScenario scenario(String name, String story) {
    wishes.sort(Comparator.comparing(Wish::arrives));
    List<RecallRequest> requests = new ArrayList<>();
    for (Wish wish : wishes) {
      requests.add(
          new RecallRequest(
              requests.size(), wish.arrives(), wish.caller(), wish.volume(), wish.extent()));
    }
    return new RecallScenario(name, story, Mechanics.enterprise(), drives, requests);
  }
}
