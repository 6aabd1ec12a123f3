package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Overwriting when files are different, on whatever database a subclass names. */
abstract class OverwriteSuite {
  private static final OverwriteMode DIFFERENT = OverwriteMode.WHEN_FILES_ARE_DIFFERENT;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings settings;
  private SmallSite site;
  private Path root;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, root, time);
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private PutReply written(OverwriteMode overwrite, String content) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(overwrite, "a"));
    assertEquals(SrmStatus.SPACE_AVAILABLE, reply.files().getFirst().status().code());
    write(reply.files().getFirst().turl().orElseThrow(), content);
    return reply;
  }

  private static PutDoneRequest doneRequest(PutReply reply) {
    return new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a")));
  }

  private SurlStatus done(PutReply reply) {
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), doneRequest(reply))
        .files()
        .getFirst();
  }

  /** Stores a file with a pin on it. */
  private GetReply stored(String content) throws IOException {
    assertEquals(SrmStatus.SUCCESS, done(written(OverwriteMode.NEVER, content)).status().code());
    return site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("a"));
  }

  private SrmStatus pin(GetReply get) {
    return site.gets
        .call(
            Catalogue.STATUS_OF_GET,
            site.call(BOB),
            new StatusRequest(get.token().orElseThrow(), List.of()))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private PutReply status(PutReply reply) {
    return site.puts.call(
        Catalogue.STATUS_OF_PUT,
        site.call(ALICE),
        new StatusRequest(reply.token().orElseThrow(), List.of()));
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theSameFileStaysWithItsTimeAndItsPinsAndTheClientSucceeds() throws IOException {
    GetReply get = stored("hello");
    FileTime before = Files.getLastModifiedTime(root.resolve("a"));
    Object inode = Files.getAttribute(root.resolve("a"), "unix:ino");
    PutReply reply = written(DIFFERENT, "hello");
    SurlStatus result = done(reply);
    assertEquals(SrmStatus.SUCCESS, result.status().code());
    assertEquals(before, Files.getLastModifiedTime(root.resolve("a")));
    assertEquals(inode, Files.getAttribute(root.resolve("a"), "unix:ino"));
    assertEquals(SrmStatus.FILE_PINNED, pin(get));
    assertEquals(List.of("a"), onDisk(), "the upload is gone");
    assertEquals(SrmStatus.SUCCESS, status(reply).files().getFirst().status().code());
    assertEquals(
        "the same file was there already and stays as it is",
        status(reply).files().getFirst().status().explanation());
    assertEquals(SrmStatus.DUPLICATION_ERROR, done(reply).status().code());
    written(OverwriteMode.ALWAYS, "the name is free");
  }

  @Test
  void anotherContentOfTheSameSizeReplacesTheFile() throws IOException {
    GetReply get = stored("hello");
    assertEquals(SrmStatus.SUCCESS, done(written(DIFFERENT, "hullo")).status().code());
    assertEquals("hullo", Files.readString(root.resolve("a")));
    assertEquals(SrmStatus.ABORTED, pin(get));
  }

  @Test
  void anOldFileThatNobodyHasSummedIsReplaced() throws IOException {
    Files.writeString(root.resolve("a"), "hello");
    Object inode = Files.getAttribute(root.resolve("a"), "unix:ino");
    assertEquals(SrmStatus.SUCCESS, done(written(DIFFERENT, "hello")).status().code());
    Object after = Files.getAttribute(root.resolve("a"), "unix:ino");
    assertEquals(false, inode.equals(after), "a checksum that is unknown proves nothing");
  }

  @Test
  void anOldFileThatWentMeanwhileIsWritten() throws IOException {
    stored("hello");
    PutReply reply = written(DIFFERENT, "hello");
    Files.delete(root.resolve("a"));
    assertEquals(SrmStatus.SUCCESS, done(reply).status().code());
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  @Test
  void aRemovalOfTheOldFileEndsThePut() throws IOException {
    stored("hello");
    PutReply reply = written(DIFFERENT, "hello");
    Files.delete(root.resolve("a"));
    site.removed(site.place("a"), Optional.empty());
    assertEquals(SrmStatus.ABORTED, done(reply).status().code());
    assertEquals(List.of(), onDisk());
  }

  @Test
  void aNameBeingWrittenIsBusyAsForEveryOverwriter() {
    written(OverwriteMode.NEVER, "hello");
    PutReply second =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(DIFFERENT, "a"));
    assertEquals(SrmStatus.FILE_BUSY, second.files().getFirst().status().code());
  }

  @Test
  void aDeathWhileComparingIsRepeatedWithTheSameEnd() throws IOException {
    stored("hello");
    for (String method : List.of("uploadFacts", "facts")) {
      PutReply reply = written(DIFFERENT, "hello");
      try (SmallSite mortal = new SmallSite(settings, dyingAt(method), time)) {
        assertThrows(
            Dead.class,
            () -> mortal.puts.call(Catalogue.PUT_DONE, mortal.call(ALICE), doneRequest(reply)));
      }
      assertEquals(SrmStatus.SUCCESS, done(reply).status().code(), method);
      assertEquals(List.of("a"), onDisk());
    }
  }

  /** A death after the commit loses the reply, and leaves only what the sweep of orphans takes. */
  @Test
  void aDeathAfterTheCommitLeavesThePutEnded() throws IOException {
    stored("hello");
    PutReply reply = written(DIFFERENT, "hello");
    try (SmallSite mortal = new SmallSite(settings, dyingAt("discardUpload"), time)) {
      assertThrows(
          Dead.class,
          () -> mortal.puts.call(Catalogue.PUT_DONE, mortal.call(ALICE), doneRequest(reply)));
    }
    assertEquals(SrmStatus.SUCCESS, status(reply).status().code());
    assertEquals(2, onDisk().size(), "the upload waits for the sweep");
    written(OverwriteMode.ALWAYS, "the name is free");
  }

  private static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  private AreaTree dyingAt(String method) {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, called, arguments) -> {
              if (called.getName().equals(method)) {
                throw new Dead();
              }
              try {
                return called.invoke(site.tree, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
