package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.door.http.Refused;
import org.bora.files.FakeEngine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Puts of a directory, while another client removes the last objects in those above it. */
class DirectoryMarkersTest {
  private static final Name BUCKET = new Name("/b", true);
  private static final String PUT = "/b/a/c/put";

  private final FakeEngine fake = new FakeEngine("/b");

  /** How often the other client comes, what it waits for, and what it removes. */
  private int removals;

  private Operation<?, ?> disturbed = Catalogue.MKDIR;
  private String removed = "/b/a/c";

  @BeforeEach
  void anotherClientComes() {
    fake.other = this::disturb;
  }

  private void disturb(Operation<?, ?> operation, String path) {
    if (operation.equals(disturbed) && path.equals(PUT) && removals > 0) {
      removals--;
      fake.directories.keySet().removeIf(one -> one.startsWith(removed));
    }
  }

  private void put(boolean onlyNew) throws Refused {
    Facts facts = Facts.UNKNOWN.withTags(Tags.ofHeader("a=1"));
    DirectoryMarkers.store(fake.engine(), BUCKET, new Name(PUT, true), onlyNew, facts);
  }

  private Optional<String> code(boolean onlyNew) {
    return assertThrows(Refused.class, () -> put(onlyNew)).code();
  }

  private void assertPut() {
    assertEquals("t=a%3D1", fake.directories.get(PUT));
    assertTrue(fake.directories.keySet().containsAll(List.of("/b/a", "/b/a/c")));
  }

  @Test
  void directoriesAboveThatAreRemovedMeanwhileAreMadeAgain() throws Refused {
    removals = 3;
    put(true);
    assertPut();
    assertEquals(0, removals);
  }

  @Test
  void oneThatIsRemovedBeforeItIsSaidWhatItIsIsMadeAgain() throws Refused {
    disturbed = Catalogue.ANNOTATE;
    removals = 3;
    put(true);
    assertPut();
    assertEquals(0, removals);
  }

  @Test
  void aClientIsToldToAskAgainWhereTheyComeAndGoAllTheTime() {
    removals = 1000;
    assertEquals(Optional.of(S3Error.SLOW_DOWN.code()), code(false));
  }

  @Test
  void aBucketThatIsGoneIsNotMadeAgain() {
    removed = "/b";
    removals = 1;
    assertEquals(Optional.of(S3Error.NO_SUCH_BUCKET.code()), code(false));
    assertTrue(fake.directories.isEmpty());
  }

  @Test
  void anObjectAboveOrOfTheNameIsInTheWay() {
    for (String name : List.of("/b/a", PUT)) {
      fake.files.clear();
      fake.files.add(name);
      assertEquals(Optional.of(S3Error.OBJECT_ALREADY_EXISTS.code()), code(false), name);
    }
  }

  @Test
  void onlyTheFirstPutMakesANewOne() throws Refused {
    put(true);
    assertThrows(Refused.class, () -> put(true));
    put(false);
    assertPut();
  }

  /** A removal that hangs between its look and its work, or whose look was long ago. */
  @Test
  void aDirectoryThatIsPutWhileItIsRemovedForItsLastObjectStays() throws Refused {
    for (String put : List.of("/b/a/c/put", "/b/a/c")) {
      fake.directories.putAll(Map.of("/b/a", "", "/b/a/c", "", "/b/a/c/put", ""));
      fake.other =
          (operation, path) -> {
            if (operation.equals(Catalogue.RMDIR) && path.equals(put)) {
              fake.directories.put(path, "t=a%3D1");
            }
          };
      removeEmptied();
      assertEquals("t=a%3D1", fake.directories.get(put), put);
      assertEquals(put.equals(PUT), fake.directories.containsKey(PUT), "those below have gone");
      fake.directories.put(put, "");
    }
  }

  @Test
  void theDirectoriesOfTheLastObjectGoUpToOneThatWasPut() throws Refused {
    fake.directories.putAll(Map.of("/b/a", "t=a%3D1", "/b/a/c", "", "/b/a/c/put", ""));
    removeEmptied();
    assertEquals(Map.of("/b", "", "/b/a", "t=a%3D1"), fake.directories);
  }

  private void removeEmptied() throws Refused {
    DirectoryMarkers.removeEmptied(fake.engine(), ObjectKey.of("a/c/put/object", BUCKET));
  }
}
