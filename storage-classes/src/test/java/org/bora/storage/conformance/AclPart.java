package org.bora.storage.conformance;

import static org.bora.storage.conformance.FileSystemDriverConformance.LABEL;
import static org.bora.storage.conformance.FileSystemDriverConformance.assertRefused;
import static org.bora.storage.conformance.FileSystemDriverConformance.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AclEntry;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;

/** Access control lists: of files, of directories, and those that directories hand down. */
abstract class AclPart extends Part {
  private static final int SOMEBODY = 12345;
  private static final int A_GROUP = 23456;

  /** Everything for one user, reading for one group, nothing for everybody else. */
  private static final Acl HANDED_DOWN =
      new Acl(
          7,
          List.of(new AclEntry(SOMEBODY, 7)),
          5,
          List.of(new AclEntry(A_GROUP, 5)),
          OptionalInt.of(7),
          0);

  /** Leaves a file; elsewhere the suite sees that the filesystem says it has no lists. */
  private void needsLists() throws IOException {
    area().write("file", "x");
    tree().setMode(path("file"), 0640);
    boolean kept;
    try {
      tree().setAcl(path("file"), Acl.ofMode(0640).withUser(SOMEBODY, 4));
      kept = true;
    } catch (StorageException refusal) {
      assertEquals(Reason.UNSUPPORTED, refusal.reason(), refusal::getMessage);
      assertTrue(refusal.getMessage().contains("access control lists"), refusal::getMessage);
      kept = false;
    }
    assertEquals(kept, tree().keepsAcls());
    assumeTrue(kept, "this filesystem keeps no access control lists");
    tree().setAcl(path("file"), Acl.ofMode(0640));
  }

  @Test
  void threeDigitsAreAListAndAListWithoutNamesThreeDigits() throws IOException {
    area().write("file", "");
    for (int mode : new int[] {0640, 0, 0777, 0604}) {
      tree().setMode(path("file"), mode);
      assertEquals(Acl.ofMode(mode), tree().acl(path("file")));
      tree().setMode(path("file"), 0111);
      tree().setAcl(path("file"), Acl.ofMode(mode));
      assertEquals(mode, tree().facts(path("file")).mode());
    }
    tree().makeDirectory(path("dir"), Owner.PROCESS, 02770);
    tree().setAcl(path("dir"), Acl.ofMode(0750));
    assertEquals(02750, tree().facts(path("dir")).mode(), "the upper bits stay");
    assertEquals(Optional.empty(), tree().defaultAcl(path("dir")));
    tree().setDefaultAcl(path("dir"), Optional.empty());
    tree().syncEntry(path("dir"));
    tree().syncEntry(path("file"));
  }

  @Test
  void aListComesBackAsItWasSet() throws IOException {
    needsLists();
    Acl acl = Acl.ofMode(0640).withUser(SOMEBODY, 6).withNamedGroup(A_GROUP, 4).withUser(1, 0);
    tree().setAcl(path("file"), acl);
    assertEquals(acl, tree().acl(path("file")));
    tree().setAcl(path("file"), Acl.ofMode(0600));
    assertEquals(Acl.ofMode(0600), tree().acl(path("file")));
  }

  @Test
  void aLongListComesBackToo() throws IOException {
    needsLists();
    List<AclEntry> users = new ArrayList<>();
    for (int uid = 1; uid <= 25; uid++) {
      users.add(new AclEntry(uid, 4));
    }
    Acl acl = new Acl(6, users, 4, List.of(), OptionalInt.of(4), 0);
    tree().setAcl(path("file"), acl);
    assertEquals(acl, tree().acl(path("file")));
  }

