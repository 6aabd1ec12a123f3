package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.model.Mechanics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backend is killed while it writes, another goes on. */
class KilledProcessIT {
  private static final int FILE_BYTES = 9_000;

  private LibraryBench bench;

  @BeforeEach
  void begin() throws IOException {
    bench = new LibraryBench();
  }

  @AfterEach
  void end() throws IOException {
    bench.close();
  }

  /** Every file that a process reported done before it was killed in the middle of another. */
  private List<TapeFile> migratedByProcessKilledAfter(int reports, TapeFile source)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MigratingProcess.class.getName(),
                bench.directory().toString(),
                source.path(),
                Long.toString(source.size()),
                source.adler32())
            .redirectErrorStream(true)
            .start();
    List<TapeFile> migrated = new ArrayList<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(" .")) {
          migrated.add(file(source, line.split(" ")));
        }
        if (migrated.size() == reports) {
          process.toHandle().destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    }
    assertTrue(migrated.size() >= reports, "it ended by itself");
    return migrated;
  }

  private TapeFile file(TapeFile source, String[] words) throws IOException {
    Optional<ObjectName> name = ObjectName.parse(words[1]);
    TapeLocation location = name.orElseThrow().location();
    return bench.files.toRecall(
        new TapeFile(
            UUID.fromString(words[0]),
            source.name(),
            source.path(),
            source.size(),
            source.adler32(),
            Optional.empty()),
        location);
  }

  @Test
  void whatWasReportedIsThereAndTheLibraryGoesOn() throws Exception {
    TapeFile source = bench.files.make("source", FILE_BYTES);
    List<TapeFile> migrated = new ArrayList<>(migratedByProcessKilledAfter(7, source));
    migrated.addAll(migratedByProcessKilledAfter(5, source));
    VirtualLibrary library = bench.open(2, 3, Mechanics.INSTANT);
    TapeFile after = bench.files.make("after", FILE_BYTES);
    migrated.add(bench.files.toRecall(after, LibraryBench.put(library, after)));

    RecordedWork work = LibraryBench.recall(library, migrated.toArray(TapeFile[]::new));
    for (TapeFile file : migrated) {
      assertTrue(work.location(file).isPresent(), () -> work.reports(file).toString());
      Path expected = Path.of(file.id().equals(after.id()) ? after.path() : source.path());
      assertEquals(-1, Files.mismatch(expected, Path.of(file.path())));
    }
    // An index that is made again knows no less than the one that was written.
    List<LibraryStatistics.Volume> before = library.statistics().volumes();
    assertTrue(before.getFirst().liveFiles() >= migrated.size());
    Files.delete(bench.index("V00001"));
    assertEquals(before, library.statistics().volumes());
  }
}
