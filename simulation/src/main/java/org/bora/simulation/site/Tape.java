package org.bora.simulation.site;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.Adler32;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;

/**
 * A tape library that all backends use; its objects outlive them. Drives hang and fail, volumes are
 * away for a while, and some results are not reported.
 */
final class Tape {
  static final String LIBRARY = "library";

  private static final int AWAY = 5;
  private static final Duration LONGEST_AWAY = Duration.ofMinutes(5);

  private final Scheduler scheduler;
  private final Choices choices;
  private final TapeConditions conditions;
  private final Report report;
  private final Map<String, Written> objects = new TreeMap<>();
  private final Map<String, Long> awayUntil = new HashMap<>();
  private final List<Batch> batches = new ArrayList<>();
  private int lastObject;
  private boolean well;

  /** A copy on tape. */
  record Written(UUID file, TapeLocation location, String content) {}

  /** The work of a drive. */
  static final class Batch {
    private final String process;
    private final List<UUID> recalled;

    /** Whether the batch may have lost its lease through a fault since it began. */
    private boolean excused;

    Batch(String process, List<UUID> recalled) {
      this.process = process;
      this.recalled = recalled;
    }
  }

  Tape(Scheduler scheduler, Choices choices, TapeConditions conditions, Report report) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.conditions = conditions;
    this.report = report;
  }

  /** All objects by their names. */
  Map<String, Written> objects() {
    return objects;
  }

  /** Nothing fails or hangs from now on. */
  void isWell() {
    well = true;
    awayUntil.clear();
  }

  /** The process was frozen or is gone: other batches may work on the files of its batches. */
  void isDisturbed(String process) {
    batches.stream().filter(one -> one.process.equals(process)).forEach(one -> one.excused = true);
  }

  /** The database did not answer: no lease is certain. */
  void isDisturbed() {
    batches.forEach(one -> one.excused = true);
  }

  /** Removes the batches of a dead process. */
  void isGone(String process) {
    batches.removeIf(one -> one.process.equals(process));
  }

  /** The library as one backend sees it. */
  TapeDriver driver(String process) {
    return new Library(this, process);
  }

  static String adler32(String content) {
    Adler32 sum = new Adler32();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  boolean isAway(String volume) {
    return awayUntil.getOrDefault(volume, Long.MIN_VALUE) > scheduler.nanos();
  }

  private boolean happens(int oneIn) {
    return !well && choices.below(oneIn) == 0;
  }

  /** The fault, if any, that a file meets on its way to or from tape. */
  Optional<TapeTrouble> moved(String volume) {
    scheduler.sleep(Duration.ofMillis(20 + choices.below(2_000)));
    if (happens(conditions.slowness())) {
      Duration time =
          Duration.ofMillis(choices.below(Math.toIntExact(conditions.longest().toMillis())));
      if (report.hidden(LIBRARY, "tape drive hangs")) {
        scheduler.sleep(time);
      }
    }
    if (happens(conditions.failures() * AWAY)) {
      Duration time = Duration.ofMillis(choices.below(Math.toIntExact(LONGEST_AWAY.toMillis())));
      if (report.hidden(LIBRARY, "tape volume is away")) {
        awayUntil.put(volume, scheduler.nanos() + time.toNanos());
      }
    }
    if (isAway(volume)) {
      return Optional.of(new TapeTrouble(Kind.VOLUME_UNAVAILABLE, volume + " is away"));
    }
    if (happens(conditions.failures()) && report.hidden(LIBRARY, "tape drive fails")) {
      return Optional.of(new TapeTrouble(Kind.RETRY, "the drive failed"));
    }
    return Optional.empty();
  }

  /** Whether a drive does not report work that it has done. */
  boolean isLost() {
    return happens(conditions.failures())
        && report.hidden(LIBRARY, "tape does not say what it did");
  }

  /** A drive of a backend begins to work; {@code recalled} are the files that it recalls. */
  Batch begins(String process, List<UUID> recalled) {
    Batch batch = new Batch(process, recalled);
    for (Batch other : batches) {
      if (!other.excused && other.recalled.stream().anyMatch(recalled::contains)) {
        report.wrong("I12", "a file is recalled by " + other.process + " and " + process);
      }
    }
    batches.add(batch);
    if (batches.stream().filter(one -> !one.excused).count() > conditions.drives()) {
      report.wrong("I12", "more batches than there are drives");
    }
    return batch;
  }

  void ends(Batch batch) {
    batches.remove(batch);
  }

  /** Writes a copy. */
  Written add(UUID file, String volume, String content) {
    lastObject++;
    TapeLocation location = new TapeLocation(volume, lastObject, "object-" + lastObject);
    Written written = new Written(file, location, content);
    objects.put(location.object(), written);
    return written;
  }

  /** Chooses the volume of a copy. */
  String volume() {
    return "V" + choices.below(conditions.volumes());
  }

  int drives() {
    return conditions.drives();
  }

  Report report() {
    return report;
  }

  /** Delays a query; false if it is not answered. */
  boolean isAsked() {
    scheduler.sleep(Duration.ofMillis(choices.below(3_000)));
    return !(happens(conditions.failures()) && report.hidden(LIBRARY, "tape does not answer"));
  }
}
