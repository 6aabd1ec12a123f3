package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileType;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.ActivePut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What srmLs says of names that are being written. */
class LsUploadsIT extends OnAreas {

  LsUploadsIT() {
    super(DirectoryFixture.SMALL);
  }

  @Test
  void aNameBeingWrittenIsBusyWithTheSizeThatHasArrived() throws IOException {
    ActivePut put = fixture.puts.begin(fixture.place("up"));
    LsReply empty = fixture.ls(0, 0, 0, "/vo/up");
    Files.writeString(fixture.root.resolve(put.upload().hiddenName()), "1234567");
    LsReply arrived = fixture.ls(1, 0, 0, "/vo/up");

    assertEquals(SrmStatus.SUCCESS, empty.status().code());
    assertEquals(SrmStatus.FILE_BUSY, empty.details().getFirst().status().code());
    assertEquals(
        FileLocality.NONE, empty.details().getFirst().attributes().orElseThrow().locality());
    Attributes attributes = arrived.details().getFirst().attributes().orElseThrow();
    assertEquals(7, attributes.size());
    assertEquals(FileType.FILE, attributes.type());
  }

  @Test
  void aDirectoryShowsWhatIsBeingWrittenInItOnce() throws IOException {
    fixture.file("d/old", "old content");
    fixture.file("d/plain", "x");
    ActivePut over = fixture.puts.begin(fixture.place("d/old"));
    Files.writeString(fixture.root.resolve("d").resolve(over.upload().hiddenName()), "new");
    fixture.puts.begin(fixture.place("d/new"));
    fixture.puts.known(fixture.place("d/unborn"));

    List<PathDetail> children = fixture.ls(1, 0, 0, "/vo/d").details().getFirst().children();

    assertEquals(4, children.size());
    assertEquals("/vo/d/new", children.get(2).path());
    assertEquals("/vo/d/unborn", children.get(3).path());
    assertEquals(0, children.get(3).attributes().orElseThrow().size());
    PathDetail old =
        children.stream().filter(child -> child.path().endsWith("old")).findFirst().orElseThrow();
    assertEquals(SrmStatus.FILE_BUSY, old.status().code());
    assertEquals(3, old.attributes().orElseThrow().size());
  }

  @Test
  void aDirectoryWithMoreUploadsThanAreToldAtOnceShowsEachOnce() throws IOException {
    fixture.puts.atATime = 2;
    fixture.file("d/plain", "x");
    List<String> uploads = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      boolean old = i % 2 == 1;
      if (old) {
        fixture.file("d/f" + i, "old content");
      } else {
        uploads.add("/vo/d/f" + i);
      }
      ActivePut put = fixture.puts.begin(fixture.place("d/f" + i));
      Files.writeString(fixture.root.resolve("d").resolve(put.upload().hiddenName()), "new");
    }

    LsReply whole = fixture.ls(1, 0, 0, "/vo/d");
    List<PathDetail> children = whole.details().getFirst().children();

    assertEquals(8, children.size());
    assertEquals(uploads, children.subList(4, 8).stream().map(PathDetail::path).toList());
    for (PathDetail child : children) {
      boolean plain = child.path().endsWith("plain");
      assertEquals(plain ? SrmStatus.SUCCESS : SrmStatus.FILE_BUSY, child.status().code());
      assertEquals(plain ? 1 : 3, child.attributes().orElseThrow().size(), child.path());
    }
    List<PathDetail> paged = new ArrayList<>();
    for (int offset = 0; offset < 9; offset += 3) {
      paged.addAll(fixture.ls(1, offset, 3, "/vo/d").details().getFirst().children());
    }
    assertEquals(children, paged);
  }

  @Test
  void manyNamesAreAskedForTheirPutsAtOnce(@TempDir Path other) throws IOException {
    DirectorySettings wide = DirectorySettings.defaults();
    try (DirectoryFixture many = new DirectoryFixture(other, wide)) {
      List<String> surls = new ArrayList<>();
      for (int i = 0; i < 501; i++) {
        many.file("m/f" + i, "x");
        surls.add("/vo/m/f" + i);
      }
      surls.add("/vo/m");
      surls.add("/vo/m/none");
      many.puts.begin(many.place("m/f7"));
      many.puts.begin(many.place("m/f500"));

      List<PathDetail> details = many.ls(0, 0, 0, surls.toArray(String[]::new)).details();

      assertEquals(2, many.puts.questions, "500 names at a time");
      for (int i = 0; i < 501; i++) {
        assertEquals(
            i == 7 || i == 500 ? SrmStatus.FILE_BUSY : SrmStatus.SUCCESS,
            details.get(i).status().code(),
            details.get(i).path());
      }
      assertEquals(SrmStatus.SUCCESS, details.get(501).status().code());
      assertEquals(SrmStatus.INVALID_PATH, details.get(502).status().code());
    }
  }
}
