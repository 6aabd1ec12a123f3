package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.directory.AnnotateRequest;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.directory.NotesReply;
import org.bora.api.directory.NotesRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes of doors, and who may change them. */
class DoorNotesIT {
  @TempDir private Path dir;
  private DirectoryFixture site;

  @BeforeEach
  void open() throws IOException {
    site = new DirectoryFixture(dir, DirectoryFixture.SMALL);
    site.file("d/f", "content");
  }

  @AfterEach
  void close() {
    site.close();
  }

  private SrmStatus annotate(Caller caller, String sfn, String before, String text) {
    return site.operations
        .call(
            Catalogue.ANNOTATE,
            DirectoryFixture.call(caller),
            new AnnotateRequest(
                DirectoryFixture.surl(sfn), "s3.tags", optional(before), optional(text)))
        .status()
        .code();
  }

  private static Optional<String> optional(String text) {
    return Optional.of(text).filter(some -> !some.isEmpty());
  }

  private NoteReply note(String sfn) {
    return site.operations.call(
        Catalogue.DIRECTORY_NOTE,
        DirectoryFixture.call(DirectoryFixture.STRANGER),
        new NoteRequest(DirectoryFixture.surl(sfn), "s3.tags"));
  }

  @Test
  void whoMayWriteAFileOrIntoADirectoryMayChangeItsNotes() {
    for (String sfn : new String[] {"/vo", "/vo/d", "/vo/d/f"}) {
      assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, sfn, "", "a=1"), sfn);
      for (Caller other : new Caller[] {DirectoryFixture.READER, DirectoryFixture.STRANGER}) {
        assertEquals(SrmStatus.AUTHORIZATION_FAILURE, annotate(other, sfn, "a=1", "a=2"), sfn);
      }
    }
    assertEquals(Optional.of("a=1"), note("/vo/d").text());
  }

  private NotesReply notes(Caller caller, String... sfns) {
    return site.operations.call(
        Catalogue.NOTES,
        DirectoryFixture.call(caller),
        new NotesRequest(
            DirectoryFixture.surl("/vo"),
            Stream.of(sfns).map(DirectoryFixture::surl).toList(),
            "s3.tags"));
  }

  @Test
  void whoMayListReadsNotesOfSeveralNames() {
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/d", "", "a=1"));
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/d/f", "", "a=2"));
    String[] names = {"/vo", "/vo/d", "/vo/d/f", "/vo/no", "/", "/other"};
    for (Caller caller : List.of(DirectoryFixture.MEMBER, DirectoryFixture.READER)) {
      NotesReply reply = notes(caller, names);
      assertEquals(SrmStatus.SUCCESS, reply.status().code());
      assertEquals(List.of("", "a=1", "a=2", "", "", ""), reply.texts());
    }
    assertEquals(List.of("", "", "", "", "", ""), notes(DirectoryFixture.STRANGER, names).texts());
  }

  @Test
  void aNoteThatHasChangedMeanwhileStays() {
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/d", "", "a=1"));
    assertEquals(SrmStatus.FILE_BUSY, annotate(DirectoryFixture.MEMBER, "/vo/d", "", "a=2"));
    assertEquals(Optional.of("a=1"), note("/vo/d").text());
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/d", "a=1", ""));
    assertEquals(Optional.empty(), note("/vo/d").text());
  }

  /** Where a directory goes its notes go, and another one of its name has none. */
  @Test
  void aNoteGoesWithItsDirectory() throws IOException {
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/d", "", "a=1"));
    assertEquals(SrmStatus.SUCCESS, site.mv("/vo/d", "/vo/e"));
    assertEquals(Optional.of("a=1"), note("/vo/e").text());
    Files.createDirectory(site.root.resolve("d"));
    assertEquals(Optional.empty(), note("/vo/d").text());
  }

  @Test
  void whatIsNotThereHasNone() {
    assertEquals(SrmStatus.INVALID_PATH, annotate(DirectoryFixture.MEMBER, "/vo/no", "", "a=1"));
    assertEquals(SrmStatus.INVALID_PATH, note("/vo/no").status().code());
    assertEquals(SrmStatus.INVALID_PATH, note("/vo/d/f").status().code());
    assertEquals(SrmStatus.INVALID_PATH, note("/").status().code());
  }

  @Test
  void anEmptyDirectoryWithANoteStaysWhereItIsRemovedForWantOfIt() throws IOException {
    Files.createDirectory(site.root.resolve("e"));
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/e", "", "a=1"));
    assertEquals(SrmStatus.NON_EMPTY_DIRECTORY, removeUnnoted("/vo/e"));
    assertEquals(SrmStatus.NON_EMPTY_DIRECTORY, removeUnnoted("/vo/d"), "a file is in it");
    assertEquals(SrmStatus.SUCCESS, annotate(DirectoryFixture.MEMBER, "/vo/e", "a=1", ""));
    assertEquals(SrmStatus.SUCCESS, removeUnnoted("/vo/e"));
    assertFalse(Files.exists(site.root.resolve("e")));
    assertEquals(SrmStatus.INVALID_PATH, removeUnnoted("/vo/e"));
  }

  private SrmStatus removeUnnoted(String sfn) {
    RmdirRequest request =
        new RmdirRequest(DirectoryFixture.surl(sfn), false, Optional.of("s3.tags"));
    return site.operations
        .call(Catalogue.RMDIR, DirectoryFixture.call(DirectoryFixture.MEMBER), request)
        .status()
        .code();
  }
}
