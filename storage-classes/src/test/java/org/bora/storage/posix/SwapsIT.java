package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a name between an exchange and the look at what came out, move by move. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SAME_THREAD) // as the frame
class SwapsIT {
  @TempDir private Path directory;
  private CallFrame frame;
  private Root root;
  private Swaps swaps;
  private Place hidden;
  private Place name;
  private Handle ready;

  @BeforeEach
  void prepare() throws IOException {
    Path real = directory.toRealPath();
    frame = new CallFrame();
    int opened = Handle.open(frame, Flags.AT_FDCWD, real.toString(), Root.LOOK, 0, 0);
    root =
        new Root(
            new Handle(opened, "."),
            real.toString(),
            Abilities.NONE,
            false,
            StormMarks.NONE,
            0,
            SealKeys.none());
    swaps = new Swaps(frame, root);
    hidden = new Place(root.handle(), "hidden");
    name = new Place(root.handle(), "name");
    write("hidden", "ready");
    ready = root.handle().open(frame, "hidden", Root.ENTRY);
    write("name", "old");
  }

  @AfterEach
  void close() {
    ready.close();
    root.close();
    frame.close();
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(directory.resolve(file), content);
  }

  private String read(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  private void move(String from, String to) throws IOException {
    Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.REPLACE_EXISTING);
  }

  private long inode(String file) throws IOException {
    return (long) Files.getAttribute(directory.resolve(file), "unix:ino");
  }

  /** The state after an exchange that caught another file than the one meant. */
  private void catchAnother() throws IOException {
    write("name", "other");
    move("name", "caught");
    move("hidden", "name");
    move("caught", "hidden");
  }

  @Test
  void theFileMeantIsExchanged() throws IOException {
    assertTrue(swaps.swap(ready, hidden, name, inode("name")));
    assertEquals("ready", read("name"));
    assertEquals("old", read("hidden"));
  }

  @Test
  void whatAnHeirHasBegunUnderTheHiddenNameIsNotTakenForReady() throws Exception {
    long meant = inode("name");
    write("heirs", "half");
    move("heirs", "hidden");
    StorageException refusal =
        assertThrows(StorageException.class, () -> swaps.swap(ready, hidden, name, meant));
    assertEquals(Reason.BUSY, refusal.reason());
    assertEquals("old", read("name"));
    assertEquals("half", read("hidden"));
  }

  @Test
  void anotherFileStaysInItsPlace() throws IOException {
    long meant = inode("name");
    write("later", "later");
    move("later", "name");
    assertFalse(swaps.swap(ready, hidden, name, meant));
    assertEquals("later", read("name"));
    assertEquals("ready", read("hidden"));
    Files.delete(directory.resolve("name"));
    assertFalse(swaps.swap(ready, hidden, name, meant));
    assertFalse(Files.exists(directory.resolve("name")));
  }

  @Test
  void whatWasCaughtGivesWayToWhatCameAfterIt() throws IOException {
    catchAnother();
    write("newest", "newest");
    move("newest", "name");
    swaps.giveBack(ready, hidden, name);
    assertEquals("newest", read("name"));
    assertEquals("other", read("hidden"));
  }

  @Test
  void whatWasCaughtFollowsItsNameElsewhere() throws IOException {
    catchAnother();
    Files.createDirectory(directory.resolve("dir"));
    move("name", "dir/renamed");
    swaps.giveBack(ready, hidden, name);
    assertEquals("other", read("dir/renamed"));
    assertFalse(Files.exists(directory.resolve("name")));
  }

  @Test
  void whatWasCaughtDoesNotComeBackAfterItsNameWasRemoved() throws IOException {
    catchAnother();
    Files.delete(directory.resolve("name"));
    swaps.giveBack(ready, hidden, name);
    assertFalse(Files.exists(directory.resolve("name")));
  }

  @Test
  void withoutExchangeTheFileMeantIsReplacedAndNoOther() throws IOException {
    long meant = inode("name");
    assertFalse(swaps.replace(hidden, name, meant + 1));
    assertEquals("old", read("name"));
    assertTrue(swaps.replace(hidden, name, meant));
    assertEquals("ready", read("name"));
    assertFalse(Files.exists(directory.resolve("hidden")));
  }
}
