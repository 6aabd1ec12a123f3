package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
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
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backend dies in the middle of a put; another one goes on where it stopped. */
abstract class CrashSuite {

  /** The machine goes down here. */
  private static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings settings;
  private Path root;
  private SmallSite survivor;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    survivor = new SmallSite(settings, root, time);
  }

  @AfterEach
  void close() {
    survivor.close();
    survivor.tree.close();
  }

  /** A tree that does its work until {@code method} is called, and dies before or after it. */
  private AreaTree dyingAt(String method, boolean after) {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, called, arguments) -> {
              boolean here = called.getName().equals(method);
              if (here && !after) {
                throw new Dead();
              }
              try {
                Object result = called.invoke(survivor.tree, arguments);
                if (here) {
                  throw new Dead();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private PutReply prepared() {
    PutReply reply =
        survivor.puts.call(
            Catalogue.PREPARE_TO_PUT, survivor.call(ALICE), put(OverwriteMode.NEVER, "a"));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    return reply;
  }

  private static PutDoneRequest doneRequest(PutReply reply) {
    return new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a")));
  }

  private void dieInPutDone(PutReply reply, String method, boolean after) {
    try (SmallSite mortal = new SmallSite(settings, dyingAt(method, after), time)) {
      assertThrows(
          Dead.class,
          () -> mortal.puts.call(Catalogue.PUT_DONE, mortal.call(ALICE), doneRequest(reply)));
    }
  }

  private SrmStatus repeatDone(PutReply reply) {
    SurlStatusesReply done =
        survivor.puts.call(Catalogue.PUT_DONE, survivor.call(ALICE), doneRequest(reply));
    return done.files().getFirst().status().code();
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void srmPutDoneIsRepeatedAfterDeathAtEveryPoint() throws IOException {
    for (String method : List.of("uploadFacts", "sealUpload", "publishUpload")) {
      for (boolean after : new boolean[] {false, true}) {
        PutReply reply = prepared();
        dieInPutDone(reply, method, after);
        assertEquals(SrmStatus.SUCCESS, repeatDone(reply), method + " " + after);
        assertEquals("hello", Files.readString(root.resolve("a")));
        assertEquals(List.of("a"), onDisk());
        Files.delete(root.resolve("a"));
      }
    }
  }

  @Test
  void theNextPutOfTheNameFinishesWhatWasPublished() {
    PutReply reply = prepared();
    dieInPutDone(reply, "publishUpload", true);
    PutReply next =
        survivor.puts.call(
            Catalogue.PREPARE_TO_PUT, survivor.call(ALICE), put(OverwriteMode.NEVER, "a"));
    assertEquals(SrmStatus.DUPLICATION_ERROR, next.files().getFirst().status().code());
    assertEquals(
        "the file exists, overwriting is not allowed",
        next.files().getFirst().status().explanation());
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    assertEquals(
        SrmStatus.SUCCESS,
        survivor
            .puts
            .call(Catalogue.STATUS_OF_PUT, survivor.call(ALICE), question)
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE,
        survivor
            .puts
            .call(Catalogue.PREPARE_TO_PUT, survivor.call(ALICE), put(OverwriteMode.ALWAYS, "a"))
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void abortingWhatWasPublishedDoesNotLoseTheFile() throws IOException {
    PutReply reply = prepared();
    dieInPutDone(reply, "publishUpload", true);
    assertEquals(
        SrmStatus.FAILURE,
        survivor
            .requests
            .call(
                Catalogue.ABORT_REQUEST,
                survivor.call(ALICE),
                new AbortRequest(reply.token().orElseThrow()))
            .status()
            .code());
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  @Test
  void theSweepFinishesWhatWasPublished() {
    PutReply reply = prepared();
    dieInPutDone(reply, "publishUpload", true);
    time.pass(Duration.ofHours(1));
    assertEquals(1, survivor.sweep.round().overduePuts());
    assertEquals(SrmStatus.SUCCESS, repeatDone(reply), "no call was answered before");
  }

  /** A backend that died after its rename may not have synced the directory. */
  @Test
  void whatADeadBackendPublishedIsOnStableStorageBeforeItIsTold() {
    PutReply reply = prepared();
    dieInPutDone(reply, "publishUpload", true);
    time.pass(Duration.ofHours(1));
    try (SmallSite mortal = new SmallSite(settings, dyingAt("syncName", false), time)) {
      assertThrows(Dead.class, mortal.sweep::round);
    }
    assertEquals(1, survivor.sweep.round().overduePuts(), "the put was still open");
    assertEquals(SrmStatus.SUCCESS, repeatDone(reply));
  }

  @Test
  void deathBetweenUploadAndDatabaseLeavesTheNameFree() {
    try (SmallSite mortal = new SmallSite(settings, dyingAt("beginUpload", true), time)) {
      assertThrows(
          Dead.class,
          () ->
              mortal.puts.call(
                  Catalogue.PREPARE_TO_PUT, mortal.call(ALICE), put(OverwriteMode.NEVER, "a")));
    }
    assertEquals(SrmStatus.SUCCESS, repeatDone(prepared()));
  }

  @Test
  void anUploadCarriedOffWithItsDirectoryBeforeTheCommitIsToldAtOnce() throws IOException {
    Files.createDirectory(root.resolve("d"));
    AreaTree moving =
        (AreaTree)
            Proxy.newProxyInstance(
                AreaTree.class.getClassLoader(),
                new Class<?>[] {AreaTree.class},
                (_, called, arguments) -> {
                  try {
                    Object result = called.invoke(survivor.tree, arguments);
                    if (called.getName().equals("uploadPath")) {
                      Files.move(root.resolve("d"), root.resolve("d2"));
                    }
                    return result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    try (SmallSite site = new SmallSite(settings, moving, time)) {
      PutReply reply =
          site.puts.call(
              Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "d/a"));
      assertEquals(SrmStatus.ABORTED, reply.files().getFirst().status().code());
    }
    Files.createDirectory(root.resolve("d"));
    assertEquals(
        SrmStatus.SPACE_AVAILABLE,
        survivor
            .puts
            .call(Catalogue.PREPARE_TO_PUT, survivor.call(ALICE), put(OverwriteMode.NEVER, "d/a"))
            .files()
            .getFirst()
            .status()
            .code(),
        "the name is free");
  }
}
