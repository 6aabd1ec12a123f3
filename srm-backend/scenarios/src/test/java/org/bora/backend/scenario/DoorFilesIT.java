package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.SeenFile;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlsRequest;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the engine promises to doors that move the bytes themselves. */
@ExtendWith(MariaDb.class)
class DoorFilesIT extends OnSmallSite {

  private PutReply begin(OverwriteMode overwrite, String name) {
    return site.puts.call(Catalogue.BEGIN_UPLOAD, site.call(ALICE), put(overwrite, name));
  }

  private SrmStatus done(PutReply reply, String name) {
    return done(site, reply, name, Optional.empty());
  }

  private static SrmStatus done(
      SmallSite backend, PutReply reply, String name, Optional<SeenFile> replaces) {
    return backend
        .puts
        .call(
            Catalogue.PUT_DONE,
            backend.call(ALICE),
            new PutDoneRequest(
                reply.token().orElseThrow(), List.of(surl(name)), Optional.empty(), replaces))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private PutReply written(String name, String text) throws IOException {
    PutReply begun = begin(OverwriteMode.ALWAYS, name);
    Files.writeString(path(begun.files().getFirst().turl()), text);
    return begun;
  }

  private Optional<SeenFile> seen(String name) throws IOException {
    FileTime modified = Files.getLastModifiedTime(root.resolve(name));
    return Optional.of(new SeenFile(Files.size(root.resolve(name)), modified.toInstant()));
  }

  private GetReply open(String dn, String... names) {
    List<Surl> surls = Stream.of(names).map(name -> surl(name)).toList();
    return site.gets.call(Catalogue.OPEN, site.call(dn), new SurlsRequest(surls));
  }

  private static Path path(Optional<String> turl) {
    URI uri = URI.create(turl.orElseThrow());
    assertEquals("file", uri.getScheme());
    return Path.of(uri.getPath());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(root)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }

  @Test
  void whatADoorWritesIsPublishedBySrmPutDone() throws IOException {
    PutReply begun = begin(OverwriteMode.NEVER, "a b#c");
    PutFileStatus file = begun.files().getFirst();
    assertEquals(SrmStatus.SPACE_AVAILABLE, file.status().code());
    Path hidden = path(file.turl());
    assertEquals(root.toRealPath(), hidden.getParent());

    Files.writeString(hidden, "by a door");
    assertFalse(Files.exists(root.resolve("a b#c")), "readers see nothing yet");
    assertEquals(SrmStatus.SUCCESS, done(begun, "a b#c"));

    assertEquals("by a door", Files.readString(root.resolve("a b#c")));
  }

  @Test
  void anUploadHoldsItsNameAgainstSrmAndLeavesNothingWhenItIsAborted() throws IOException {
    PutReply begun = begin(OverwriteMode.NEVER, "f");
    Files.writeString(path(begun.files().getFirst().turl()), "half a fi");
    PutReply srm =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, "f"));
    assertEquals(SrmStatus.FILE_BUSY, srm.files().getFirst().status().code());

    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(begun.token().orElseThrow()));

    assertEquals(List.of(), names());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE,
        begin(OverwriteMode.NEVER, "f").files().getFirst().status().code(),
        "the name is free");
  }

  /** Between the look and the beginning of the upload another writer may have come and gone. */
  @Test
  void anUploadReplacesTheFileThatItsClientHasSeenAndNoOther() throws IOException {
    assertEquals(SrmStatus.SUCCESS, done(written("f", "one"), "f"));
    Optional<SeenFile> one = seen("f");
    assertEquals(SrmStatus.SUCCESS, done(written("f", "two"), "f"), "another writer");

    PutReply late = written("f", "too late");
    assertEquals(SrmStatus.DUPLICATION_ERROR, done(site, late, "f", one));
    assertEquals("two", Files.readString(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, done(site, late, "f", seen("f")), "what it says now");
    assertEquals("too late", Files.readString(root.resolve("f")));
  }

  @Test
  void anUploadDoesNotReplaceAFileThatIsGone() throws IOException {
    assertEquals(SrmStatus.SUCCESS, done(written("f", "one"), "f"));
    Optional<SeenFile> one = seen("f");
    PutReply late = written("f", "two");
    Files.delete(root.resolve("f"));

    assertEquals(SrmStatus.DUPLICATION_ERROR, done(site, late, "f", one));
    assertFalse(Files.exists(root.resolve("f")));
  }

  /** The file that it replaced is gone then, which must not look like another writer. */
  @Test
  void anUploadWhoseBackendDiedAfterTheRenameHasReplacedIt() throws IOException {
    assertEquals(SrmStatus.SUCCESS, done(written("f", "one"), "f"));
    Optional<SeenFile> one = seen("f");
    PutReply begun = written("f", "two");
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
      assertThrows(BackendFailure.class, () -> done(dead, begun, "f", one));
    }
    assertEquals("two", Files.readString(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, done(site, begun, "f", one));
  }

  @Test
  void aFileOnDiskIsOpenedWithoutAPin() throws IOException {
    Files.writeString(root.resolve("f"), "12345");

    GetReply reply = open(ALICE, "f");

    GetFileStatus file = reply.files().getFirst();
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(OptionalLong.of(5), file.size());
    assertEquals(root.toRealPath().resolve("f"), path(file.turl()));
    assertEquals(Optional.empty(), reply.token());
    assertEquals(
        0L,
        site.transactions.<Long>read(
            sql -> sql.sql("SELECT COUNT(*) FROM request").query(Long.class).single()));
  }

  @Test
  void eachNameHasItsOwnAnswer() throws IOException {
    Files.createDirectory(root.resolve("d"));
    Files.writeString(root.resolve("f"), "x");

    GetReply reply = open(ALICE, "none", "d", "f");

    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH, SrmStatus.SUCCESS),
        reply.statuses().stream().map(status -> status.code()).toList());
    assertEquals("it is a directory", reply.statuses().get(1).explanation());
  }

  @Test
  void whoMayNotReadIsToldSo() throws IOException {
    Files.writeString(root.resolve("secret"), "x");

    GetFileStatus file = open(BOB, "secret").files().getFirst();

    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, file.status().code());
    assertTrue(file.turl().isEmpty());
  }

  @Test
  void aCallWithoutNamesIsRefused() {
    assertEquals(SrmStatus.INVALID_REQUEST, open(ALICE).status().code());
  }
}
