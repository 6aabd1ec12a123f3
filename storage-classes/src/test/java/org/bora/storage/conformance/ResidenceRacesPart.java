package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;

/** Names and contents change while bytes come and go: nothing is lost, nothing comes back. */
abstract class ResidenceRacesPart extends Part {
  private static final int ROUNDS = 30;
  private static final long PATIENCE_SECONDS = 60;
  private static final String CONTENT = "Wikipedia";
  private static final AreaPath FILE = path("file");
  private static final AreaPath MOVED = path("moved");
  private static final Set<Reason> EXPECTED = Set.of(Reason.MISSING, Reason.BUSY);

  private interface Act {
    void run(UUID id) throws IOException;
  }

  private final Act release = id -> tree().residences().release(FILE, id);

  private final Act recall = id -> tree().residences().finishRecall(FILE, id);

  private UUID migrated() throws IOException {
    UUID id = area().put("file", CONTENT, true).id();
    tree().residences().noteTapeCopy(FILE, id, ResidencePart.copy(Optional.empty()));
    return id;
  }

  private UUID brought() throws IOException {
    UUID id = migrated();
    tree().residences().release(FILE, id);
    Files.writeString(
        Path.of(tree().residences().beginRecall(FILE, id, CONTENT.length())), CONTENT);
    return id;
  }

  /** Both at once; the act on residency may be refused, the other may not. */
  private void race(ExecutorService threads, UUID id, Act act, Act other) throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    Future<?> first = threads.submit(meeting(together, () -> act.run(id)));
    Future<?> second = threads.submit(meeting(together, () -> other.run(id)));
    second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    try {
      first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException refused) {
      StorageException refusal = (StorageException) refused.getCause();
      assertTrue(EXPECTED.contains(refusal.reason()), refusal::getMessage);
    }
    tree().residences().discardRecall(FILE, id);
  }

  private interface Step {
    void run() throws IOException;
  }

  private static Callable<Void> meeting(CyclicBarrier together, Step part) {
    return () -> {
      together.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      part.run();
      return null;
    };
  }

  private interface Check {
    void after(UUID id) throws IOException;
  }

  private void rounds(Act other, Check check) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        boolean releasing = round % 2 == 0;
        UUID id = releasing ? migrated() : brought();
        race(threads, id, releasing ? release : recall, other);
        check.after(id);
      }
    }
  }

  @Test
  void anOverwrittenFileKeepsItsNewContent() throws Exception {
    needsExchange();
    rounds(
        id -> area().put("file", "later " + id, true),
        id -> {
          assertEquals("later " + id, Files.readString(inArea("file")));
          assertTrue(tree().facts(FILE).residency().onDisk());
          assertEquals(List.of("file"), scratch().names());
        });
  }

  @Test
  void aRemovedFileDoesNotComeBack() throws Exception {
    needsExchange();
    rounds(id -> tree().removeFile(FILE), id -> assertEquals(List.of(), scratch().names()));
  }

  @Test
  void aRenamedFileIsThereOnceAndWhole() throws Exception {
    needsExchange();
    rounds(
        id -> tree().rename(FILE, MOVED),
        id -> {
          assertEquals(List.of("moved"), scratch().names());
          EntryFacts facts = tree().facts(MOVED);
          assertEquals(Optional.of(id), facts.id());
          if (facts.residency().onDisk()) {
            assertEquals(CONTENT, Files.readString(inArea("moved")));
          } else {
            assertTrue(facts.residency().onTape());
          }
          tree().removeFile(MOVED);
        });
  }

  @Test
  void rightsThatAreChangedMeanwhileHold() throws Exception {
    needsExchange();
    rounds(
        id -> tree().setMode(FILE, 0600),
        id -> {
          assertEquals(Optional.of(id), tree().facts(FILE).id());
          assertEquals(0600, tree().facts(FILE).mode());
        });
  }

  @Test
  void readersSeeAllOfAFileOrNothing() throws Exception {
    rounds(
        id -> {
          if (tree().facts(FILE).residency().onDisk()) {
            String read = Files.readString(inArea("file"));
            // root reads stubs too: what it sees then are zeros
            assertTrue(read.equals(CONTENT) || read.chars().allMatch(c -> c == 0), read);
          }
        },
        id -> assertEquals(CONTENT.length(), tree().facts(FILE).size()));
  }
}
