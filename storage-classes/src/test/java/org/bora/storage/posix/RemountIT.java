package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A filesystem that is unmounted and mounted again while an area on it is open. */
class RemountIT {
  private static final UUID MARK = UUID.randomUUID();

  private Path one;
  private Path two;
  private Path point;

  @BeforeEach
  void makeDirectories(@TempDir Path directory) throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().uid() == 0, "mounting needs root");
    one = Files.createDirectory(directory.resolve("one"));
    two = Files.createDirectory(directory.resolve("two"));
    point = Files.createDirectory(directory.resolve("point"));
    mount(one);
  }

  @AfterEach
  void unmount() throws IOException {
    while (LoopMount.run(List.of("umount", "-l", point.toString())).isEmpty()) {
      // one mount lies on another
    }
  }

  private void mount(Path directory) throws IOException {
    LoopMount.need("mount", "--bind", directory.toString(), point.toString());
  }

  private void mountInstead(Path directory) throws IOException {
    LoopMount.need("umount", "-l", point.toString());
    mount(directory);
  }

  @Test
  void anAreaGoesOnWithWhatIsMountedNowWhereItHasTheMark() throws Exception {
    try (AreaTree tree = new PosixDriver().open(point)) {
      assertFalse(tree.follow(AreaMark.mark(one, MARK, false)), "nothing has changed");

      AreaMark.mark(two, MARK, false);
      mountInstead(two);
      assertTrue(tree.follow(MARK));
      tree.makeDirectory(AreaPath.parse("new"), new Owner(-1, -1), 0755);

      assertTrue(Files.exists(two.resolve("new")));
      assertFalse(Files.exists(one.resolve("new")));
      assertFalse(tree.follow(MARK), "it has gone on already");
    }
  }

  @Test
  void anAreaStaysWhereItWasWhereAnotherDirectoryIsMounted() throws Exception {
    AreaMark.mark(one, MARK, false);
    try (AreaTree tree = new PosixDriver().open(point)) {
      mountInstead(two);
      assertFalse(tree.follow(MARK));
      tree.makeDirectory(AreaPath.parse("new"), new Owner(-1, -1), 0755);
      assertFalse(Files.exists(two.resolve("new")));
    }
  }

  @Test
  void theMarkIsWrittenOnceAndNoListingShowsIt() throws Exception {
    assertEquals(Optional.empty(), AreaMark.look(one).mark());
    assertEquals(MARK, AreaMark.mark(one, MARK, false));
    assertEquals(MARK, AreaMark.mark(one, UUID.randomUUID(), false));
    assertEquals(Optional.of(MARK), AreaMark.look(one).mark());
    try (AreaTree tree = new PosixDriver().open(one);
        var listing = tree.list(AreaPath.ROOT)) {
      assertEquals(Optional.empty(), listing.next());
    }
  }
}
