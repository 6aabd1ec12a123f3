package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

/** Single entries: facts, directories, names, modes, space. */
abstract class EntriesPart extends Part {

  @Test
  void factsAreThoseOfTheFilesystem() throws IOException {
    area().write("file", "12345");
    EntryFacts facts = tree().facts(path("file"));
    assertEquals(Kind.FILE, facts.kind());
    assertEquals(5, facts.size());
    assertEquals(Files.getLastModifiedTime(inArea("file")).toInstant(), facts.modifiedAt());
    assertEquals(Files.getAttribute(inArea("file"), "unix:uid"), facts.uid());
    assertEquals(Files.getAttribute(inArea("file"), "unix:gid"), facts.gid());
    assertEquals((int) Files.getAttribute(inArea("file"), "unix:mode") & 07777, facts.mode());
    assertEquals(Optional.empty(), facts.adler32());
    assertTrue(tree().facts(AreaPath.ROOT).isDirectory());
  }

  /** A filesystem that does not know it would show the last change here. */
  @Test
  void whenAnEntryWasMadeStaysWhenItChanges() throws IOException {
    area().write("file", "12345");
    Instant made = tree().facts(path("file")).madeAt();
    Object changed = Files.getAttribute(inArea("file"), "unix:ctime");
    while (Files.getAttribute(inArea("file"), "unix:ctime").equals(changed)) {
      tree().setMode(path("file"), 0640);
    }
    assertEquals(made, tree().facts(path("file")).madeAt());
  }

  @Test
  void whatIsMissingIsMissingEverywhere() {
    for (AreaPath absent : new AreaPath[] {path("absent"), path("absent/deeper")}) {
      assertRefused(Reason.MISSING, () -> tree().facts(absent));
      assertRefused(Reason.MISSING, () -> tree().physicalPath(absent));
      assertRefused(Reason.MISSING, () -> tree().list(absent));
      assertRefused(Reason.MISSING, () -> tree().removeFile(absent));
      assertRefused(Reason.MISSING, () -> tree().removeDirectory(absent));
      assertRefused(Reason.MISSING, () -> tree().rename(absent, path("new")));
      assertRefused(Reason.MISSING, () -> tree().setMode(absent, 0600));
    }
  }

  @Test
  void aFileIsNoDirectoryAndADirectoryNoFile() throws IOException {
    area().write("file", "");
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().list(path("file")));
    assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().facts(path("file/below")));
    assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().removeDirectory(path("file")));
    assertRefused(Reason.IS_A_DIRECTORY, () -> tree().removeFile(path("dir")));
  }

  @Test
  void aDirectoryIsMadeWithItsModeAndRemovedOnlyWhenEmpty() throws IOException {
    tree().makeDirectory(path("dir"), Owner.PROCESS, 01775);
    assertEquals(01775, tree().facts(path("dir")).mode());
    tree().makeDirectory(path("dir/sub"), Owner.PROCESS, 0700);
    assertRefused(Reason.NOT_EMPTY, () -> tree().removeDirectory(path("dir")));
    tree().removeDirectory(path("dir/sub"));
    tree().removeDirectory(path("dir"));
    assertEquals(0, scratch().names().size());
  }

  @Test
  void aDirectoryWithOnlyHiddenEntriesIsNotEmpty() throws IOException {
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    area().begun("dir/file", "");
    assertEquals(0, area().list("dir").size());
    assertRefused(Reason.NOT_EMPTY, () -> tree().removeDirectory(path("dir")));
  }

  @Test
  void aGroupThatIsInheritedGoesOnBeingInherited() throws IOException {
    tree().makeDirectory(path("dir"), Owner.PROCESS, 02775);
    tree().makeDirectory(path("dir/sub"), Owner.PROCESS, 0755);
    assertEquals(02755, tree().facts(path("dir/sub")).mode());
  }

  @Test
  void theRootStaysAsItIs() {
    assertRefused(Reason.DENIED, () -> tree().removeDirectory(AreaPath.ROOT));
    assertRefused(Reason.DENIED, () -> tree().rename(AreaPath.ROOT, path("x")));
    assertRefused(Reason.DENIED, () -> tree().makeDirectory(AreaPath.ROOT, Owner.PROCESS, 0755));
  }

  @Test
  void renamingNeverReplaces() throws IOException {
    area().write("a", "a");
    area().write("b", "b");
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    assertRefused(Reason.EXISTS, () -> tree().rename(path("a"), path("b")));
    assertRefused(Reason.EXISTS, () -> tree().rename(path("a"), path("dir")));
    assertRefused(Reason.EXISTS, () -> tree().rename(path("dir"), path("a")));
    assertRefused(Reason.MISSING, () -> tree().rename(path("a"), path("absent/a")));
    tree().rename(path("a"), path("dir/a"));
    assertEquals("a", Files.readString(inArea("dir/a")));
    tree().rename(path("dir"), path("other"));
    assertEquals(1, tree().facts(path("other/a")).size());
  }

  @Test
  void aDirectoryIsNotMovedIntoItself() throws StorageException {
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    assertRefused(Reason.UNSUPPORTED, () -> tree().rename(path("dir"), path("dir/sub")));
  }

  @Test
  void modesOfFilesAndDirectoriesAreSet() throws IOException {
    area().write("file", "");
    tree().setMode(path("file"), 0);
    assertEquals(0, tree().facts(path("file")).mode());
    tree().setMode(path("file"), 0640);
    assertEquals(0640, tree().facts(path("file")).mode());
    tree().setMode(AreaPath.ROOT, 0750);
    assertEquals(0750, tree().facts(AreaPath.ROOT).mode());
  }

  @Test
  void physicalPathsAreWhatAGridFtpServerOpens() throws IOException {
    assertEquals(scratch().area(), tree().root());
    assertEquals(scratch().area().toString(), tree().physicalPath(AreaPath.ROOT));
    area().write("x (deleted)", "odd name");
    assertEquals(
        "odd name",
        Files.readString(scratch().area().resolve(tree().physicalPath(path("x (deleted)")))));
  }

  @Test
  void spaceIsThatOfTheFilesystemOrItsQuota() throws IOException {
    SpaceFacts space = tree().space();
    long whole = Files.getFileStore(scratch().area()).getTotalSpace();
    assertEquals(area().quotaBytes().orElse(whole), space.total());
    assertTrue(space.available() >= 0 && space.available() <= space.total(), space::toString);
  }

  @Test
  void noDescriptorIsLeftOpen() throws IOException {
    area().write("file", "x");
    long before = descriptors();
    for (int round = 0; round < 50; round++) {
      tree().facts(path("file"));
      assertRefused(Reason.MISSING, () -> tree().facts(path("absent")));
      area().list("");
      assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().list(path("file")));
      area().put("put-" + round, "x", false);
      assertRefused(Reason.EXISTS, () -> area().put("file", "y", false));
      tree().eachUpload(Instant.MIN, found -> {});
      area().driver().open(scratch().area()).close();
    }
    assertTrue(descriptors() <= before + 5, () -> "descriptors leak");
  }

  private static long descriptors() throws IOException {
    try (var open = Files.list(java.nio.file.Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  @Test
  void theDirectoryOfANameIsSyncedWhetherTheNameIsThereOrNot() throws StorageException {
    tree().syncName(path("absent"));
    tree().makeDirectory(path("directory"), Owner.PROCESS, 0755);
    tree().syncName(path("directory/absent"));
    assertRefused(Reason.MISSING, () -> tree().syncName(path("absent/file")));
    assertRefused(Reason.DENIED, () -> tree().syncName(AreaPath.ROOT));
  }
}
