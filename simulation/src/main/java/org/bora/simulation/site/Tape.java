package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.Adler32;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;

/**
 * A tape library that all backends use: its objects outlive them. Drives hang and fail, volumes are
 * away for a while, and what was done is not always said.
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

  /** A copy. */
  record Written(UUID file, TapeLocation location, String content) {}

  /** What a drive works on. */
  private static final class Batch {
    private final String process;
    private final List<UUID> recalled;

    /** Something has happened since it began for which it may have lost its lease. */
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

  /**
   * The process stood still, or is gone: its batches are no longer the only ones on their files.
   */
  void isDisturbed(String process) {
    batches.stream().filter(one -> one.process.equals(process)).forEach(one -> one.excused = true);
  }

  /** The database did not answer: no lease is sure. */
  void isDisturbed() {
    batches.forEach(one -> one.excused = true);
  }

  /** What is gone with its process. */
  void isGone(String process) {
    batches.removeIf(one -> one.process.equals(process));
  }

  /** As one backend has it. */
  TapeDriver driver(String process) {
    return new Driver(process);
  }

  static String adler32(String content) {
    Adler32 sum = new Adler32();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(sum.getValue());
  }

  private boolean isAway(String volume) {
    return awayUntil.getOrDefault(volume, Long.MIN_VALUE) > scheduler.nanos();
  }

  private boolean happens(int oneIn) {
    return !well && choices.below(oneIn) == 0;
  }

  /** What comes between one file and the tape; empty for nothing. */
  private Optional<TapeTrouble> moved(String volume) {
    scheduler.sleep(Duration.ofMillis(20 + choices.below(2_000)));
    if (happens(conditions.slowness())) {
      Duration time =
          Duration.ofMillis(choices.below(Math.toIntExact(conditions.longest().toMillis())));
      if (report.fault(LIBRARY, "tape drive hangs")) {
        scheduler.sleep(time);
      }
    }
    if (happens(conditions.failures() * AWAY)) {
      Duration time = Duration.ofMillis(choices.below(Math.toIntExact(LONGEST_AWAY.toMillis())));
      if (report.fault(LIBRARY, "tape volume is away")) {
        awayUntil.put(volume, scheduler.nanos() + time.toNanos());
      }
    }
    if (isAway(volume)) {
      return Optional.of(new TapeTrouble(Kind.VOLUME_UNAVAILABLE, volume + " is away"));
    }
    if (happens(conditions.failures()) && report.fault(LIBRARY, "tape drive fails")) {
      return Optional.of(new TapeTrouble(Kind.RETRY, "the drive failed"));
    }
    return Optional.empty();
  }

  private boolean isLost() {
    return happens(conditions.failures()) && report.fault(LIBRARY, "tape does not say what it did");
  }

  private final class Driver implements TapeDriver {
    private final String process;

    Driver(String process) {
      this.process = process;
    }

    @Override
    public String kind() {
      return "simulated";
    }

    @Override
    public void check() {
      // it is there
    }

    @Override
    public int drives() {
      return conditions.drives();
    }

    private Batch begins(List<UUID> recalled) {
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

    @Override
    public void migrate(TapeWork work) throws InterruptedException {
      Batch batch = begins(List.of());
      for (TapeFile file : work.files()) {
        if (work.isUnwanted(file.id())) {
          work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
          continue;
        }
        String volume = "V" + choices.below(conditions.volumes());
        Optional<TapeTrouble> trouble = moved(volume);
        if (trouble.isEmpty()) {
          write(file, volume, work);
        } else {
          work.failed(file.id(), trouble.get());
        }
      }
      batches.remove(batch);
    }

    private void write(TapeFile file, String volume, TapeWork work) {
      Optional<String> content = read(Path.of(file.path()));
      if (content.isEmpty() || !adler32(content.get()).equals(file.adler32())) {
        work.failed(file.id(), new TapeTrouble(Kind.RETRY, "it is not what is to be copied"));
        return;
      }
      TapeLocation location = new TapeLocation(volume, ++lastObject, "object-" + lastObject);
      objects.put(location.object(), new Written(file.id(), location, content.get()));
      report.moved("migrated to tape");
      if (!isLost()) {
        work.done(file.id(), location);
      }
    }

    private Optional<String> read(Path file) {
      try {
        return Optional.of(Files.readString(file));
      } catch (NoSuchFileException gone) {
        return Optional.empty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void recall(TapeWork work) throws InterruptedException {
      Batch batch = begins(work.files().stream().map(TapeFile::id).toList());
      for (TapeFile file : work.files()) {
        if (work.isUnwanted(file.id())) {
          work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
          continue;
        }
        Written found = objects.get(file.location().orElseThrow().object());
        if (found == null || !found.file().equals(file.id())) {
          report.wrong("I13", file.name() + " is not where it is recalled from");
          work.failed(file.id(), new TapeTrouble(Kind.LOST, "there is no such object"));
          continue;
        }
        Optional<TapeTrouble> trouble = moved(found.location().volume());
        if (trouble.isEmpty()) {
          bring(file, found, work);
        } else {
          work.failed(file.id(), trouble.get());
        }
      }
      batches.remove(batch);
    }

    private void bring(TapeFile file, Written found, TapeWork work) {
      try {
        Path to = Path.of(file.path());
        if (!Files.exists(to.getParent())) {
          work.failed(file.id(), new TapeTrouble(Kind.RETRY, "its directory is gone"));
          return;
        }
        Files.writeString(to, found.content());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      report.moved("recalled from tape");
      if (!isLost()) {
        work.done(file.id(), found.location());
      }
    }

    @Override
    public void remove(TapeWork work) throws InterruptedException {
      Batch batch = begins(List.of());
      for (TapeFile file : work.files()) {
        if (work.isUnwanted(file.id())) {
          work.failed(file.id(), new TapeTrouble(Kind.STOPPED, "it is not wanted"));
          continue;
        }
        TapeLocation location = file.location().orElseThrow();
        Optional<TapeTrouble> trouble = moved(location.volume());
        if (trouble.isPresent()) {
          work.failed(file.id(), trouble.get());
          continue;
        }
        objects.remove(location.object());
        report.moved("removed from tape");
        if (!isLost()) {
          work.done(file.id(), location);
        }
      }
      batches.remove(batch);
    }

    @Override
    public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
      scheduler.sleep(Duration.ofMillis(choices.below(3_000)));
      if (happens(conditions.failures()) && report.fault(LIBRARY, "tape does not answer")) {
        throw new StorageException(StorageException.Reason.IO, "the library does not answer");
      }
      Map<TapeFile, Found> found = new HashMap<>();
      for (TapeFile file : files) {
        objects.values().stream()
            .filter(one -> one.file().equals(file.id()))
            .filter(
                one ->
                    file.location().isEmpty()
                        || file.location().get().object().equals(one.location().object()))
            .findFirst()
            .ifPresent(
                one ->
                    found.put(file, new Found(one.location(), !isAway(one.location().volume()))));
      }
      return found;
    }

    @Override
    public void eachObject(Consumer<Kept> seen) {
      List.copyOf(objects.values())
          .forEach(
              one ->
                  seen.accept(
                      new Kept(
                          one.file(),
                          one.location(),
                          one.content().length(),
                          adler32(one.content()))));
    }

    @Override
    public void close() {
      // it stays
    }
  }
}