  @Test
  void theFilesystemShowsItsMaskAndFactsTheGroup() throws IOException {
    needsLists();
    tree().setAcl(path("file"), Acl.ofMode(0640).withUser(SOMEBODY, 7));
    assertEquals(0670, (int) Files.getAttribute(inArea("file"), "unix:mode") & 07777);
    assertEquals(0640, tree().facts(path("file")).mode());
    tree().setMode(path("file"), 0620);
    assertEquals(OptionalInt.of(2), tree().acl(path("file")).mask());
    assertEquals(0600, tree().facts(path("file")).mode(), "read is masked, write was never given");
  }

  @Test
  void onlyFilesAndDirectoriesHaveLists() throws IOException {
    Files.createSymbolicLink(inArea("link"), scratch().secret());
    Files.createSymbolicLink(inArea("out"), scratch().outside());
    String before = Files.getAttribute(scratch().secret(), "unix:mode").toString();
    for (AreaPath link : new AreaPath[] {path("link"), path("out")}) {
      assertRefused(Reason.UNSUPPORTED, () -> tree().acl(link));
      assertRefused(Reason.UNSUPPORTED, () -> tree().setAcl(link, Acl.ofMode(0777)));
      assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().defaultAcl(link));
      assertRefused(
          Reason.NOT_A_DIRECTORY, () -> tree().setDefaultAcl(link, Optional.of(HANDED_DOWN)));
    }
    for (AreaPath beyond : new AreaPath[] {path("out/secret")}) {
      assertRefused(Reason.ESCAPES, () -> tree().acl(beyond));
      assertRefused(Reason.ESCAPES, () -> tree().setAcl(beyond, Acl.ofMode(0777)));
      assertRefused(Reason.ESCAPES, () -> tree().syncEntry(beyond));
    }
    assertEquals(before, Files.getAttribute(scratch().secret(), "unix:mode").toString());
    area().write("file", "");
    assertRefused(Reason.NOT_A_DIRECTORY, () -> tree().defaultAcl(path("file")));
    assertRefused(Reason.MISSING, () -> tree().acl(path("absent")));
    assertRefused(Reason.MISSING, () -> tree().setAcl(path("absent"), Acl.ofMode(0)));
    assertRefused(Reason.MISSING, () -> tree().syncEntry(path("absent")));
  }

  @Test
  void aDirectoryHandsItsListDown() throws IOException {
    needsLists();
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    tree().setDefaultAcl(path("dir"), Optional.of(HANDED_DOWN));
    assertEquals(Acl.ofMode(0755), tree().acl(path("dir")), "for others, not for itself");

    tree().makeDirectory(path("dir/sub"), Owner.PROCESS, 0700);
    assertEquals(HANDED_DOWN, tree().acl(path("dir/sub")));
    assertEquals(Optional.of(HANDED_DOWN), tree().defaultAcl(path("dir/sub")));
    assertEquals(0750, tree().facts(path("dir/sub")).mode());

    tree().setDefaultAcl(path("dir"), Optional.empty());
    tree().makeDirectory(path("dir/plain"), Owner.PROCESS, 0711);
    assertEquals(Acl.ofMode(0711), tree().acl(path("dir/plain")));
  }

  @Test
  void anUploadIsPrivateUntilItIsSealedAndThenHasTheListOfItsDirectory() throws IOException {
    needsLists();
    tree().makeDirectory(path("dir"), Owner.PROCESS, 0755);
    tree().setDefaultAcl(path("dir"), Optional.of(HANDED_DOWN));
    Upload upload = area().upload("dir/file");
    tree().beginUpload(upload, Owner.PROCESS, 0600);
    Path hidden = Path.of(tree().uploadPath(upload));
    assertEquals(0600, (int) Files.getAttribute(hidden, "unix:mode") & 07777);
    Files.writeString(hidden, "bytes");
    for (int repeated = 0; repeated < 2; repeated++) {
      tree().sealUpload(upload, Owner.PROCESS, 0644, LABEL);
    }
    tree().publishUpload(upload, false);
    assertEquals(HANDED_DOWN.limitedTo(6), tree().acl(path("dir/file")));
    assertEquals(0640, tree().facts(path("dir/file")).mode());
  }
}
