package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

/** What srmLs says of files and directories, on a real directory. */
class LsIT extends OnAreas {

  LsIT() {
    super(DirectoryFixture.SMALL);
  }

  @Test
  void aFileIsDescribedInFull() throws IOException {
    Files.setPosixFilePermissions(
        fixture.file("d/f", "12345"), PosixFilePermissions.fromString("rw-r-----"));

    PathDetail detail = fixture.stat("/vo/d/f");

    Attributes attributes = detail.attributes().orElseThrow();
    assertEquals("/vo/d/f", detail.path());
    assertEquals(SrmStatus.SUCCESS, detail.status().code());
    assertEquals(FileType.FILE, attributes.type());
    assertEquals(5, attributes.size());
    assertEquals(FileLocality.ONLINE, attributes.locality());
    assertEquals(PermissionMode.RW, attributes.owner().mode());
    assertEquals(PermissionMode.R, attributes.group().mode());
    assertEquals(PermissionMode.NONE, attributes.other());
    assertEquals(Optional.of("token-vo"), attributes.spaceToken());
    assertEquals(Optional.empty(), attributes.checksum());
  }

  @Test
  void aShortListingStillHasTypeAndSize() throws IOException {
    fixture.file("f", "12345");

    LsReply reply =
        fixture.ls(
            DirectoryFixture.MEMBER,
            DirectoryFixture.request(false, false, OptionalInt.of(0), "/vo/f", "/vo"));

    Attributes file = reply.details().getFirst().attributes().orElseThrow();
    assertEquals(FileType.FILE, file.type());
    assertEquals(5, file.size());
    assertEquals(Optional.empty(), file.spaceToken());
    assertEquals(FileType.DIRECTORY, reply.details().get(1).attributes().orElseThrow().type());
  }

  @Test
  void levelsDecideHowDeepItGoes() throws IOException {
    fixture.file("d/e/f", "x");

    assertTrue(fixture.stat("/vo/d").children().isEmpty());
    PathDetail one = fixture.ls(1, 0, 0, "/vo/d").details().getFirst();
    assertEquals("/vo/d/e", one.children().getFirst().path());
    assertTrue(one.children().getFirst().children().isEmpty());
    PathDetail two = fixture.ls(2, 0, 0, "/vo/d").details().getFirst();
    assertEquals("/vo/d/e/f", two.children().getFirst().children().getFirst().path());
    LsReply absent =
        fixture.ls(
            DirectoryFixture.MEMBER,
            DirectoryFixture.request(true, false, OptionalInt.empty(), "/vo/d"));
    assertEquals(List.of("/vo/d/e"), DirectoryFixture.paths(absent));
  }

  @Test
  void severalSurlsAnswerInTheirOrderEachWithItsStatus() throws IOException {
    fixture.file("f", "x");

    LsReply reply = fixture.ls(0, 0, 0, "/vo/none", "/vo/f", "/top/closed/x");

    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.SUCCESS, SrmStatus.AUTHORIZATION_FAILURE),
        reply.details().stream().map(detail -> detail.status().code()).toList());
  }

  @Test
  void aMissingNameHasADetailAllTheSame() throws IOException {
    fixture.file("f", "x");
    LsReply reply = fixture.ls(0, 0, 0, "/vo/none");

    assertEquals(SrmStatus.FAILURE, reply.status().code());
    assertEquals("no such file or directory", reply.status().explanation());
    assertEquals(SrmStatus.INVALID_PATH, reply.details().getFirst().status().code());
    assertEquals(SrmStatus.INVALID_PATH, fixture.stat("/vo/f/below").status().code());
  }

  @Test
  void theTopShowsTheAreasTheCallerMayList() throws IOException {
    fixture.file("f", "x");
    LsReply top = fixture.ls(1, 0, 0, "/");

    assertEquals(List.of("/vo"), DirectoryFixture.paths(top));
    assertEquals(FileType.DIRECTORY, top.details().getFirst().attributes().orElseThrow().type());
    assertEquals(List.of("/vo/tape", "/vo/f"), DirectoryFixture.paths(fixture.ls(1, 0, 0, "/vo")));
    assertEquals(List.of("/vo/f"), DirectoryFixture.paths(fixture.ls(1, 1, 0, "/vo")));
    assertEquals("/top", fixture.stat("/top").path());
  }

  @Test
  void aDirectoryUnderAnAreasMountPointIsHiddenByIt() throws IOException {
    fixture.file("tape/shadowed", "x");

    assertEquals(List.of("/vo/tape"), DirectoryFixture.paths(fixture.ls(1, 0, 0, "/vo")));
    assertEquals(List.of(), DirectoryFixture.paths(fixture.ls(1, 0, 0, "/vo/tape")));
  }

  @Test
  void strangersSeeNothing() {
    for (String sfn : List.of("/", "/vo", "/vo/x")) {
      LsReply reply =
          fixture.ls(
              DirectoryFixture.STRANGER,
              DirectoryFixture.request(true, false, OptionalInt.of(0), sfn));
      assertEquals(SrmStatus.AUTHORIZATION_FAILURE, reply.status().code());
      assertTrue(reply.details().getFirst().attributes().isEmpty());
    }
  }

  @Test
  void linksAreShownAndDoNotLeadOut() throws IOException {
    Files.createSymbolicLink(fixture.root.resolve("out"), Path.of("/etc"));

    assertEquals(FileType.LINK, fixture.stat("/vo/out").attributes().orElseThrow().type());
    PathDetail passwd = fixture.stat("/vo/out/passwd");
    assertEquals(SrmStatus.INVALID_PATH, passwd.status().code());
    assertFalse(passwd.status().explanation().contains(dir.toString()));
  }
}
