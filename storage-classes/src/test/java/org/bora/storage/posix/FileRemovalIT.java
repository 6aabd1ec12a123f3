package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Another file comes to the name of a file that is being removed, or the process dies. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SAME_THREAD) // as the frame
class FileRemovalIT {
  @TempDir private Path directory;
  private AreaTree tree;
  private CallFrame frame;
  private Handle area;
  private UUID seen;

  @BeforeEach
  void open() throws IOException {
    tree = new PosixDriver().open(directory);
    frame = new CallFrame();
    int opened =
        Handle.open(frame, Flags.AT_FDCWD, directory.toRealPath().toString(), Root.SYNC, 0, 0);
    area = new Handle(opened, ".");
    seen = stored("file", "seen");
    stored("later", "acknowledged");
  }

  @AfterEach
  void close() {
    area.close();
    frame.close();
    tree.close();
  }

  private UUID stored(String name, String content) throws IOException {
    Upload upload = new Upload(AreaPath.parse(name), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), content);
    tree.sealUpload(upload, Owner.PROCESS, 0644, new FileLabel("v1"));
    tree.publishUpload(upload, false);
    return upload.id();
  }

  private void replace() {
    try {
      Files.move(
          directory.resolve("later"),
          directory.resolve("file"),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  private Map<String, StorageException> remove(String name, Optional<UUID> file)
      throws IOException {
    return tree.removeEntries(AreaPath.ROOT, List.of(new Removal(name, false, file)));
  }

  private static Reason reason(Map<String, StorageException> staying, String name) {
    return staying.get(name).reason();
  }

  @Test
  void theFileThatWasSeenGoes() throws IOException {
    assertEquals(Map.of(), remove("file", Optional.of(seen)));
    assertEquals(List.of("later"), names());
  }

  @Test
  void aFileThatCameToTheNameSinceTheLookStays() throws IOException {
    replace();
    assertEquals(Reason.CHANGED, reason(remove("file", Optional.of(seen)), "file"));
    assertEquals(Reason.CHANGED, reason(remove("file", Optional.empty()), "file"));
    assertEquals("acknowledged", Files.readString(directory.resolve("file")));
    assertEquals(List.of("file"), names());
  }

  @Test
  void aFileThatComesToTheNameAtTheVeryMomentGetsItBack() throws IOException {
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () ->
                FileRemoval.run(frame, area, "file", Optional.of(seen), recognised(this::replace)));
    assertEquals(Reason.CHANGED, refusal.reason());
    assertEquals("acknowledged", Files.readString(directory.resolve("file")));
    assertEquals(List.of("file"), names());
  }

  @Test
  void whatNoUploadHasMadeGoesToo() throws IOException {
    Files.writeString(directory.resolve("strange"), "x");
    Files.createSymbolicLink(directory.resolve("link"), Path.of("nowhere"));
    assertEquals(Map.of(), remove("strange", Optional.empty()));
    assertEquals(Map.of(), remove("link", Optional.empty()));
    assertEquals(List.of("file", "later"), names());
  }

  @Test
  void aDirectoryIsNotTakenForAFileAndKeepsItsName() throws IOException {
    Files.createDirectory(directory.resolve("d"));
    assertEquals(Reason.IS_A_DIRECTORY, reason(remove("d", Optional.empty()), "d"));
    assertEquals(Reason.MISSING, reason(remove("nothing", Optional.of(seen)), "nothing"));
    assertEquals(List.of("d", "file", "later"), names());
  }

  @Test
  void aSweepEndsTheRemovalOfAProcessThatDied() throws IOException {
    Path file = directory.resolve("file");
    Files.move(file, hidden("id-" + seen));
    tree.eachUpload(Instant.MIN, found -> {});
    assertEquals(List.of("later"), names());
  }

  @Test
  void aRemovalThatASweepHasEndedIsDone() throws IOException {
    FileRemoval.run(
        frame,
        area,
        "file",
        Optional.of(seen),
        new FileRemoval.Pauses() {
          @Override
          public void captured() {
            sweep();
          }
        });
    assertEquals(List.of("later"), names());
  }

  private void sweep() {
    try {
      tree.eachUpload(Instant.MIN, found -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileRemoval.Pauses recognised(Runnable meanwhile) {
    return new FileRemoval.Pauses() {
      @Override
      public void recognised() {
        meanwhile.run();
      }
    };
  }

  @Test
  void aSweepRemovesNoOtherFile() throws IOException {
    Path file = directory.resolve("file");
    Path hidden = hidden("id-" + UUID.randomUUID());
    Files.move(file, hidden);
    List<FoundUpload> orphans = new ArrayList<>();
    tree.eachUpload(Instant.MAX, orphans::add);
    assertEquals(List.of(), orphans, "a sweep removes orphans by their names");
    assertEquals("seen", Files.readString(hidden));
  }

  @Test
  void aSweepEndsTheRemovalOfAFileWithoutIdentifierAndRemovesNoOther() throws IOException {
    Path file = Files.writeString(directory.resolve("strange"), "x");
    Instant written = Files.getLastModifiedTime(file).toInstant();
    String inode = Files.getAttribute(file, "unix:ino") + ".";
    Path other = hidden(inode + written.plusNanos(1));
    Files.move(file, other);
    tree.eachUpload(Instant.MIN, found -> {});
    assertEquals("x", Files.readString(other));
    Files.move(other, hidden(inode + written));
    tree.eachUpload(Instant.MIN, found -> {});
    assertEquals(List.of("file", "later"), names());
  }

  /** As NFS may have it: the server knows nothing of the file that is open here. */
  @Test
  void aNewFileThatBearsTheInodeNumberOfTheOldOneStays() throws IOException {
    Path file = directory.resolve("file");
    UUID next = UUID.randomUUID();
    assertChanged("file", Optional.of(seen), () -> becomes(file, next));
    assertEquals("new", Files.readString(file));
    Path strange = Files.writeString(directory.resolve("strange"), "x");
    assertChanged("strange", Optional.empty(), () -> written(strange));
    assertEquals("new", Files.readString(strange));
    assertEquals(List.of("file", "later", "strange"), names());
  }

  private void assertChanged(String name, Optional<UUID> file, Runnable meanwhile) {
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () -> FileRemoval.run(frame, area, name, file, recognised(meanwhile)));
    assertEquals(Reason.CHANGED, refusal.reason());
  }

  private static void becomes(Path file, UUID id) {
    written(file);
    try {
      Files.setAttribute(
          file,
          "user:bora.put",
          ByteBuffer.wrap(id.toString().getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void written(Path file) {
    try {
      Files.writeString(file, "new");
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path hidden(String mark) {
    return directory.resolve(FileRemoval.PREFIX + UUID.randomUUID() + "~" + mark);
  }
}
