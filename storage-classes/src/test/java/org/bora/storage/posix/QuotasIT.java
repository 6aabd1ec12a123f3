package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space of areas under real quotas of real filesystems. */
class QuotasIT {
  private static final long MIB = 1 << 20;

  @Test
  void theQuotaOfAProjectOfXfsIsTheSpaceOfItsDirectory() throws IOException {
    try (LoopMount mount = LoopMount.with("loop,prjquota", 320 * MIB, "mkfs.xfs", "-q")) {
      Path area = Files.createDirectory(mount.point().resolve("area"));
      quota(mount, "project -s -p " + area + " 42");
      quota(mount, "limit -p bhard=40m 42");
      isTheSpaceOf(area, SpaceSource.PROJECT, "project quota 42");
      Path other = Files.createDirectory(mount.point().resolve("other"));
      isMissingAt(other, SpaceSource.PROJECT);
    }
  }

  @Test
  void theSoftLimitIsWhatAnAreaHasWhereThereIsOne() throws IOException {
    try (LoopMount mount = LoopMount.with("loop,prjquota", 320 * MIB, "mkfs.xfs", "-q")) {
      Path area = Files.createDirectory(mount.point().resolve("area"));
      quota(mount, "project -s -p " + area + " 42");
      quota(mount, "limit -p bsoft=40m bhard=100m 42");
      isTheSpaceOf(area, SpaceSource.PROJECT, "project quota 42");
    }
  }

  @Test
  void theQuotaOfAProjectOfExt4IsTheSpaceOfItsDirectory() throws IOException {
    String[] make = {"mkfs.ext4", "-q", "-F", "-O", "quota,project", "-E", "quotatype=prjquota"};
    try (LoopMount mount = LoopMount.with("loop,prjquota", 320 * MIB, make)) {
      Path area = Files.createDirectory(mount.point().resolve("area"));
      LoopMount.need("chattr", "-p", "42", "+P", area.toString());
      LoopMount.need(
          "xfs_quota", "-f", "-x", "-c", "limit -p bhard=40m 42", mount.point().toString());
      isTheSpaceOf(area, SpaceSource.PROJECT, "project quota 42");
    }
  }

  private static void quota(LoopMount mount, String command) throws IOException {
    LoopMount.need("xfs_quota", "-x", "-c", command, mount.point().toString());
  }

  @Test
  void theLimitOfASubvolumeOfBtrfsIsTheSpaceOfItsDirectories() throws IOException {
    try (LoopMount mount = LoopMount.of(256 * MIB, "mkfs.btrfs", "-q")) {
      Path subvolume = mount.point().resolve("subvolume");
      LoopMount.need("btrfs", "subvolume", "create", subvolume.toString());
      Path area = Files.createDirectory(subvolume.resolve("area"));
      isMissingAt(area, SpaceSource.BTRFS_QGROUP);
      LoopMount.need("btrfs", "quota", "enable", mount.point().toString());
      isMissingAt(area, SpaceSource.BTRFS_QGROUP);
      LoopMount.need("btrfs", "qgroup", "limit", "40M", subvolume.toString());
      isTheSpaceOf(area, SpaceSource.BTRFS_QGROUP, "btrfs qgroup limit 0/");
      isMissingAt(mount.point(), SpaceSource.BTRFS_QGROUP);
    }
  }

  /** An area of 40 MiB, of which 16 are taken at the end. */
  private static void isTheSpaceOf(Path area, SpaceSource source, String words) throws IOException {
    try (AreaTree named = open(area, source);
        AreaTree found = new PosixDriver().open(area)) {
      SpaceFacts empty = named.space();
      assertEquals(40 * MIB, empty.total());
      assertTrue(empty.available() > 39 * MIB, empty.toString());
      assertTrue(empty.source().startsWith(words), empty.toString());
      assertEquals(empty, found.space());
      write(area.resolve("file"), 16 * MIB);
      SpaceFacts fuller = found.space();
      assertEquals(40 * MIB, fuller.total());
      assertTrue(fuller.available() <= 24 * MIB, fuller.toString());
      assertTrue(fuller.available() > 23 * MIB, fuller.toString());
      assertEquals(fuller, named.space());
    }
    try (AreaTree usual = open(area, SpaceSource.STATVFS)) {
      assertEquals("statvfs", usual.space().source());
    }
  }

  private static void isMissingAt(Path area, SpaceSource source) throws IOException {
    StorageException refusal =
        assertThrows(StorageException.class, () -> open(area, source).close());
    assertEquals(Reason.UNSUPPORTED, refusal.reason());
    assertEquals(
        area
            + ": no "
            + source.words()
            + " limits this directory; set one, or let space-source be auto",
        refusal.getMessage());
    try (AreaTree found = new PosixDriver().open(area)) {
      assertEquals("statvfs", found.space().source());
    }
  }

  @Test
  void aSourceOfAnotherFilesystemIsRefusedAtTheStart(@TempDir Path area) throws IOException {
    isMissingAt(area, SpaceSource.GLUSTER);
    StorageException refusal =
        assertThrows(StorageException.class, () -> open(area, SpaceSource.FILESET).close());
    assertEquals(
        area.toRealPath() + " has no fileset quota with this driver; choose another space-source",
        refusal.getMessage());
  }

  private static AreaTree open(Path area, SpaceSource source) throws StorageException {
    return new PosixDriver().open(area, new TreeSettings(source, true));
  }

  private static void write(Path file, long bytes) throws IOException {
    Files.write(file, new byte[(int) bytes]);
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
      open.force(true);
    }
  }
}
