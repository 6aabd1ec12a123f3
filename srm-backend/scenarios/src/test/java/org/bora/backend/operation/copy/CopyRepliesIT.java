package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class CopyRepliesIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private SmallSite site;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path root) {
    site = new SmallSite(schemas.migrated(), root, time);
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  /** Stores a file as a copy does; returns the token of its put. */
  private RequestToken stored(String name, FileStorageType type, OptionalInt seconds) {
    PutRequest request =
        new PutRequest(
            List.of(new PutFile(Optional.of(surl(name)), OptionalLong.of(5))),
            "",
            OverwriteMode.NEVER,
            Optional.of(type),
            OptionalInt.empty(),
            OptionalInt.of(600),
            seconds,
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp"));
    PutReply reply = site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), request);
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    String token = reply.token().orElseThrow();
    site.puts.call(
        Catalogue.PUT_DONE, site.call(ALICE), new PutDoneRequest(token, List.of(surl(name))));
    return RequestToken.parse(token).orElseThrow();
  }

  private OptionalInt told(CopyState state, Optional<RequestToken> put) {
    Instant now = time.instant();
    RequestHead head =
        RequestHead.begin(
            site.tokens.token(now),
            RequestKind.COPY,
            RequestOwner.of(site.call(ALICE).caller(), List.of()),
            "",
            now,
            new Lifetimes(Duration.ofHours(1), Duration.ZERO));
    CopyRow row =
        new CopyRow(
            head.token(),
            0,
            surl("source"),
            surl("target"),
            state,
            Optional.empty(),
            OptionalLong.of(5),
            5,
            put,
            Optional.of(now));
    return new CopyReplies(site.transactions)
        .of(new CopyFiles(head, List.of(row)), List.of(row), now)
        .files()
        .getFirst()
        .remainingFileLifetime();
  }

  @Test
  void aCopyThatIsHereTellsWhatIsLeftOfItsLife() {
    RequestToken put = stored("a", FileStorageType.VOLATILE, OptionalInt.of(600));
    assertEquals(OptionalInt.of(600), told(CopyState.DONE, Optional.of(put)));
    time.pass(Duration.ofSeconds(200));
    assertEquals(OptionalInt.of(400), told(CopyState.DONE, Optional.of(put)));
  }

  @Test
  void aCopyForEverTellsSo() {
    RequestToken put = stored("a", FileStorageType.PERMANENT, OptionalInt.of(600));
    assertEquals(OptionalInt.of(-1), told(CopyState.DONE, Optional.of(put)));
  }

  @Test
  void ofAFileThatIsGoneOrElsewhereOrNotCopiedYetNothingIsTold() throws Exception {
    RequestToken put = stored("a", FileStorageType.VOLATILE, OptionalInt.of(600));
    assertEquals(OptionalInt.empty(), told(CopyState.RUNNING, Optional.of(put)));
    assertEquals(OptionalInt.empty(), told(CopyState.DONE, Optional.empty()));
    Optional<UUID> file = site.tree.facts(site.place("a").path()).id();
    site.tree.removeFile(site.place("a").path());
    site.removed(site.place("a"), file);
    assertEquals(OptionalInt.empty(), told(CopyState.DONE, Optional.of(put)));
  }
}
