package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.physical;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** srmPutDone of an upload to which no byte was written. */
abstract class NothingWrittenSuite extends OnSmallSite {
  private static final String OLD = "what was there";

  private PutReply prepared(OverwriteMode overwrite, OptionalLong size) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT,
        site.call(ALICE),
        new PutRequest(
            List.of(new PutFile(Optional.of(surl("a")), size)),
            "",
            overwrite,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of("gsiftp")));
  }

  private static SrmStatus done(SmallSite at, PutReply reply) {
    PutDoneRequest request = new PutDoneRequest(reply.token().orElseThrow(), List.of(surl("a")));
    return at.puts
        .call(Catalogue.PUT_DONE, at.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  private static Path upload(PutReply reply) {
    return physical(reply.files().getFirst().turl().orElseThrow());
  }

  private String content() throws IOException {
    return Files.readString(root.resolve("a"));
  }

  private SrmStatus status(PutReply reply) {
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    return site.puts
        .call(Catalogue.STATUS_OF_PUT, site.call(ALICE), question)
        .files()
        .getFirst()
        .status()
        .code();
  }

  @ParameterizedTest
  @EnumSource(value = OverwriteMode.class, names = "NEVER", mode = Mode.EXCLUDE)
  void anOldFileStaysAndThePutMayStillBeWritten(OverwriteMode overwrite) throws IOException {
    Files.writeString(root.resolve("a"), OLD);
    PutReply reply = prepared(overwrite, OptionalLong.empty());
    assertEquals(SrmStatus.INVALID_PATH, done(site, reply));
    assertEquals(OLD, content());
    assertEquals(SrmStatus.SPACE_AVAILABLE, status(reply));
    assertEquals(SrmStatus.INVALID_PATH, done(site, reply), "to ask again changes nothing");
    write(reply.files().getFirst().turl().orElseThrow(), "new");
    assertEquals(SrmStatus.SUCCESS, done(site, reply));
    assertEquals("new", content());
  }

  @Test
  void aFileThatComesAtTheLastMomentStaysToo() throws IOException {
    PutReply reply = prepared(OverwriteMode.ALWAYS, OptionalLong.empty());
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            method -> {
              if (method.equals("sealUpload")) {
                Files.writeString(root.resolve("a"), OLD);
              }
            });
    try (SmallSite other = new SmallSite(settings, tree, site.time)) {
      assertEquals(SrmStatus.INVALID_PATH, done(other, reply));
    }
    assertEquals(OLD, content());
  }

  @Test
  void anEmptyFileThatWasAnnouncedReplacesTheOldOne() throws IOException {
    Files.writeString(root.resolve("a"), OLD);
    assertEquals(SrmStatus.SUCCESS, done(site, prepared(OverwriteMode.ALWAYS, OptionalLong.of(0))));
    assertEquals("", content());
  }

  @Test
  void anAnnouncementOfNothingIsNoPromiseOfNothing() throws IOException {
    PutReply reply = prepared(OverwriteMode.ALWAYS, OptionalLong.of(0));
    write(reply.files().getFirst().turl().orElseThrow(), "as ARC does");
    assertEquals(SrmStatus.SUCCESS, done(site, reply));
    assertEquals("as ARC does", content());
  }

  @Test
  void anEmptyFileThatWasTransferredReplacesTheOldOne() throws IOException {
    Files.writeString(root.resolve("a"), OLD);
    PutReply reply = prepared(OverwriteMode.ALWAYS, OptionalLong.empty());
    transferNothing(upload(reply));
    assertEquals(SrmStatus.SUCCESS, done(site, reply));
    assertEquals("", content());
  }

  /** A GridFTP server truncates the file that it opens, and the filesystem keeps the time. */
  private static void transferNothing(Path upload) throws IOException {
    FileTime begun = Files.getLastModifiedTime(upload);
    Files.writeString(upload, "");
    Files.setLastModifiedTime(upload, FileTime.from(begun.toInstant().plusMillis(20)));
  }

  @Test
  void aNewFileIsEmpty() throws IOException {
    assertEquals(
        SrmStatus.SUCCESS, done(site, prepared(OverwriteMode.ALWAYS, OptionalLong.empty())));
    assertEquals("", content());
  }
}
