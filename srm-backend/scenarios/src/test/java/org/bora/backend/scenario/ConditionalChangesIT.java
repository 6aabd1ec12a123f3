package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.SeenFile;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A condition holds when the file goes, not only when it was looked at (RFC 9110 section 13). */
@ExtendWith(MariaDb.class)
class ConditionalChangesIT extends OnSmallSite {

  private void stored(String name, String text) throws IOException {
    PutReply begun =
        site.puts.call(Catalogue.BEGIN_UPLOAD, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
    String turl = begun.files().getFirst().turl().orElseThrow();
    Files.writeString(Path.of(URI.create(turl).getPath()), text);
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(begun.token().orElseThrow(), List.of(surl(name))));
  }

  private Optional<SeenFile> seen(String name) throws IOException {
    Path file = root.resolve(name);
    return Optional.of(new SeenFile(Files.size(file), Files.getLastModifiedTime(file).toInstant()));
  }

  private static SrmStatus rm(SmallSite at, String name, Optional<SeenFile> only) {
    return new Rm(at.entrance, at.names, DirectorySettings.defaults())
        .rm(at.call(ALICE), new RmRequest(List.of(surl(name)), only))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private static SrmStatus mv(SmallSite at, String from, String to, Optional<SeenFile> only) {
    return new Mv(at.entrance, at.names, TurlAccess.none())
        .mv(at.call(ALICE), new MvRequest(surl(from), surl(to), only, false, false))
        .status()
        .code();
  }

  @Test
  void theFileThatWasSeenIsRemovedAndNoOther() throws IOException {
    stored("f", "one");
    Optional<SeenFile> one = seen("f");
    stored("f", "another");
    assertEquals(SrmStatus.DUPLICATION_ERROR, rm(site, "f", one));
    assertEquals("another", Files.readString(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, rm(site, "f", seen("f")));
    assertFalse(Files.exists(root.resolve("f")));
    assertEquals(SrmStatus.DUPLICATION_ERROR, rm(site, "f", one), "it is gone");
  }

  /** Right behind the look at the file, of which the removal knows nothing. */
  @Test
  void aFileThatComesBetweenTheLookAndTheRemovalStays() throws Exception {
    stored("f", "one");
    Optional<SeenFile> one = seen("f");
    try (SmallSite slow = replacedAfter("facts")) {
      assertEquals(SrmStatus.DUPLICATION_ERROR, rm(slow, "f", one));
    }
    assertEquals("another", Files.readString(root.resolve("f")));
  }

  /** The put had begun before, and ends with a removal that no condition bounds. */
  @Test
  void aFileThatIsPublishedBehindTheRemovalStays() throws Exception {
    stored("f", "one");
    Optional<SeenFile> one = seen("f");
    PutReply begun =
        site.puts.call(Catalogue.BEGIN_UPLOAD, site.call(ALICE), put(OverwriteMode.ALWAYS, "f"));
    String turl = begun.files().getFirst().turl().orElseThrow();
    Files.writeString(Path.of(URI.create(turl).getPath()), "another");
    PutDoneRequest done = new PutDoneRequest(begun.token().orElseThrow(), List.of(surl("f")));
    try (SmallSite slow =
        doing("removeEntries", () -> site.puts.call(Catalogue.PUT_DONE, site.call(ALICE), done))) {
      assertEquals(SrmStatus.SUCCESS, rm(slow, "f", one));
    }
    assertEquals("another", Files.readString(root.resolve("f")));
  }

  @Test
  void theFileThatWasSeenIsRenamedAndNoOther() throws IOException {
    stored("f", "one");
    Optional<SeenFile> one = seen("f");
    stored("f", "another");
    assertEquals(SrmStatus.DUPLICATION_ERROR, mv(site, "f", "g", one));
    assertEquals("another", Files.readString(root.resolve("f")));

    assertEquals(SrmStatus.SUCCESS, mv(site, "f", "g", seen("f")));
    assertEquals("another", Files.readString(root.resolve("g")));
    assertFalse(Files.exists(root.resolve("f")));
  }

  @Test
  void aFileThatComesBetweenTheLookAndTheRenameIsNotRenamed() throws Exception {
    stored("f", "one");
    Optional<SeenFile> one = seen("f");
    try (SmallSite slow = replacedAfter("facts")) {
      assertEquals(SrmStatus.DUPLICATION_ERROR, mv(slow, "f", "g", one));
    }
    assertEquals("another", Files.readString(root.resolve("f")));
    stored("f", "the name is free");
    assertEquals(SrmStatus.SUCCESS, mv(site, "f", "g", Optional.empty()));
  }

  private SmallSite replacedAfter(String call) throws Exception {
    return doing(call, () -> stored("f", "another"));
  }

  private interface Work {
    void run() throws Exception;
  }

  /** A second backend; after its first call of this kind something else happens. */
  private SmallSite doing(String call, Work work) {
    AtomicBoolean came = new AtomicBoolean();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals(call) && !came.getAndSet(true)) {
                work.run();
              }
            });
    return new SmallSite(settings, tree, site.time);
  }
}
