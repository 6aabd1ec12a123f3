package org.bora.simulation.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.bora.api.word.FileStorageType;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** The areas of a site whose files go to tape, and the tape library; all backends share them. */
final class TapeSite implements AutoCloseable {
  /** The area whose files leave the disk when they are on tape. */
  static final String NEARLINE = "nearline";

  /** The area whose files are on disk and on tape. */
  static final String ONLINE = "online";

  private static final int CONDITIONS = 6;
  private static final int LIBRARY_STREAM = 7;
  private static final int DISKS = 8;
  private static final long PLENTY = 1_000_000;

  private final TapeConditions conditions;
  private final Tape tape;
  private final Map<String, Disk> disks = new TreeMap<>();
  private final Map<String, Journal> journals = new TreeMap<>();

  /**
   * Creates the areas.
   *
   * @param streams choices, each of which may be taken once
   * @param directory in which each area has its own
   */
  TapeSite(
      Scheduler scheduler,
      LongFunction<Choices> streams,
      Conditions disk,
      Report report,
      Path directory) {
    this.conditions = TapeConditions.drawnFrom(streams.apply(CONDITIONS));
    this.tape = new Tape(scheduler, streams.apply(LIBRARY_STREAM), conditions, report);
    if (conditions.present()) {
      for (String area : List.of(NEARLINE, ONLINE)) {
        disks.put(
            area,
            new Disk(
                scheduler,
                streams.apply(DISKS + disks.size()),
                disk,
                made(directory.resolve(area))));
        journals.put(area, new Journal());
      }
    }
  }

  static Path made(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isPresent() {
    return conditions.present();
  }

  TapeConditions conditions() {
    return conditions;
  }

  Tape tape() {
    return tape;
  }

  Disk disk(String area) {
    return disks.get(area);
  }

  /** The clients' knowledge of the area's files. */
  Journal journal(String area) {
    return journals.get(area);
  }

  /** Disks and tape meet no faults from now on. */
  void isWell() {
    tape.isWell();
    disks.values().forEach(disk -> disk.pace().isWell());
  }

  /** The power fails; no process is alive. */
  void powerFails() {
    disks.forEach((area, disk) -> disk.powerFails(journals.get(area)::tears));
    journals.values().forEach(Journal::powerFails);
  }

  void meets(Calm calm) {
    disks.values().forEach(disk -> disk.pace().meets(calm));
  }

  void meets(Disk.Trouble trouble, BiConsumer<String, String> told) {
    disks.forEach(
        (area, disk) ->
            disk.meets(trouble, (process, what) -> told.accept(process, area + ": " + what)));
  }

  @Override
  public void close() {
    disks.values().forEach(Disk::close);
  }

  /** The areas as one backend mounts them. */
  Map<String, Mount> mounts(String process) {
    Map<String, Mount> mounts = new TreeMap<>();
    disks.forEach((area, disk) -> mounts.put(area, disk.mount(process)));
    return mounts;
  }

  List<StorageArea> areas(Map<String, Mount> mounts, Bulkheads bulkheads) {
    return mounts.keySet().stream()
        .sorted()
        .map(name -> area(name, mounts.get(name), bulkheads))
        .toList();
  }

  private static StorageArea area(String name, Mount mount, Bulkheads bulkheads) {
    return new StorageArea(
        name,
        "/" + name,
        bulkheads.around(name, mount.tree()),
        new Keeping(
            name.equals(NEARLINE) ? StorageClass.D0T1 : StorageClass.D1T1,
            Optional.of(Tape.LIBRARY)),
        "token-" + name,
        "VO",
        EnumSet.of(FileStorageType.PERMANENT),
        OwnerRule.DN);
  }

  /** Bytes on disk in the area. */
  long size(String area) {
    return area.equals(NEARLINE) ? conditions.buffer() : PLENTY;
  }

  Map<String, AreaSpaceSettings> spaces() {
    Map<String, AreaSpaceSettings> all = new TreeMap<>();
    disks
        .keySet()
        .forEach(
            area ->
                all.put(
                    area,
                    new AreaSpaceSettings(
                        OptionalLong.of(size(area)), ReservationSettings.defaults())));
    return all;
  }

  StageSettings stages() {
    return new StageSettings(
        disks.isEmpty()
            ? Map.of()
            : Map.of(
                NEARLINE,
                new AreaStageSettings(conditions.marks(), PutDoneAnswer.BEFORE_TAPE, false)));
  }

  TapeLibraries libraries(String process) {
    return disks.isEmpty()
        ? TapeLibraries.none()
        : new TapeLibraries(Map.of(Tape.LIBRARY, tape.driver(process)));
  }
}
