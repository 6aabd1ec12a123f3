package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.AreaTree.Known;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;
import org.bora.storage.spi.Vouched;
import org.bora.storage.spi.Vouched.Claim;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an account writes on its own files is never taken for what Bora wrote. */
class SealedAttributesIT {
  private static final Owner ALICE = new Owner(64123, 64123);
  private static final Owner MALLORY = new Owner(64124, 64124);
  private static final String CONTENT = "Wikipedia";
  private static final FileLabel LABEL =
      new FileLabel("v1 space=alice type=PERMANENT assigned=-1 ends=-");
  private static final TapeCopy COPY =
      new TapeCopy(
          "library",
          new TapeLocation("V00017", 42, "object/17"),
          CONTENT.length(),
          "11e60398",
          Optional.empty(),
          Instant.ofEpochSecond(1_700_000_000L, 5));

  @TempDir private Path directory;
  private final SealKeys keys = new SealKeys(List.of(secret(1)));
  private AreaTree tree;

  private static byte[] secret(int seed) {
    byte[] secret = new byte[SealKeys.BYTES];
    Arrays.fill(secret, (byte) seed);
    return secret;
  }

  @BeforeEach
  void open() throws IOException {
    assumeTrue(ProcessRights.ofThisProcess().mayGiveAway(), "giving files away needs CAP_CHOWN");
    tree = opened(keys);
  }

  private AreaTree opened(SealKeys with) throws IOException {
    return new PosixDriver().open(directory, TreeSettings.defaults().sealedBy(with));
  }

  @AfterEach
  void close() {
    if (tree != null) {
      tree.close();
    }
  }

