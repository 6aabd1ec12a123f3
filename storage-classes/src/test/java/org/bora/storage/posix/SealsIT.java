package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Adler32;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.Sealed;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that an account put in the place of its upload, and uploads made of holes. */
class SealsIT {
  private static final Owner ATTACKER = new Owner(64123, 64123);
  private static final int VICTIM = 64124;
  private static final FileLabel LABEL = new FileLabel("v1");

  @TempDir private Path directory;
  private AreaTree tree;
  private Upload upload;
  private Path hidden;

  @BeforeEach
  void open() throws IOException {
    tree = new PosixDriver().open(directory);
    upload = new Upload(AreaPath.parse("file"), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    hidden = Path.of(tree.uploadPath(upload));
  }

  @AfterEach
  void close() {
    tree.close();
  }

  private Path victims() throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().mayGiveAway(), "giving files away needs CAP_CHOWN");
    Path file = Files.writeString(directory.resolve("victim"), "secret");
    Files.setAttribute(file, "unix:uid", VICTIM);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private static void assertUntouched(Path file) throws IOException {
    assertEquals(VICTIM, Files.getAttribute(file, "unix:uid"));
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    UserDefinedFileAttributeView attributes =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    assertEquals(List.of(), attributes.list());
  }

  private void assertDenied(Owner owner) {
    StorageException refusal =
        assertThrows(StorageException.class, () -> tree.sealUpload(upload, owner, 0644, LABEL));
    assertEquals(Reason.DENIED, refusal.reason(), refusal::getMessage);
  }

  @Test
  void aLinkToAFileOfAnotherAccountIsNotTakenOver() throws IOException {
    Path victim = victims();
    Files.delete(hidden);
    Files.createLink(hidden, victim);
    assertDenied(ATTACKER);
    assertDenied(Owner.PROCESS);
    assertUntouched(victim);
  }

  @Test
  void aFileOfAnotherAccountThatWasMovedThereIsNotTakenOver() throws IOException {
    Path victim = victims();
    Files.delete(hidden);
    Files.move(victim, hidden);
    assertDenied(ATTACKER);
    assertDenied(Owner.PROCESS);
    assertUntouched(hidden);
  }

  @Test
  void anUploadIsNotBegunOverAFileOfAnotherAccount() throws IOException {
    Path victim = victims();
    Files.delete(hidden);
    Files.createLink(hidden, victim);
    StorageException refusal =
        assertThrows(StorageException.class, () -> tree.beginUpload(upload, ATTACKER, 0600));
    assertEquals(Reason.DENIED, refusal.reason(), refusal::getMessage);
    assertUntouched(victim);
  }

  @Test
  void aSecondNameOfTheUploadIsRefusedAndToldSo() throws IOException {
    Path second = Files.createLink(directory.resolve("second"), hidden);
    assertDenied(Owner.PROCESS);
    Files.delete(second);
    assertEquals(0, tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL).size());
  }

  @Test
  void aFileThatAClientRemovedAndStoredAnewIsItsUpload() throws IOException {
    Files.delete(hidden);
    Files.writeString(hidden, "Wikipedia");
    assertEquals(new Sealed(9, "11e60398"), tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL));
  }

  @Test
  void terabytesOfHolesAreNotRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(hidden.toFile(), "rw")) {
      file.seek((8L << 40) - 1);
      file.write(1);
    }
    AdlerSum expected = new AdlerSum();
    expected.zeros((8L << 40) - 1);
    expected.bytes(ByteBuffer.wrap(new byte[] {1}));
    Sealed sealed =
        assertTimeout(
            Duration.ofMinutes(1), () -> tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL));
    assertEquals(new Sealed(8L << 40, expected.digits()), sealed);
  }

  @Test
  void theChecksumAcrossHolesIsThatOfAllBytes() throws IOException {
    long size = 3L << 29;
    try (RandomAccessFile file = new RandomAccessFile(hidden.toFile(), "rw")) {
      for (long at : new long[] {3, 1 << 20, (1 << 20) + 4096, 700_000_001}) {
        file.seek(at);
        file.writeBytes("between holes");
      }
      file.setLength(size);
    }
    Adler32 expected = new Adler32();
    byte[] buffer = new byte[1 << 20];
    try (var in = Files.newInputStream(hidden)) {
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        expected.update(buffer, 0, read);
      }
    }
    assertEquals(
        new Sealed(size, ChecksumText.digits(expected.getValue())),
        tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL));
  }

  @Test
  void whatAnotherCallPublishedMeanwhileKeepsThePermissionsItWasGivenSince() throws IOException {
    Files.writeString(hidden, "Wikipedia");
    Path target = directory.resolve("file");
    AtomicInteger pieces = new AtomicInteger();
    try (CallFrame frame = new CallFrame()) {
      String real = directory.toRealPath().toString();
      int opened = Handle.open(frame, Flags.AT_FDCWD, real, Root.LOOK, 0, 0);
      try (Root root =
          new Root(
              new Handle(opened, "."),
              real,
              Abilities.NONE,
              false,
              StormMarks.NONE,
              0,
              SealKeys.none())) {
        Sealed sealed =
            new Seals(root)
                .seal(
                    frame,
                    upload,
                    Owner.PROCESS,
                    0644,
                    LABEL,
                    file ->
                        bytes -> {
                          if (pieces.getAndIncrement() == 0) {
                            publishAndForbid(target);
                          }
                        });
        assertEquals(new Sealed(9, "11e60398"), sealed);
      }
    }
    assertTrue(pieces.get() > 0);
    assertEquals(
        PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(target));
  }

  private void publishAndForbid(Path target) throws StorageException {
    tree.sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    tree.publishUpload(upload, false);
    try {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theWorkStopsWhenThePutEnds() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(hidden.toFile(), "rw")) {
      file.setLength(4L << 30);
      for (int part = 0; part < 2000; part++) {
        file.seek(part * (1L << 20));
        file.write(1);
      }
    }
    AtomicInteger pieces = new AtomicInteger();
    try (CallFrame frame = new CallFrame();
        Handle root =
            new Handle(
                Handle.open(frame, Flags.AT_FDCWD, directory.toString(), Root.LOOK, 0, 0), ".");
        Handle file = root.open(frame, upload.hiddenName(), Uploads.FILE)) {
      Seals.WhileNamed named = new Seals.WhileNamed(file);
      StorageException stopped =
          assertThrows(
              StorageException.class,
              () ->
                  Checksums.ofUpload(
                      frame,
                      file,
                      file.stat(frame),
                      bytes -> {
                        if (pieces.getAndIncrement() == 10) {
                          tree.discardUpload(upload);
                        }
                        named.read(bytes);
                      }));
      assertEquals(Reason.MISSING, stopped.reason(), stopped::getMessage);
    }
    assertTrue(pieces.get() < 1000, "it went on for " + pieces + " pieces");
    assertFalse(Files.exists(hidden));
  }
}
