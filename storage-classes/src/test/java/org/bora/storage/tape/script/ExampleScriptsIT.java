package org.bora.storage.tape.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the examples say when their tape system is missing, down, or another one. */
class ExampleScriptsIT {
  @TempDir private Path directory;
  private TapeFiles files;
  private TapeFile file;

  @BeforeEach
  void start() throws IOException {
    ExampleScript.start(directory);
    files = new TapeFiles(directory);
    file = files.make("a file", 1000);
  }

  private static TapeTrouble trouble(RecordedWork work, TapeFile file) {
    return work.reports(file).getFirst().trouble().orElseThrow();
  }

  private TapeFile stored(ScriptDriver driver) throws Exception {
    RecordedWork work = new RecordedWork(List.of(file));
    driver.migrate(work);
    TapeLocation location =
        work.location(file).orElseThrow(() -> new AssertionError(work.reports(file)));
    return files.toRecall(file, location);
  }

  @ParameterizedTest
  @EnumSource
  void aMachineWithoutTheClientIsToldWhatToInstall(ExampleScript example) throws Exception {
    ScriptDriver driver = example.driverWithoutClient(directory);
    RecordedWork work = new RecordedWork(List.of(file));
    driver.migrate(work);
    TapeTrouble trouble = trouble(work, file);
    assertEquals(Kind.RETRY, trouble.kind());
    assertTrue(
        trouble.text().contains("is not there: install the client of the tape system"),
        trouble.text());
    assertTrue(
        trouble.text().startsWith("the migrate script of " + example.name() + " ended with code 1"),
        trouble.text());
    TapeFile known = TapeFiles.onTape(file, TapeLocation.named("x"));
    assertThrows(StorageException.class, () -> driver.query(List.of(known)));
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatIsDownIsTriedAgainAndLosesNothing(ExampleScript example) throws Exception {
    ScriptDriver driver = example.driver(directory);
    TapeFile wanted = stored(driver);
    Path down = Files.createFile(ExampleScript.server(directory).resolve("down"));
    RecordedWork work = new RecordedWork(List.of(wanted));
    driver.recall(work);
    assertEquals(Kind.RETRY, trouble(work, wanted).kind());
    assertThrows(StorageException.class, () -> driver.query(List.of(wanted)));
    RecordedWork writing = new RecordedWork(List.of(file));
    driver.migrate(writing);
    assertEquals(Kind.RETRY, trouble(writing, file).kind());
    assertTrue(
        trouble(writing, file).text().contains("asked to be called again for the rest: "),
        trouble(writing, file).text());

    Files.delete(down);
    RecordedWork again = new RecordedWork(List.of(wanted));
    driver.recall(again);
    assertTrue(again.location(wanted).isPresent(), () -> again.reports(wanted).toString());
    assertEquals(-1, Files.mismatch(Path.of(file.path()), Path.of(wanted.path())));
  }

  @ParameterizedTest
  @EnumSource
  void anotherServerThanTheFilesHasLostNothing(ExampleScript example) throws Exception {
    TapeFile wanted = stored(example.driver(directory));
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    ExampleScript.start(elsewhere);
    ScriptDriver wrong = example.driver(elsewhere);
    RecordedWork work = new RecordedWork(List.of(wanted));
    wrong.recall(work);
    assertEquals(Kind.RETRY, trouble(work, wanted).kind());
    assertTrue(trouble(work, wanted).text().contains("bora-marker"));
    assertThrows(StorageException.class, () -> wrong.query(List.of(wanted)));
  }

  @ParameterizedTest
  @EnumSource
  void ownersRightsAndInodeOfTheFileStay(ExampleScript example) throws Exception {
    ScriptDriver driver = example.driver(directory);
    TapeFile wanted = stored(driver);
    Path path = Path.of(wanted.path());
    Map<String, Object> before = Files.readAttributes(path, "unix:ino,mode,uid,gid");
    driver.recall(new RecordedWork(List.of(wanted)));
    assertEquals(before, Files.readAttributes(path, "unix:ino,mode,uid,gid"));
    assertEquals(1000, Files.size(path));
  }

  @Test
  void tsmLeavesOnlyTheMarkerInItsScratchDirectory() throws Exception {
    ScriptDriver driver = ExampleScript.TSM.driver(directory);
    driver.recall(new RecordedWork(List.of(stored(driver))));
    try (Stream<Path> left = Files.list(directory.resolve("scratch"))) {
      assertEquals(
          List.of("bora-marker"), left.map(path -> path.getFileName().toString()).toList());
    }
  }

  @Test
  void hpssTellsOnWhichTapeAFileIs() throws Exception {
    TapeFile wanted = stored(ExampleScript.HPSS.driver(directory));
    assertEquals(Optional.of("EB034400"), wanted.location().map(TapeLocation::volume));
    assertTrue(wanted.location().orElseThrow().position() > 0);
  }

  @Test
  void whatCtaRecalledLeavesTheDisksOfEos() throws Exception {
    ScriptDriver driver = ExampleScript.CTA.driver(directory);
    driver.recall(new RecordedWork(List.of(stored(driver))));
    try (Stream<Path> left = Files.list(ExampleScript.server(directory).resolve("disk"))) {
      assertEquals(
          List.of("bora-marker"), left.map(path -> path.getFileName().toString()).toList());
    }
  }
}
