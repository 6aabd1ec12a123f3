package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.Permission;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.Reply;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.answer.S3Error;
import org.junit.jupiter.api.Test;

/** Puts of a directory, while another client removes the last objects in those above it. */
class DirectoryMarkersTest {
  private static final ReturnStatus GONE = ReturnStatus.of(SrmStatus.INVALID_PATH, "gone");
  private static final Name BUCKET = new Name("/b", true);
  private static final String PUT = "/b/a/c/put";

  /** Directories with their notes; empty for none. */
  private final Map<String, String> directories = new HashMap<>(Map.of("/b", ""));

  private String file = "";

  /** How often the other client comes, what it waits for, and what it removes. */
  private int removals;

  private Operation<?, ?> disturbed = Catalogue.MKDIR;
  private String removed = "/b/a/c";

  private final class Engines implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      return operation.answer().cast(answer(operation, question));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new IllegalStateException(operation.name() + " is not known here");
    }
  }

  private Reply answer(Operation<?, ?> operation, Object question) {
    return switch (question) {
      case SurlsRequest asked -> stat(path(asked.surls().getFirst()));
      case MkdirRequest asked -> {
        disturb(operation, path(asked.surl()));
        yield new StatusReply(make(path(asked.surl())));
      }
      case NoteRequest asked -> {
        String note = directories.get(path(asked.surl()));
        yield new NoteReply(
            note == null ? GONE : ReturnStatus.success(),
            Optional.ofNullable(note).filter(text -> !text.isEmpty()));
      }
      case AnnotateRequest asked -> {
        String path = path(asked.surl());
        disturb(operation, path);
        boolean there =
            directories.computeIfPresent(path, (_, _) -> asked.text().orElse("")) != null;
        yield new StatusReply(there ? ReturnStatus.success() : GONE);
      }
      default -> throw new IllegalStateException(operation.name() + " is not known here");
    };
  }

  private void disturb(Operation<?, ?> operation, String path) {
    if (operation.equals(disturbed) && path.equals(PUT) && removals > 0) {
      removals--;
      directories.keySet().removeIf(one -> one.startsWith(removed));
    }
  }

  private StatReply stat(String path) {
    boolean there = directories.containsKey(path) || path.equals(file);
    FileType type = path.equals(file) ? FileType.FILE : FileType.DIRECTORY;
    return new StatReply(
        ReturnStatus.success(),
        List.of(
            new StatReply.Entry(
                path,
                there ? ReturnStatus.success() : GONE,
                there ? Optional.of(attributes(type)) : Optional.empty())));
  }

  private ReturnStatus make(String path) {
    if (!directories.containsKey(path.substring(0, path.lastIndexOf('/')))) {
      return GONE;
    }
    return path.equals(file) || directories.putIfAbsent(path, "") != null
        ? ReturnStatus.of(SrmStatus.DUPLICATION_ERROR, "it is there")
        : ReturnStatus.success();
  }

  private static String path(Surl surl) {
    return surl.text().replaceFirst(".*SFN=", "");
  }

  private static Attributes attributes(FileType type) {
    return new Attributes(
        type,
        0,
        Instant.EPOCH,
        Instant.EPOCH,
        new Permission("", PermissionMode.RW),
        new Permission("", PermissionMode.NONE),
        PermissionMode.NONE,
        FileLocality.ONLINE,
        new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        FileStorageType.PERMANENT,
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private void put(boolean onlyNew) throws Refused {
    Caller caller = new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1");
    Engine engine = new Engine(new Engines(), () -> new Call(caller, Instant.MAX, "t"), "h");
    DirectoryMarkers.store(
        engine, BUCKET, new Name(PUT, true), onlyNew, Facts.UNKNOWN.withTags(Tags.ofHeader("a=1")));
  }

  private Optional<String> code(boolean onlyNew) {
    return assertThrows(Refused.class, () -> put(onlyNew)).code();
  }

  private void assertPut() {
    assertEquals("t=a%3D1", directories.get(PUT));
    assertTrue(directories.keySet().containsAll(List.of("/b/a", "/b/a/c")));
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
    assertTrue(directories.isEmpty());
  }

  @Test
  void anObjectAboveOrOfTheNameIsInTheWay() {
    for (String name : List.of("/b/a", PUT)) {
      file = name;
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
}