  private UUID put(String name, Owner owner) throws IOException {
    Upload upload = new Upload(AreaPath.parse(name), UUID.randomUUID());
    tree.beginUpload(upload, owner, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), CONTENT);
    tree.sealUpload(upload, owner, 0640, LABEL);
    tree.publishUpload(upload, true);
    return upload.id();
  }

  private UUID migrated(String name, Owner owner) throws IOException {
    UUID id = put(name, owner);
    tree.residences().noteTapeCopy(AreaPath.parse(name), id, COPY);
    return id;
  }

  private UUID released(String name, Owner owner) throws IOException {
    UUID id = migrated(name, owner);
    tree.residences().release(AreaPath.parse(name), id);
    return id;
  }

  private void recall(String name, UUID id) throws IOException {
    Path hidden =
        Path.of(tree.residences().beginRecall(AreaPath.parse(name), id, CONTENT.length()));
    Files.writeString(hidden, CONTENT);
    tree.residences().finishRecall(AreaPath.parse(name), id);
  }

  private EntryFacts facts(String name) throws IOException {
    return tree.facts(AreaPath.parse(name));
  }

  private UserDefinedFileAttributeView attributes(String name) {
    return Files.getFileAttributeView(directory.resolve(name), UserDefinedFileAttributeView.class);
  }

  private void set(String name, String attribute, String value) throws IOException {
    attributes(name).write(attribute, ByteBuffer.wrap(value.getBytes(StandardCharsets.US_ASCII)));
  }

  private String get(String name, String attribute) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(attributes(name).size(attribute));
    attributes(name).read(attribute, buffer);
    return new String(buffer.array(), StandardCharsets.US_ASCII);
  }

  /** What {@code cp -a} does, run by the new owner. */
  private void copy(String from, String to, Owner owner) throws IOException {
    Path target = directory.resolve(to);
    Files.writeString(target, CONTENT);
    for (String attribute : attributes(from).list()) {
      set(to, attribute, get(from, attribute));
    }
    Files.setLastModifiedTime(target, Files.getLastModifiedTime(directory.resolve(from)));
    Files.setAttribute(target, "unix:uid", owner.uid());
    Files.setAttribute(target, "unix:gid", owner.gid());
  }

  private void assertNothingCertain(String name) throws IOException {
    EntryFacts certain = facts(name).certain();
    assertEquals(Optional.empty(), certain.id());
    assertEquals(Optional.empty(), certain.label());
    assertEquals(Residency.DISK, certain.residency());
  }

  @Test
  void whatBoraWroteIsVouchedForUntilTheFileGoes() throws IOException {
    UUID id = put("file", ALICE);
    assertEquals(Vouched.ALL, facts("file").vouched());
    assertEquals(Optional.of(id), facts("file").certain().id());
    tree.residences().noteTapeCopy(AreaPath.parse("file"), id, COPY);
    tree.relabel(AreaPath.parse("file"), new FileLabel("v1 other"));
    assertEquals(Vouched.ALL, facts("file").vouched());
    tree.residences().release(AreaPath.parse("file"), id);
    tree.residences().noteTrouble(AreaPath.parse("file"), id, Optional.of(Trouble.UNAVAILABLE));
    tree.setMode(AreaPath.parse("file"), 0600);
    tree.rename(AreaPath.parse("file"), AreaPath.parse("moved"));
    EntryFacts stub = facts("moved");
    assertEquals(Vouched.ALL, stub.vouched());
    assertEquals(
        new Residency(false, Optional.of(COPY), Optional.of(Trouble.UNAVAILABLE)),
        stub.certain().residency());
    recall("moved", id);
    EntryFacts back = facts("moved");
    assertEquals(Vouched.ALL, back.vouched());
    assertEquals(ALICE.uid(), back.uid());
    assertEquals(Optional.of(new FileLabel("v1 other")), back.certain().label());
    assertEquals(
        new Residency(true, Optional.of(COPY), Optional.empty()), back.certain().residency());
  }

  @Test
  void theAttributesOfAnotherAccountsFileAreWorthNothingOnAnyOther() throws IOException {
    migrated("file", ALICE);
    released("stub", ALICE);
    copy("file", "mine", MALLORY);
    copy("stub", "stubbed", MALLORY);
    for (String name : List.of("mine", "stubbed")) {
      assertTrue(facts(name).id().isPresent(), name);
      assertNothingCertain(name);
      assertEquals(Set.of(), facts(name).vouched().moved());
    }
  }

  @Test
  void aCopyOfAnAccountsOwnFileIsToldFromTheFile() throws IOException {
    UUID id = migrated("file", ALICE);
    copy("file", "copy", ALICE);
    assertNothingCertain("copy");
    EntryFacts restored = facts("copy").certainOrMoved();
    assertEquals(Optional.of(id), restored.id());
    assertEquals(Optional.of(COPY), restored.residency().tape());
    assertEquals(Vouched.ALL, facts("file").vouched());
  }

  @Test
  void nothingThatWasChangedIsVouchedFor() throws IOException {
    released("file", ALICE);
    set("file", "bora.put", UUID.randomUUID().toString());
    set("file", "bora.file", "v1 space=bob type=PERMANENT assigned=-1 ends=-");
    set("file", "bora.tape", get("file", "bora.tape").replace("object/17", "object/18"));
    set("file", "bora.stub", "1 0777 -");
    assertNothingCertain("file");
    for (String broken : List.of("", "1", "1 2 3 4", "2 2 3 4 ID=5", "1 x\ny 3 4 ID=5")) {
      set("file", "bora.seal", broken);
      assertNothingCertain("file");
    }
  }

  @Test
  void boraVouchesForNothingThatItFindsWhenItWritesBesides() throws IOException {
    UUID id = migrated("file", MALLORY);
    set("file", "bora.tape", get("file", "bora.tape").replace("object/17", "object/18"));
    set("file", "bora.file", "v1 space=bob type=PERMANENT assigned=-1 ends=-");
    Set<Claim> only = EnumSet.of(Claim.ID, Claim.STUB);
    tree.residences().release(AreaPath.parse("file"), id);
    assertEquals(only, facts("file").vouched().here());
    tree.setMode(AreaPath.parse("file"), 0600);
    assertEquals(only, facts("file").vouched().here());
    recall("file", id);
    assertEquals(only, facts("file").vouched().here());
    tree.relabel(AreaPath.parse("file"), LABEL);
    assertEquals(EnumSet.of(Claim.ID, Claim.STUB, Claim.LABEL), facts("file").vouched().here());
  }

  @Test
  void aMarkThatTheOwnerMadeIsNotSealedByAChangeOfRights() throws IOException {
    put("file", MALLORY);
    set("file", "bora.tape", "whatever");
    set("file", "bora.stub", "1 0777 -");
    tree.setMode(AreaPath.parse("file"), 0600);
    assertFalse(facts("file").residency().onDisk());
    assertTrue(facts("file").certain().residency().onDisk());
  }

  @Test
  void aFileWithASecondNameIsUncertain() throws IOException {
    UUID id = migrated("file", ALICE);
    Files.createLink(directory.resolve("link"), directory.resolve("file"));
    assertNothingCertain("link");
    assertNothingCertain("file");
    Files.delete(directory.resolve("link"));
    assertEquals(Optional.of(id), facts("file").certain().id());
  }

  @Test
  void anAccountCannotPublishTheUploadOfAnother() throws IOException {
    Upload upload = new Upload(AreaPath.parse("target"), UUID.randomUUID());
    tree.beginUpload(upload, ALICE, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), CONTENT);
    tree.sealUpload(upload, ALICE, 0640, LABEL);
    copy(upload.hiddenName(), "target", MALLORY);
    assertFalse(tree.isPublished(upload));
    tree.publishUpload(upload, true);
    assertTrue(tree.isPublished(upload));
    assertEquals(ALICE.uid(), facts("target").uid());
  }

  @Test
  void anUploadThatAnAccountExchangedIsNotPublished() throws IOException {
    Upload upload = new Upload(AreaPath.parse("target"), UUID.randomUUID());
    tree.beginUpload(upload, ALICE, 0600);
    Files.writeString(Path.of(tree.uploadPath(upload)), CONTENT);
    tree.sealUpload(upload, ALICE, 0640, LABEL);
    copy(upload.hiddenName(), "mine", MALLORY);
    Files.move(
        directory.resolve("mine"),
        directory.resolve(upload.hiddenName()),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    StorageException refusal =
        assertThrows(StorageException.class, () -> tree.publishUpload(upload, true));
    assertEquals(Reason.BUSY, refusal.reason(), refusal::getMessage);
    assertFalse(Files.exists(directory.resolve("target")));
  }

  @Test
  void theBooksVouchForWhatTheySayThemselvesAndForNothingElse() throws IOException {
    UUID id = released("file", ALICE);
    attributes("file").delete("bora.seal");
    assertNothingCertain("file");
    TapeCopy other =
        new TapeCopy(
            COPY.library(),
            TapeLocation.named("object/18"),
            COPY.size(),
            COPY.adler32(),
            Optional.empty(),
            COPY.writtenAt());
    tree.vouch(
        AreaPath.parse("file"), new Known(UUID.randomUUID(), LABEL, Optional.of(COPY), true));
    assertNothingCertain("file");
    tree.vouch(AreaPath.parse("file"), new Known(id, LABEL, Optional.of(other), false));
    assertEquals(EnumSet.of(Claim.ID, Claim.LABEL), facts("file").vouched().here());
    tree.vouch(AreaPath.parse("file"), new Known(id, LABEL, Optional.of(COPY), true));
    assertEquals(Vouched.ALL, facts("file").vouched());
  }

  /** On a site where all files belong to Bora, a list may let a user write one for a while. */
  @Test
  void whatAUserWroteWhileHeMightIsNotBelievedAfterwards() throws IOException {
    UUID id = migrated("file", Owner.PROCESS);
    assertEquals(Vouched.ALL, facts("file").vouched());
    Files.setPosixFilePermissions(
        directory.resolve("file"), PosixFilePermissions.fromString("rw-rw----"));
    assertEquals(Vouched.ALL, facts("file").vouched(), "nobody has written anything");
    set("file", "bora.tape", get("file", "bora.tape").replace("object/17", "object/18"));
    Files.setPosixFilePermissions(
        directory.resolve("file"), PosixFilePermissions.fromString("rw-r-----"));

    assertEquals(Residency.DISK, facts("file").certain().residency());
    assertEquals(Optional.of(id), facts("file").certain().id());
    set("file", "bora.put", UUID.randomUUID().toString());
    assertEquals(Optional.empty(), facts("file").certain().id());
  }

  @Test
  void aFileOfBorasOwnWithoutASealIsUncertainUntilTheBooksVouchForIt() throws IOException {
    UUID id = migrated("file", Owner.PROCESS);
    attributes("file").delete("bora.seal");
    assertNothingCertain("file");

    tree.vouch(AreaPath.parse("file"), new Known(id, LABEL, Optional.of(COPY), false));
    assertEquals(Vouched.ALL, facts("file").vouched());
  }

  @Test
  void aProcessWithoutKeysBelievesWhatItsAccountAloneMayWrite() throws IOException {
    keys.replace(List.of());
    UUID id = migrated("file", Owner.PROCESS);
    assertEquals(Optional.of(id), facts("file").certain().id());
    Files.setPosixFilePermissions(
        directory.resolve("file"), PosixFilePermissions.fromString("rw-rw----"));
    assertNothingCertain("file");
  }

  @Test
  void sealsOfAKeyThatTheSiteHasAreBelievedAndOthersAreNot() throws IOException {
    UUID id = migrated("file", ALICE);
    keys.replace(List.of(secret(2)));
    assertNothingCertain("file");
    keys.replace(List.of(secret(2), secret(1)));
    assertEquals(Optional.of(id), facts("file").certain().id());
    tree.vouch(AreaPath.parse("file"), new Known(id, LABEL, Optional.of(COPY), false));
    keys.replace(List.of(secret(2)));
    assertEquals(Vouched.ALL, facts("file").vouched(), "sealed anew with the key in use");
    keys.replace(List.of());
    assertNothingCertain("file");
  }

  @Test
  void aRecalledFileHasNoBitsThatGiveRights() throws IOException {
    UUID id = released("file", MALLORY);
    set("file", "bora.stub", "1 6755 -");
    assertEquals(0755, facts("file").mode());
    recall("file", id);
    assertEquals(0755, (int) Files.getAttribute(directory.resolve("file"), "unix:mode") & 07777);
  }

  /** Room is taken before a byte is read: what a stub claims could be all there is. */
  @Test
  void aRecallTakesNoMoreRoomThanTheBooksSayWhateverTheStubClaims() throws IOException {
    UUID id = released("file", MALLORY);
    set(
        "file",
        "bora.tape",
        get("file", "bora.tape").replace(" " + CONTENT.length() + " ", " " + (1L << 60) + " "));
    Path hidden =
        Path.of(tree.residences().beginRecall(AreaPath.parse("file"), id, CONTENT.length()));
    Files.writeString(hidden, CONTENT);
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () -> tree.residences().finishRecall(AreaPath.parse("file"), id));
    assertEquals(Reason.DAMAGED, refusal.reason(), refusal::getMessage);
  }

  @Test
  void anotherAccountsFileMovedToTheNameOfARecallIsNotGivenAway() throws IOException {
    UUID id = released("file", MALLORY);
    Path hidden =
        Path.of(tree.residences().beginRecall(AreaPath.parse("file"), id, CONTENT.length()));
    Files.delete(hidden);
    Files.writeString(hidden, CONTENT);
    Files.setAttribute(hidden, "unix:uid", ALICE.uid());
    StorageException refusal =
        assertThrows(
            StorageException.class,
            () -> tree.residences().finishRecall(AreaPath.parse("file"), id));
    assertEquals(Reason.DENIED, refusal.reason(), refusal::getMessage);
    assertEquals(ALICE.uid(), Files.getAttribute(hidden, "unix:uid"));
    assertFalse(facts("file").residency().onDisk());
  }
}
