package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.request.AbortRequest;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.MariaDb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One upload by a transfer URL of HTTPS: it is stored by srmPutDone alone. */
@ExtendWith(MariaDb.class)
class TurlWritingIT extends OnTurls {
  @Test
  void aCompleteUploadIsPublishedBySrmPutDoneAndByNothingElse() throws IOException {
    put("f");
    UUID attempt = new UUID(0, 7);
    assertEquals(SrmStatus.INVALID_PATH, write(Step.LOOK, "f", attempt, 0, false).status().code());
    Path hidden = path(write(Step.BEGIN, "f", attempt, 0, false));
    Files.writeString(hidden, "12345");
    assertEquals(SrmStatus.FAILURE, done("f"), "it is not complete");
    assertFalse(Files.exists(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, write(Step.END, "f", attempt, 5, true).status().code());
    assertEquals(
        SrmStatus.SUCCESS,
        write(Step.END, "f", attempt, 5, true).status().code(),
        "the answer was lost");
    assertEquals(OptionalLong.of(5), write(Step.LOOK, "f", attempt, 0, false).size());
    assertEquals(
        SrmStatus.DUPLICATION_ERROR,
        write(Step.BEGIN, "f", new UUID(0, 8), 0, false).status().code(),
        "one transfer");

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("12345", Files.readString(root.resolve("f")));
  }

  @Test
  void ofTwoUploadsTheFirstGoesOnUntilItFallsSilent() {
    put("f");
    UUID first = new UUID(0, 1);
    UUID second = new UUID(0, 2);
    path(write(Step.BEGIN, "f", first, 0, false));
    assertEquals(SrmStatus.FILE_BUSY, write(Step.BEGIN, "f", second, 0, false).status().code());
    site.time.pass(Duration.ofSeconds(119));
    assertEquals(SrmStatus.SUCCESS, write(Step.RENEW, "f", first, 0, false).status().code());
    site.time.pass(Duration.ofSeconds(119));
    assertEquals(SrmStatus.FILE_BUSY, write(Step.BEGIN, "f", second, 0, false).status().code());

    site.time.pass(Duration.ofSeconds(1));

    assertEquals(SrmStatus.SUCCESS, write(Step.BEGIN, "f", second, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.RENEW, "f", first, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.END, "f", first, 3, true).status().code());
  }

  @Test
  void aDoorThatFrozeWritesToAFileThatNobodySees() throws IOException {
    put("f");
    UUID frozen = new UUID(0, 1);
    UUID other = new UUID(0, 2);
    Path hidden = path(write(Step.BEGIN, "f", frozen, 0, false));
    try (OutputStream late = Files.newOutputStream(hidden, StandardOpenOption.WRITE)) {
      late.write("fro".getBytes(StandardCharsets.US_ASCII));
      site.time.pass(Duration.ofMinutes(2));
      Path again = path(write(Step.BEGIN, "f", other, 0, false));
      Files.writeString(again, "thawed?");
      late.write("zen, and much longer".getBytes(StandardCharsets.US_ASCII));
    }
    write(Step.END, "f", other, 7, true);

    assertEquals(SrmStatus.SUCCESS, done("f"));
    assertEquals("thawed?", Files.readString(root.resolve("f")));
  }

  @Test
  void anAbortedPutTakesNoMore() {
    put("f");
    UUID attempt = new UUID(0, 1);
    write(Step.BEGIN, "f", attempt, 0, false);

    site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(request));

    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.RENEW, "f", attempt, 0, false).status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED, write(Step.END, "f", attempt, 1, true).status().code());
  }

  /** Looking costs no row: a stranger may ask for ever. */
  @Test
  void whoLooksChangesNothing() throws IOException {
    put("f");
    write(Step.LOOK, "f", new UUID(0, 1), 0, false);

    long rows =
        site.transactions.read(
            sql -> sql.sql("SELECT COUNT(*) FROM turl_use").query(Long.class).single());
    assertEquals(0, rows);
  }
}
