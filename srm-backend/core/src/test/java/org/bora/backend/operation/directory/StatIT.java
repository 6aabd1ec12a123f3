package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.request.ActivePut;
import org.bora.backend.space.FileTerms;
import org.junit.jupiter.api.Test;

/** The facts that a door of another protocol gets of single names, on a real directory. */
class StatIT extends OnAreas {

  StatIT() {
    super(DirectoryFixture.SMALL);
  }

  private StatReply stat(Caller caller, String... sfns) {
    return fixture.operations.call(Catalogue.STAT, DirectoryFixture.call(caller), names(sfns));
  }

  private StatReply.Entry one(String sfn) {
    return stat(DirectoryFixture.MEMBER, sfn).entries().getFirst();
  }

  private static SurlsRequest names(String... sfns) {
    return new SurlsRequest(Stream.of(sfns).map(DirectoryFixture::surl).toList());
  }

  @Test
  void aFileIsDescribedWithTypeSizeTimesLocalityAndPermissions() throws IOException {
    Instant written = Instant.parse("2026-11-01T10:11:12Z");
    Files.setLastModifiedTime(fixture.file("d/f", "12345"), FileTime.from(written));

    StatReply reply = stat(DirectoryFixture.MEMBER, "/vo/d/f");

    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals("/vo/d/f", reply.entries().getFirst().path());
    Attributes file = reply.entries().getFirst().attributes().orElseThrow();
    assertEquals(FileType.FILE, file.type());
    assertEquals(5, file.size());
    assertEquals(written, file.modifiedAt());
    assertEquals(FileLocality.ONLINE, file.locality());
    assertTrue(file.owner().mode() != PermissionMode.NONE, file::toString);
  }

  @Test
  void aStoredFileHasItsChecksum() throws IOException {
    fixture.stored(
        "f", FileTerms.from("token-x", FileStorageType.VOLATILE, 60, DirectoryFixture.NOW));

    Attributes file = one("/vo/f").attributes().orElseThrow();

    assertEquals(Optional.of("00000001"), file.checksum(), "ADLER32 of no bytes");
    assertEquals(Optional.of("token-x"), file.spaceToken());
  }

  @Test
  void aDirectoryIsDescribedWithoutItsChildren() throws IOException {
    for (int i = 0; i < 20; i++) {
      fixture.file("d/" + i, "x");
    }

    StatReply reply = stat(DirectoryFixture.MEMBER, "/vo/d");

    assertEquals(SrmStatus.SUCCESS, reply.status().code(), "twice what a listing may hold");
    assertEquals(1, reply.entries().size());
    assertEquals(FileType.DIRECTORY, reply.entries().getFirst().attributes().orElseThrow().type());
  }

  @Test
  void aFileBeingWrittenIsBusyWithTheSizeThatHasArrived() throws IOException {
    ActivePut put = fixture.puts.begin(fixture.place("f"));
    Files.writeString(fixture.root.resolve(put.upload().hiddenName()), "1234567");

    StatReply.Entry busy = one("/vo/f");

    assertEquals(SrmStatus.FILE_BUSY, busy.status().code());
    assertEquals(7, busy.attributes().orElseThrow().size());
  }

  @Test
  void eachNameHasItsOwnStatusInTheOrderAsked() throws IOException {
    fixture.file("f", "x");

    StatReply reply = stat(DirectoryFixture.MEMBER, "/vo/none", "/vo/f", "/top/closed/x");

    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.SUCCESS, SrmStatus.AUTHORIZATION_FAILURE),
        reply.statuses().stream().map(status -> status.code()).toList());
  }

  @Test
  void aCallerWhoMayNotListCannotTellWhatExists() throws IOException {
    fixture.file("f", "x");

    StatReply reply = stat(DirectoryFixture.STRANGER, "/vo/f", "/vo/none");

    StatReply.Entry there = reply.entries().getFirst();
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, there.status().code());
    assertEquals(there.status(), reply.entries().getLast().status());
    assertEquals(Optional.empty(), there.attributes());
  }

  @Test
  void asManyNamesAsAListingAndNoMore() throws IOException {
    fixture.file("f", "x");
    String[] most = Collections.nCopies(5, "/vo/f").toArray(String[]::new);
    String[] more = Collections.nCopies(6, "/vo/f").toArray(String[]::new);

    assertEquals(5, stat(DirectoryFixture.MEMBER, most).entries().size());
    assertEquals(SrmStatus.INVALID_REQUEST, stat(DirectoryFixture.MEMBER, more).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, stat(DirectoryFixture.MEMBER).status().code());
  }

  @Test
  void afterTheDeadlineTheCallHasTimedOut() throws IOException {
    fixture.file("f", "x");
    Call late = new Call(DirectoryFixture.MEMBER, DirectoryFixture.NOW.minusSeconds(1), "trace");

    BackendFailure failure =
        assertThrows(
            BackendFailure.class,
            () -> fixture.operations.call(Catalogue.STAT, late, names("/vo/f")));

    assertEquals(BackendFailure.Kind.TIMED_OUT, failure.kind());
  }
}
