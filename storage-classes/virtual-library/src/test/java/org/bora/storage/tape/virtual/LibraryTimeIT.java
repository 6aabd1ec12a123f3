package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.LibraryModel;
import org.bora.storage.tape.model.LibraryModel.Served;
import org.bora.storage.tape.model.Mechanics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The library takes to the nanosecond what its model says that it takes. */
class LibraryTimeIT {
  private static final Mechanics ODD =
      new Mechanics(
          Duration.ofMillis(7_123),
          Duration.ofMillis(3_457),
          Duration.ofMillis(1_701),
          1_000_003,
          300_007,
          200_003);

  private static final int VOLUMES = 7;

  private LibraryBench bench;
  private final Random random = new Random(4);

  @BeforeEach
  void begin() throws IOException {
    bench = new LibraryBench();
  }

  @AfterEach
  void end() throws IOException {
    bench.close();
  }

  /** Files on tape, by volume; written with the model looking on. */
  private Map<String, List<TapeFile>> write(VirtualLibrary library, LibraryModel model)
      throws Exception {
    Map<String, List<TapeFile>> volumes = new TreeMap<>();
    for (int batch = 0; batch < VOLUMES; batch++) {
      List<TapeFile> files = new ArrayList<>();
      for (int number = 0; number < 6; number++) {
        files.add(bench.files.make(batch + "/" + number, random.nextInt(120_000)));
      }
      // Each batch fills a volume so far that the next one needs another.
      files.add(bench.files.make(batch + "/filling", 240_000));
      Duration begin = bench.time.passed();
      RecordedWork work = LibraryBench.migrate(library, files.toArray(TapeFile[]::new));
      List<Extent> extents = new ArrayList<>();
      String label = "";
      for (TapeFile file : files) {
        TapeLocation location = work.location(file).orElseThrow();
        label = location.volume();
        extents.add(new Extent(location.position(), file.size()));
        volumes
            .computeIfAbsent(label, key -> new ArrayList<>())
            .add(bench.files.toRecall(file, location));
      }
      Served served = model.migrate(begin, label, extents);
      assertEquals(served.ended(), bench.time.passed());
    }
    return volumes;
  }

  private List<TapeFile> someOf(List<TapeFile> files) {
    List<TapeFile> some =
        new ArrayList<>(files.stream().filter(file -> random.nextInt(3) > 0).toList());
    if (some.isEmpty() || random.nextInt(4) == 0) {
      some.add(files.getFirst());
    }
    return some.stream().distinct().toList();
  }

  private void compare(int drives) throws Exception {
    VirtualLibrary library = bench.open(drives, VOLUMES, ODD);
    LibraryModel model = new LibraryModel(ODD, drives);
    Map<String, List<TapeFile>> volumes = write(library, model);
    assertTrue(volumes.size() > 4, volumes.keySet().toString());
    List<String> labels = List.copyOf(volumes.keySet());
    for (int batch = 0; batch < 60; batch++) {
      String label = labels.get(random.nextInt(labels.size()));
      List<TapeFile> files = someOf(volumes.get(label));
      List<Extent> extents =
          files.stream()
              .map(file -> new Extent(file.location().orElseThrow().position(), file.size()))
              .toList();
      Served served = model.recall(model.nextFree(), label, extents);

      // What drives do side by side is played one batch after the other, each from its own time.
      bench.time.set(served.begun());
      List<Duration> ends = new ArrayList<>();
      library.recall(new TimedWork(files, () -> ends.add(bench.time.passed())));
      assertEquals(served.ends(), ends);
      assertEquals(
          model.drives().get(served.drive()).usage(),
          library.statistics().drives().get(served.drive()).usage());
    }
    assertEquals(model.usage(), library.statistics().usage());
    assertTrue(model.usage().mounts() > VOLUMES);
  }

  @Test
  void oneDriveIsAsFastAsItsModel() throws Exception {
    compare(1);
  }

  @Test
  void threeDrivesAreAsFastAsTheirModels() throws Exception {
    compare(3);
  }

  @Test
  void whatVolumesAndDrivesDidIsTheSameWork() throws Exception {
    VirtualLibrary library = bench.open(2, VOLUMES, ODD);
    LibraryModel model = new LibraryModel(ODD, 2);
    write(library, model);
    LibraryStatistics statistics = library.statistics();
    assertEquals(
        statistics.usage().mounts(),
        statistics.volumes().stream().mapToLong(volume -> volume.usage().mounts()).sum());
    assertEquals(
        statistics.usage().writtenBytes(),
        statistics.volumes().stream().mapToLong(volume -> volume.usage().writtenBytes()).sum());
    LibraryStatistics.Volume first = statistics.volumes().getFirst();
    assertEquals(first.writtenBytes(), first.usage().writtenBytes());
    assertEquals(7, first.liveFiles());
  }
}
