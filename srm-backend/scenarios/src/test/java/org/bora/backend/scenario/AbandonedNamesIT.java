package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.ExtendRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names that a door was writing whose process is gone, for those who do not write. */
@ExtendWith(MariaDb.class)
class AbandonedNamesIT extends OnSmallSite {
  private MeasuredSite operations;

  @BeforeEach
  void opensTheOperations() {
    operations = new MeasuredSite(site);
  }

  private PutReply begun(String name) {
    return site.puts.call(
        Catalogue.BEGIN_UPLOAD, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
  }

  /** What a door does with the hidden file. */
  private OpenFile held(PutReply begun) throws IOException {
    String turl = begun.files().getFirst().turl().orElseThrow();
    Path hidden = Path.of(URI.create(turl).getPath());
    AreaPath directory = AreaPath.parse("/" + root.relativize(hidden.getParent()));
    UUID id = UUID.fromString(hidden.getFileName().toString().substring(Upload.PREFIX.length()));
    OpenFile open = site.tree.openUpload(directory, id);
    open.hold();
    open.write(ByteBuffer.allocateDirect(4), 0);
    return open;
  }

  private SrmStatus mv(MeasuredSite at, Call call, String from, String to) {
    MvRequest request = new MvRequest(surl(from), surl(to));
    return at.directory.call(Catalogue.MV, call, request).status().code();
  }

  private SrmStatus mv(String from, String to) {
    return mv(operations, site.call(ALICE), from, to);
  }

  private SrmStatus mkdir(String name) {
    MkdirRequest request = new MkdirRequest(surl(name));
    return operations.directory.call(Catalogue.MKDIR, site.call(ALICE), request).status().code();
  }

  private SrmStatus rmdir(String name, boolean recursive) {
    RmdirRequest request = new RmdirRequest(surl(name), recursive);
    return operations.directory.call(Catalogue.RMDIR, site.call(ALICE), request).status().code();
  }

  /** The status of each name in the directory of the area. */
  private List<String> listed() {
    LsRequest request =
        new LsRequest(
            List.of(surl("")),
            true,
            false,
            OptionalInt.of(1),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty());
    return operations
        .directory
        .call(Catalogue.LS, site.call(ALICE), request)
        .details()
        .getFirst()
        .children()
        .stream()
        .map(AbandonedNamesIT::line)
        .sorted()
        .toList();
  }

  private static String line(PathDetail child) {
    String name = child.path().substring(child.path().lastIndexOf('/') + 1);
    return name + " " + child.status().code();
  }

  private List<String> names() {
    return List.of(root.toFile().list()).stream().sorted().toList();
  }

  private void file(String name) throws IOException {
    Files.writeString(root.resolve(name), name);
  }

  @Test
  void aFileIsRenamedToTheNameOnceTheDoorIsGone() throws IOException {
    file("g");
    try (OpenFile _ = held(begun("f"))) {
      assertEquals(SrmStatus.DUPLICATION_ERROR, mv("g", "f"), "the door writes, or hangs");
    }

    assertEquals(SrmStatus.SUCCESS, mv("g", "f"));

    assertEquals(List.of("f"), names(), "nothing else is left");
    assertEquals("g", Files.readString(root.resolve("f")));
  }

  @Test
  void aFileThatWasBeingReplacedIsRenamedOnceTheDoorIsGone() throws IOException {
    file("f");
    try (OpenFile _ = held(begun("f"))) {
      assertEquals(SrmStatus.FILE_BUSY, mv("f", "g"));
    }
    assertEquals(SrmStatus.SUCCESS, mv("f", "g"));
    assertEquals(List.of("g"), names());
  }

  @Test
  void aNameThatNeverCameIsNotBusyButMissing() throws IOException {
    try (OpenFile _ = held(begun("f"))) {
      assertEquals(SrmStatus.FILE_BUSY, mv("f", "g"));
    }
    assertEquals(SrmStatus.INVALID_PATH, mv("f", "g"));
  }

  @Test
  void aDirectoryIsRenamedOnceTheDoorsThatWroteBelowAreGone() throws IOException {
    assertEquals(SrmStatus.SUCCESS, mkdir("d"));
    held(begun("d/a")).close();
    try (OpenFile _ = held(begun("d/b"))) {
      assertEquals(SrmStatus.FILE_BUSY, mv("d", "e"));
    }
    assertEquals(SrmStatus.SUCCESS, mv("d", "e"));
    assertEquals(List.of("e"), names());
    assertEquals(List.of(), List.of(root.resolve("e").toFile().list()), "no hidden file moved");
  }

  @Test
  void aDirectoryIsRemovedOnceTheDoorsThatWroteBelowAreGone() throws IOException {
    for (boolean recursive : new boolean[] {false, true}) {
      assertEquals(SrmStatus.SUCCESS, mkdir("d"));
      try (OpenFile _ = held(begun("d/a"))) {
        assertEquals(SrmStatus.NON_EMPTY_DIRECTORY, rmdir("d", recursive));
      }
      assertEquals(SrmStatus.SUCCESS, rmdir("d", recursive));
    }
    assertEquals(List.of(), names());
  }

  @Test
  void aDirectoryIsMadeUnderTheName() throws IOException {
    try (OpenFile _ = held(begun("f"))) {
      assertEquals(SrmStatus.DUPLICATION_ERROR, mkdir("f"));
    }
    assertEquals(SrmStatus.SUCCESS, mkdir("f"));
  }

  @Test
  void aListingTellsWhatIsThere() throws IOException {
    file("f");
    PutReply other = begun("g");
    try (OpenFile _ = held(begun("f"))) {
      assertEquals(List.of("f FILE_BUSY", "g FILE_BUSY"), listed());
    }
    assertEquals(List.of("f SUCCESS", "g FILE_BUSY"), listed(), "nobody held the other");
    held(other).close();
    assertEquals(List.of("f SUCCESS"), listed());
  }

  private boolean renew(PutReply begun) {
    ExtendRequest request =
        new ExtendRequest(
            begun.token(), List.of(surl("f")), OptionalInt.empty(), OptionalInt.of(7200));
    return site.requests
            .call(Catalogue.EXTEND_FILE_LIFE_TIME, site.call(ALICE), request)
            .status()
            .code()
        == SrmStatus.SUCCESS;
  }

  /** The rename looked at the file, and then the door came back to it. */
  @Test
  void aRenewalThatComesFirstKeepsTheName() throws IOException {
    file("g");
    PutReply first = begun("f");
    held(first).close();
    AtomicReference<Boolean> renewed = new AtomicReference<>();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("isAbandoned") && renewed.get() == null) {
                renewed.set(renew(first));
              }
            });
    try (SmallSite other = new SmallSite(settings, tree, site.time)) {
      assertEquals(
          SrmStatus.DUPLICATION_ERROR, mv(new MeasuredSite(other), other.call(ALICE), "g", "f"));
    }
    assertEquals(true, renewed.get());
  }

  /** The pin is over, and the upload has not ended: the next caller goes on from there. */
  @Test
  void aBackendThatDiesInBetweenKeepsNoName() throws IOException {
    file("g");
    held(begun("f")).close();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("discardUpload")) {
                throw new IllegalStateException("dead");
              }
            });
    try (SmallSite dead = new SmallSite(settings, tree, site.time)) {
      MeasuredSite at = new MeasuredSite(dead);
      assertThrows(RuntimeException.class, () -> mv(at, dead.call(ALICE), "g", "f"));
    }
    assertEquals(SrmStatus.SUCCESS, mv("g", "f"));
    assertEquals("g", Files.readString(root.resolve("f")));
  }

  @Test
  void aRenameWhoseAnswerWasLostIsToldThatItWasDone() throws IOException {
    file("g");
    held(begun("f")).close();
    assertEquals(SrmStatus.SUCCESS, mv("g", "f"));

    Call call = site.call(ALICE);
    Call again = new Call(call.caller(), call.deadline(), call.trace(), true);
    assertEquals(SrmStatus.SUCCESS, mv(operations, again, "g", "f"));
  }
}
