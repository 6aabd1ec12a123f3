package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.LABEL;
import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts.Kind;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing reaches what is outside the area. */
abstract class EscapesPart extends Part {
  private static final int RACES = 4000;
  private static final Duration DEADLINE = Duration.ofMinutes(1);

  @AfterEach
  void theSecretIsUntouched() throws IOException {
    assertEquals("secret", Files.readString(scratch().secret()));
    try (var outside = Files.list(scratch().outside())) {
      assertEquals(1, outside.count());
    }
  }

  @Test
  void impossibleNamesNeverBecomeAPath() {
    for (String name : List.of("", ".", "..", "a/b", "nul\0", ".bora-put-x", "\ud800")) {
      assertThrows(IllegalArgumentException.class, () -> new AreaPath(List.of(name)), name);
    }
    assertThrows(IllegalArgumentException.class, () -> path("a/../../etc"));
  }

  @Test
  void everyCallRefusesToGoThroughALinkThatLeavesTheArea() throws IOException {
    Files.createSymbolicLink(inArea("absolute"), scratch().outside());
    Files.createSymbolicLink(inArea("relative"), Path.of("../outside"));
    Files.createSymbolicLink(inArea("root"), Path.of("/"));
    Files.createSymbolicLink(inArea("magic"), Path.of("/proc/self/root" + scratch().outside()));
    for (String link : List.of("absolute", "relative", "magic", "root" + scratch().outside())) {
      refusesEveryCall(link);
    }
  }

  private void refusesEveryCall(String link) throws IOException {
    Path before = area().write("before", "content");
    AreaPath secret = path(link + "/secret");
    AreaPath fresh = path(link + "/fresh");
    Upload upload = area().upload(link + "/fresh");
    assertRefused(Reason.ESCAPES, () -> tree().facts(secret));
    assertRefused(Reason.ESCAPES, () -> tree().physicalPath(secret));
    assertRefused(Reason.ESCAPES, () -> tree().makeDirectory(fresh, Owner.PROCESS, 0755));
    assertRefused(Reason.ESCAPES, () -> tree().removeDirectory(secret));
    assertRefused(Reason.ESCAPES, () -> tree().removeFile(secret));
    assertRefused(Reason.ESCAPES, () -> tree().rename(secret, path("here")));
    assertRefused(Reason.ESCAPES, () -> tree().rename(path("before"), fresh));
    assertRefused(Reason.ESCAPES, () -> tree().setMode(secret, 0777));
    assertRefused(Reason.ESCAPES, () -> tree().beginUpload(upload, Owner.PROCESS, 0644));
    assertRefused(Reason.ESCAPES, () -> tree().uploadPath(upload));
    assertRefused(Reason.ESCAPES, () -> tree().uploadFacts(upload));
    assertRefused(Reason.ESCAPES, () -> tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
    assertRefused(Reason.ESCAPES, () -> tree().publishUpload(upload, true));
    assertRefused(Reason.ESCAPES, () -> tree().isPublished(upload));
    assertRefused(Reason.ESCAPES, () -> tree().discardUpload(upload));
    assertRefused(Reason.ESCAPES, () -> tree().list(path(link + "/deeper")));
    Files.delete(before);
  }

  @Test
  void aLinkInTheLastPlaceIsALinkWhereverItLeads() throws IOException {
    Files.createSymbolicLink(inArea("out"), scratch().secret());
    assertEquals(Kind.LINK, tree().facts(path("out")).kind());
    assertRefused(Reason.ESCAPES, () -> tree().physicalPath(path("out")));
    assertRefused(Reason.UNSUPPORTED, () -> tree().setMode(path("out"), 0777));
    tree().rename(path("out"), path("moved"));
    tree().removeFile(path("moved"));
    assertFalse(Files.exists(inArea("moved"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void linksThatStayInsideAreFollowedOnTheWay() throws IOException {
    tree().makeDirectory(path("real"), Owner.PROCESS, 0755);
    Files.createSymbolicLink(inArea("alias"), Path.of("real"));
    area().put("alias/file", "inside", false);
    assertEquals(6, tree().facts(path("real/file")).size());
    assertEquals(inArea("real/file").toString(), tree().physicalPath(path("alias/file")));
    assertEquals(inArea("real").toString(), tree().physicalPath(path("alias")));
  }

  @Test
  void aCircleOfLinksIsRefused() throws IOException {
    Files.createSymbolicLink(inArea("a"), Path.of("b"));
    Files.createSymbolicLink(inArea("b"), Path.of("a"));
    assertRefused(Reason.ESCAPES, () -> tree().facts(path("a/x")));
  }

  @Test
  void anUploadIsNotWrittenThroughAPlantedLink() throws IOException {
    Upload upload = area().upload("file");
    Files.createSymbolicLink(inArea(upload.hiddenName()), scratch().secret());
    assertRefused(Reason.ESCAPES, () -> tree().beginUpload(upload, Owner.PROCESS, 0644));
    assertRefused(Reason.ESCAPES, () -> tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL));
    Files.delete(inArea(upload.hiddenName()));
  }

  @Test
  void aDirectorySwappedForALinkAtAnyMomentLetsNothingOut() throws Exception {
    Files.createDirectory(inArea("swap"));
    Files.createSymbolicLink(inArea("way-out"), scratch().outside());
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<Object> swapper = thread.submit(() -> swapUntil(done));
      int answered = 0;
      int escapes = 0;
      int slow = area().slowness();
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      try {
        for (int race = 0;
            race < RACES / slow || answered < 100 / slow || escapes < 100 / slow;
            race++) {
          assertTrue(System.nanoTime() < deadline, answered + " answered, " + escapes + " refused");
          Optional<Reason> refusal = race(race);
          answered += refusal.isEmpty() ? 1 : 0;
          escapes += refusal.equals(Optional.of(Reason.ESCAPES)) ? 1 : 0;
        }
      } finally {
        done.set(true);
      }
      assertNull(swapper.get(1, TimeUnit.MINUTES));
    }
  }

  /** In turns the directory goes aside, the link takes its name, and all goes back. */
  private Object swapUntil(AtomicBoolean done) throws IOException {
    while (!done.get()) {
      Files.move(inArea("swap"), inArea("kept"));
      Files.move(inArea("way-out"), inArea("swap"));
      Files.move(inArea("swap"), inArea("way-out"));
      Files.move(inArea("kept"), inArea("swap"));
    }
    return null;
  }

  /** Makes a directory and looks for the secret; the first refusal, or empty where it was made. */
  private Optional<Reason> race(int race) throws StorageException {
    assertRefusedOrMissing(() -> tree().facts(path("swap/secret")));
    AreaPath made = path("swap/made-" + race);
    try {
      tree().makeDirectory(made, Owner.PROCESS, 0755);
    } catch (StorageException refused) {
      return Optional.of(expected(refused));
    }
    try {
      assertFalse(tree().physicalPath(made).startsWith(scratch().outside().toString()));
    } catch (StorageException refused) {
      expected(refused);
    }
    return Optional.empty();
  }

  private interface Asked {
    Object ask() throws StorageException;
  }

  private static void assertRefusedOrMissing(Asked asked) {
    expected(assertThrows(StorageException.class, asked::ask));
  }

  /** EXISTS is what GlusterFS says of a directory that was renamed while it made one in it. */
  private static Reason expected(StorageException refused) {
    assertTrue(
        Set.of(Reason.ESCAPES, Reason.MISSING, Reason.BUSY, Reason.EXISTS)
            .contains(refused.reason()),
        refused::getMessage);
    return refused.reason();
  }
}
