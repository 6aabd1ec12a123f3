package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Vouched;
import org.bora.storage.spi.Vouched.Claim;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether what is remembered of a file can ever be other than what the file carries. */
class RecentAttributesIT {
  private static final FileLabel LABEL = new FileLabel("label of a test");

  @TempDir private Path directory;
  private final SealKeys keys = SealKeys.none();
  private Root root;

  /** To whom every file seems to have changed long ago. */
  private final RecentAttributes recent =
      new RecentAttributes(InstantSource.fixed(Instant.now().plusSeconds(3600)), 10);

  /** What changes a file. */
  private interface Change {
    void of(CallFrame frame, Handle file, Stat stat) throws IOException;
  }

  @BeforeEach
  void prepare() throws IOException {
    Path real = directory.toRealPath();
    try (CallFrame frame = new CallFrame()) {
      int opened = Handle.open(frame, Flags.AT_FDCWD, real.toString(), Root.LOOK, 0, 0);
      root =
          new Root(
              new Handle(opened, "."),
              real.toString(),
              Abilities.NONE,
              false,
              StormMarks.NONE,
              0,
              keys);
    }
    Files.writeString(directory.resolve("file"), "Wikipedia");
    change(
        (frame, file, stat) -> BoraAttributes.write(frame, file, stat, "11e60398", new UUID(1, 2)));
  }

  @AfterEach
  void close() {
    root.close();
  }

  private EntryFacts remembered() throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.handle().open(frame, "file", Root.ENTRY)) {
      return Entries.facts(frame, entry, root, recent);
    }
  }

  private EntryFacts read() throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.handle().open(frame, "file", Root.ENTRY)) {
      return Entries.facts(frame, entry, root);
    }
  }

  private Stat stat() throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.handle().open(frame, "file", Root.ENTRY)) {
      return entry.stat(frame);
    }
  }

  /** Changes the file until the clock of its filesystem has moved on. */
  private void change(Change change) throws IOException {
    Instant before = stat().changed();
    do {
      try (CallFrame frame = new CallFrame();
          Handle file = root.handle().open(frame, "file", Flags.O_WRONLY)) {
        change.of(frame, file, file.stat(frame));
      }
    } while (stat().changed().equals(before));
  }

  private void isSeen(Change change) throws IOException {
    EntryFacts before = remembered();
    assertTrue(recent.find(stat()).isPresent(), "remembered");
    change(change);
    EntryFacts after = remembered();
    assertNotEquals(before, after);
    assertEquals(read(), after);
  }

  @Test
  void everyChangeOfAnAttributeIsSeen() throws IOException {
    isSeen((frame, file, stat) -> BoraAttributes.label(frame, file, LABEL));
    isSeen(
        (frame, file, stat) -> BoraAttributes.write(frame, file, stat, "00000001", new UUID(3, 4)));
    isSeen((frame, file, stat) -> BoraAttributes.remove(frame, file, BoraAttributes.LABEL));
  }

  @Test
  void aChangedListOfAccessRightsIsSeen() throws IOException {
    Acl list = Acl.ofMode(0664).withUser(4711, 4);
    isSeen((frame, file, stat) -> Acls.setAccess(frame, file, list));
    assertEquals(
        Optional.of(list), recent.find(stat()).flatMap(known -> known.attributes().access()));
  }

  @Test
  void aFileThatTookTheNameIsNotTakenForTheOther() throws IOException {
    isSeen(
        (frame, file, stat) -> {
          Path other = Files.writeString(directory.resolve("other"), "Wikimedia");
          Files.move(other, directory.resolve("file"), StandardCopyOption.REPLACE_EXISTING);
        });
    assertEquals(Optional.empty(), remembered().adler32());
  }

  @Test
  void aSecondLookReadsNoAttributes() throws IOException {
    EntryFacts first = remembered();
    KnownFile kept = recent.find(stat()).orElseThrow();
    assertEquals(first, remembered());
    assertSame(kept, recent.find(stat()).orElseThrow(), "not read again");
  }

  @Test
  void whatASealProvesWithSomeKeysIsNotBelievedWithOthers() throws IOException {
    keys.replace(List.of(secret(1)));
    change(
        (frame, file, stat) ->
            FileSeal.add(frame, root, file, stat, Map.of(Claim.ID, new UUID(1, 2).toString())));
    assertEquals(Vouched.ALL, remembered().vouched());
    KnownFile kept = recent.find(stat()).orElseThrow();

    keys.replace(List.of(secret(1)));
    assertEquals(Vouched.ALL, remembered().vouched());
    assertSame(kept, recent.find(stat()).orElseThrow(), "the same keys read nothing again");

    keys.replace(List.of(secret(2)));
    assertFalse(remembered().vouched().isAll());
    assertEquals(read(), remembered());
  }

  private static byte[] secret(int seed) {
    byte[] secret = new byte[SealKeys.BYTES];
    Arrays.fill(secret, (byte) seed);
    return secret;
  }
}
