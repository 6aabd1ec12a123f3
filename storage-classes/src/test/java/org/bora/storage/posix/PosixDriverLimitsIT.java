package org.bora.storage.posix;

import static org.bora.storage.conformance.FileSystemDriverConformance.LABEL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.conformance.Scratch;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver says where something is missing, full, or needs privilege. */
class PosixDriverLimitsIT {
  private static final long TINY_BYTES = 1 << 20;
  private static final Owner SOMEBODY = new Owner(12345, 23456);

  private static final SealKeys KEYS = new SealKeys(List.of(new byte[SealKeys.BYTES]));

  private final PosixDriver driver = new PosixDriver();

  @Test
  void anAreaThatCannotBeOpenedSaysWhy(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertRefused(Reason.MISSING, directory.resolve("absent"), "cannot be opened");
    assertRefused(Reason.NOT_A_DIRECTORY, file, "is not a directory");
    assertRefused(Reason.DENIED, Path.of("/proc"), "is not writable");
  }

  private void assertRefused(Reason reason, Path root, String sentence) {
    StorageException refusal =
        assertThrows(StorageException.class, () -> driver.open(root).close());
    assertTrue(refusal.getMessage().contains(sentence), refusal::getMessage);
    assertTrue(refusal.getMessage().contains(root.toString()), refusal::getMessage);
    if (!root.equals(Path.of("/proc"))) {
      assertEquals(reason, refusal.reason(), refusal::getMessage);
    }
  }

  @Test
  void openingLeavesNothingBehind(@TempDir Path directory) throws IOException {
    driver.open(directory).close();
    try (var names = Files.list(directory)) {
      assertEquals(0, names.count());
    }
  }

  @Test
  void aRootThatIsALinkIsOpenedWhereItLeads(@TempDir Path directory) throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    try (AreaTree tree = driver.open(link)) {
      assertEquals(real.toRealPath(), tree.root());
    }
  }

  @Test
  void aPrivilegedProcessGivesFilesAndDirectoriesToTheirOwner() throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().mayGiveAway(), "giving files away needs CAP_CHOWN");
    try (Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")));
        AreaTree tree = driver.open(scratch.area(), TreeSettings.defaults().sealedBy(KEYS))) {
      tree.makeDirectory(AreaPath.parse("dir"), SOMEBODY, 0750);
      assertOwned(tree.facts(AreaPath.parse("dir")), 0750);
      Upload upload = new Upload(AreaPath.parse("dir/file"), UUID.randomUUID());
      tree.beginUpload(upload, SOMEBODY, 0600);
      assertOwned(tree.uploadFacts(upload).orElseThrow(), 0600);
      // as a GridFTP server would that replaces the mode
      tree.beginUpload(upload, SOMEBODY, 0666);
      tree.sealUpload(upload, SOMEBODY, 0440, LABEL);
      tree.publishUpload(upload, false);
      assertOwned(tree.facts(AreaPath.parse("dir/file")), 0440);
    }
  }

  private static void assertOwned(EntryFacts facts, int mode) {
    assertEquals(SOMEBODY, new Owner(facts.uid(), facts.gid()));
    assertEquals(mode, facts.mode());
  }

  @Test
  void whoAnnouncesMoreThanThereIsTakesNothingFromTheOthers() throws IOException {
    try (LoopMount mount =
            LoopMount.of(16 * TINY_BYTES, "mkfs.ext4", "-q", "-F", "-O", "^has_journal");
        AreaTree tree = driver.open(mount.point())) {
      Upload greedy = new Upload(AreaPath.parse("greedy"), UUID.randomUUID());
      tree.beginUpload(greedy, Owner.PROCESS, 0644);
      long before = tree.space().available();
      StorageException refusal =
          assertThrows(StorageException.class, () -> tree.preallocate(greedy, 2 * before));
      assertEquals(Reason.NO_SPACE, refusal.reason(), refusal::getMessage);
      assertEquals(before, tree.space().available());
      long most = before - TINY_BYTES;
      tree.preallocate(greedy, most);
      tree.preallocate(greedy, most);
      assertTrue(tree.space().available() < 2 * TINY_BYTES, "what it has already is not missing");
    }
  }

  @Test
  void aFullFilesystemSaysThatItIsFull() throws IOException {
    try (LoopMount mount =
            LoopMount.of(TINY_BYTES, "mkfs.ext4", "-q", "-F", "-N", "16", "-O", "^has_journal");
        AreaTree tree = driver.open(mount.point())) {
      StorageException refusal =
          assertThrows(
              StorageException.class,
              () -> {
                for (int file = 0; file < 100; file++) {
                  Upload upload = new Upload(AreaPath.parse("file-" + file), UUID.randomUUID());
                  tree.beginUpload(upload, Owner.PROCESS, 0644);
                }
              });
      assertEquals(Reason.NO_SPACE, refusal.reason(), refusal::getMessage);
      assertThrows(
          StorageException.class,
          () -> tree.makeDirectory(AreaPath.parse("dir"), Owner.PROCESS, 0755));
      assertTrue(tree.space().available() <= tree.space().total());
    }
  }

  @Test
  void aFilesystemWithoutAttributesIsRefusedWhenTheAreaIsOpened() throws IOException {
    try (LoopMount mount = LoopMount.withoutAttributes()) {
      StorageException refusal =
          assertThrows(StorageException.class, () -> driver.open(mount.point()).close());
      assertEquals(Reason.UNSUPPORTED, refusal.reason(), refusal::getMessage);
      assertTrue(refusal.getMessage().contains("extended attributes"), refusal::getMessage);
      try (var names = Files.list(mount.point())) {
        assertEquals(0, names.count());
      }
    }
  }
}
