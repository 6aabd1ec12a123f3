package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.BackendFailure;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Uploads by transfer URLs of HTTPS of which a file is lost or a backend dies: nothing is published
 * that was not sealed.
 */
@ExtendWith(MariaDb.class)
class LostTurlUploadIT extends OnTurls {
  /** What is published was sealed: bytes that come in between wait for the next srmPutDone. */
  @Test
  void anUploadThatFallsBetweenSealAndCommitIsNotPublishedUnsealed() throws IOException {
    put("f");
    AtomicBoolean came = new AtomicBoolean();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("sealUpload") && !came.getAndSet(true)) {
                uploads("f", "12345");
              }
            });
    try (SmallSite other = new SmallSite(settings, tree, site.time)) {
      assertEquals(SrmStatus.FAILURE, done(other, "f"));
    }
    assertTrue(came.get());
    assertFalse(Files.exists(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  /** A backend that hung in between may have taken the file away, or put an empty one there. */
  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void aCompleteUploadWhoseFileIsGoneIsMadeAgain(boolean empty, boolean announced)
      throws IOException {
    put("f", announced ? OptionalLong.of(5) : OptionalLong.empty());
    UUID first = new UUID(0, 1);
    Path hidden = path(write(Step.BEGIN, "f", first, 0, false));
    Files.writeString(hidden, "12345");
    write(Step.END, "f", first, 5, true);
    Files.delete(hidden);
    if (empty) {
      Files.createFile(hidden);
    }

    assertEquals(SrmStatus.FAILURE, done("f"));
    assertFalse(Files.exists(root.resolve("f")));
    assertEquals(SrmStatus.FAILURE, done("f"), "still");

    uploads("f", "12345");
    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  @Test
  void aDeathBetweenTheTwoStepsOfBeginningAnewIsMended() throws IOException {
    put("f");
    Files.delete(path(write(Step.BEGIN, "f", new UUID(0, 1), 0, false)));
    site.time.pass(Duration.ofMinutes(2));

    UUID next = new UUID(0, 2);
    Files.writeString(path(write(Step.BEGIN, "f", next, 0, false)), "x");
    write(Step.END, "f", next, 1, true);

    assertEquals(SrmStatus.SUCCESS, done("f"));
  }

  /** As root alone: others can give no file away. */
  @Test
  @EnabledIf("isRoot")
  void aHiddenFileThatIsLostIsMadeAnewForTheSameAccount() throws IOException {
    put("f");
    Path hidden = root.toRealPath().resolve(hiddenNames().getFirst());
    Files.setAttribute(hidden, "unix:uid", 4711);
    Files.setAttribute(hidden, "unix:gid", 4712);
    write(Step.BEGIN, "f", new UUID(0, 1), 0, false);
    Files.delete(hidden);
    site.time.pass(Duration.ofMinutes(2));

    Path again = path(write(Step.BEGIN, "f", new UUID(0, 2), 0, false));

    assertEquals(hidden, again);
    assertEquals(4711, Files.getAttribute(again, "unix:uid"));
    assertEquals(4712, Files.getAttribute(again, "unix:gid"));
  }

  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  @Test
  void whereTheAccountOfALostFileIsUnknownNoneIsMade() throws IOException {
    put("f");
    Files.delete(root.resolve(hiddenNames().getFirst()));

    TurlReply begun = write(Step.BEGIN, "f", new UUID(0, 1), 0, false);

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, begun.status().code());
    assertEquals(List.of(), hiddenNames());
  }

  /** Its srmPutDone is repeated, and must not be told that bytes are stored which are not. */
  @Test
  void whatABackendPublishedBeforeItDiedTakesNoUpload() throws IOException {
    put("f");
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("publishUpload")) {
                throw new BackendFailure(BackendFailure.Kind.PERMANENT, "dead", null);
              }
            });
    try (SmallSite dead = new SmallSite(settings, tree, site.time)) {
      assertThrows(BackendFailure.class, () -> done(dead, "f"));
    }
    assertEquals(0, Files.size(root.resolve("f")), "nothing was written: an empty file");

    TurlReply begun = write(Step.BEGIN, "f", new UUID(0, 1), 0, false);

    assertEquals(SrmStatus.DUPLICATION_ERROR, begun.status().code());
    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals(List.of(), hiddenNames());
  }
}
