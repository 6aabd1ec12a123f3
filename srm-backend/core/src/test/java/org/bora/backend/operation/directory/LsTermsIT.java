package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.SrmStatus;
import org.bora.backend.space.FileTerms;
import org.junit.jupiter.api.Test;

/** What srmLs says of how long a file is kept, and which kinds of files it picks. */
class LsTermsIT extends OnAreas {

  LsTermsIT() {
    super(DirectoryFixture.SMALL);
  }

  private static LsReply filtered(
      DirectoryFixture fixture, FileStorageType type, int count, String sfn) {
    return fixture.ls(
        DirectoryFixture.MEMBER,
        new LsRequest(
            List.of(DirectoryFixture.surl(sfn)),
            true,
            false,
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalInt.of(count),
            Optional.of(type)));
  }

  private static FileTerms until(FileStorageType type, int seconds) {
    return FileTerms.from("token-x", type, seconds, DirectoryFixture.NOW);
  }

  @Test
  void filesOfOneTypeAreListedBesideDirectories() throws IOException {
    fixture.stored("t/v1", until(FileStorageType.VOLATILE, 60));
    fixture.stored("t/v2", until(FileStorageType.VOLATILE, 60));
    fixture.stored("t/d", until(FileStorageType.DURABLE, 60));
    fixture.file("t/p", "nobody said how long");
    Files.createDirectory(fixture.root.resolve("t/below"));

    assertEquals(
        Set.of("/vo/t/v1", "/vo/t/v2", "/vo/t/below"),
        Set.copyOf(DirectoryFixture.paths(filtered(fixture, FileStorageType.VOLATILE, 3, "/vo/t"))),
        "what is not shown counts in no page");
    assertEquals(
        Set.of("/vo/t/d", "/vo/t/below"),
        Set.copyOf(DirectoryFixture.paths(filtered(fixture, FileStorageType.DURABLE, 0, "/vo/t"))));
    assertEquals(
        Set.of("/vo/t/p", "/vo/t/below"),
        Set.copyOf(
            DirectoryFixture.paths(filtered(fixture, FileStorageType.PERMANENT, 0, "/vo/t"))));
    LsReply named = filtered(fixture, FileStorageType.DURABLE, 0, "/vo/t/v1");
    assertEquals(SrmStatus.SUCCESS, named.status().code(), "it was asked for by its name");
  }

  @Test
  void theTermsOfAFileAreShown() throws IOException {
    fixture.stored("v", until(FileStorageType.VOLATILE, 60));
    fixture.clock.advance(Duration.ofSeconds(20));

    Attributes shown = fixture.stat("/vo/v").attributes().orElseThrow();

    assertEquals(FileStorageType.VOLATILE, shown.storageType());
    assertEquals(OptionalInt.of(60), shown.lifetimeAssigned());
    assertEquals(OptionalInt.of(40), shown.lifetimeLeft());
    assertEquals(Optional.of("token-x"), shown.spaceToken());
    fixture.file("p", "");
    Attributes permanent = fixture.stat("/vo/p").attributes().orElseThrow();
    assertEquals(FileStorageType.PERMANENT, permanent.storageType());
    assertEquals(OptionalInt.of(-1), permanent.lifetimeLeft());
  }

  @Test
  void aFileThatHasEndedIsToldSoWithItsAttributes() throws IOException {
    fixture.stored("ended", until(FileStorageType.DURABLE, 10));
    fixture.clock.advance(Duration.ofSeconds(10));

    PathDetail ended = fixture.stat("/vo/ended");

    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, ended.status().code());
    assertEquals(OptionalInt.of(0), ended.attributes().orElseThrow().lifetimeLeft());
    LsReply above = fixture.ls(1, 0, 0, "/vo");
    assertEquals(SrmStatus.SUCCESS, above.status().code());
    assertEquals(
        SrmStatus.FILE_LIFETIME_EXPIRED,
        above.details().getFirst().children().stream()
            .filter(child -> child.path().equals("/vo/ended"))
            .findFirst()
            .orElseThrow()
            .status()
            .code());
  }
}
