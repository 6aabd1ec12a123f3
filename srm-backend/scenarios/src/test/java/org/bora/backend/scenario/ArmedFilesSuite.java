package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.put.PutReply;
import org.bora.api.request.ExtendRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.SrmStatus;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.Sums;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.rebuild.RebuildCount;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Vouched;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An account with files of its own in an area writes on them every attribute that it may, copied
 * from the files of others, and calls whatever works on files. Nothing of others changes.
 */
abstract class ArmedFilesSuite extends BufferBench {
  private static final int MALLORY = 64124;
  private static final int ALICES = 64123;

  @Override
  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    assumeTrue(ProcessRights.ofThisProcess().mayGiveAway(), "giving files away needs CAP_CHOWN");
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, SmallSite.open(root), time, spaces(), BUFFERED);
    buffers = buffers(site, ReleaseOrder.LEAST_RECENTLY_USED, FilesAtWork.NONE);
  }

  @Override
  void migrated(int bytes, String name) {
    stored(bytes, name);
    try {
      EntryFacts facts = site.tree.facts(site.place(name).path());
      UUID id = facts.id().orElseThrow();
      TapeCopy copy =
          new TapeCopy(
              "lib",
              new TapeLocation("V1", 1, id.toString()),
              facts.size(),
              facts.adler32().orElseThrow(),
              Optional.empty(),
              time.instant());
      site.tree.residences().noteTapeCopy(site.place(name).path(), id, copy);
      site.transactions.run(
          sql -> {
            new TapeLedger(site.locator).copied(sql, Map.of(id, copy));
            site.books.onTape(sql, List.of(id), true);
            return sql;
          });
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The victim's file: on disk and on tape. */
  private StoredFile victim() {
    migrated(300, "victim");
    return file("victim");
  }

  /** The same, on tape alone. */
  private StoredFile victimOnTape() throws IOException {
    StoredFile file = victim();
    site.tree.residences().release(file.path(), file.id());
    site.transactions.run(sql -> site.books.released(sql, List.of(file.id())));
    return file("victim");
  }

  private UserDefinedFileAttributeView attributes(String name) {
    return Files.getFileAttributeView(root.resolve(name), UserDefinedFileAttributeView.class);
  }

  private void set(String name, String attribute, String value) throws IOException {
    attributes(name)
        .write("bora." + attribute, ByteBuffer.wrap(value.getBytes(StandardCharsets.US_ASCII)));
  }

  private String get(String name, String attribute) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(attributes(name).size("bora." + attribute));
    attributes(name).read("bora." + attribute, buffer);
    return new String(buffer.array(), StandardCharsets.US_ASCII);
  }

  /** Copies every attribute of one file to another, and makes it the attacker's. */
  private void arm(String name, String from) throws IOException {
    Path file = root.resolve(name);
    if (!Files.exists(file)) {
      Files.write(file, new byte[(int) Files.size(root.resolve(from))]);
    }
    for (String attribute : attributes(from).list()) {
      ByteBuffer buffer = ByteBuffer.allocate(attributes(from).size(attribute));
      attributes(from).read(attribute, buffer);
      attributes(name).write(attribute, buffer.flip());
    }
    Files.setLastModifiedTime(file, Files.getLastModifiedTime(root.resolve(from)));
    Files.setAttribute(file, "unix:uid", MALLORY);
  }

  /** A file that the attacker stored through SRM, a minute after the last. */
  private void own(int bytes, String name) throws IOException {
    stored(bytes, name);
    Files.setAttribute(root.resolve(name), "unix:uid", MALLORY);
  }

  private long count(String table, Object... where) {
    return site.transactions.read(
        sql ->
            sql.sql("SELECT COUNT(*) FROM " + table)
                .params(List.of(where))
                .query(Long.class)
                .single());
  }

  private String object(UUID file) {
    return site.transactions.read(
        sql ->
            sql.sql(
                    "SELECT COALESCE(MAX(CAST(object AS CHAR)), '') FROM tape_copy WHERE file_id = ?")
                .params(List.of(org.bora.backend.database.Rows.bytes(file)))
                .query(String.class)
                .single());
  }

  private void assertVictimIsAsBefore(StoredFile before) {
    StoredFile now = file("victim");
    assertEquals(
        List.of(before.id(), before.space(), before.path(), before.presence().onTape()),
        List.of(now.id(), now.space(), now.path(), now.presence().onTape()));
    assertEquals(before.presence().onDisk(), now.presence().onDisk());
    assertEquals(before.ends(), now.ends());
    assertEquals(before.id().toString(), object(before.id()));
    assertEquals(0, count("tape_removal"));
  }

  private void audit() {
    new BookAudit(
            site.transactions, site.locator, site.books, FilesAtWork.NONE, Duration.ofHours(1))
        .run(time.instant());
  }

  private RebuildCount rebuild(Belief belief) {
    return new Rebuild(site.transactions, site.locator, site.books, site.tokens, FilesAtWork.NONE)
        .run(area(), new Rebuild.Order(false, belief), count -> true);
  }

  private void loseTheDatabase() {
    for (String table : List.of("tape_migration", "tape_copy", "stored_file", "put_file")) {
      site.transactions.run(sql -> sql.sql("DELETE FROM " + table).update());
    }
    site.transactions.run(
        sql ->
            sql.sql(
                    "UPDATE space_share SET free = free + used + promised, used = 0, promised = 0,"
                        + " files = 0")
                .update());
  }

  private void remove(String name) throws IOException {
    Optional<UUID> id = site.tree.facts(site.place(name).path()).id();
    site.tree.removeFile(site.place(name).path());
    site.removed(site.place(name), id);
  }

  private SrmStatus bring(String name) {
    return site.bringOnline
        .call(Catalogue.BRING_ONLINE, site.call(BOB), SmallSite.get(name))
        .files()
        .getFirst()
        .status()
        .code();
  }

  @Test
  void toRemoveAnArmedFileRemovesNothingOfAnother() throws IOException {
    StoredFile before = victim();
    arm("mine", "victim");
    remove("mine");
    own(300, "own");
    arm("own", "victim");
    remove("own");
    assertVictimIsAsBefore(before);
  }

  @Test
  void toRenameAnArmedFileRenamesNothingOfAnother() throws IOException {
    StoredFile before = victim();
    arm("mine", "victim");
    site.move("mine", "other");
    assertVictimIsAsBefore(before);
    remove("other");
    audit();
    assertVictimIsAsBefore(before);
  }

  @Test
  void toExtendTheLifeOfAnArmedFileExtendsThatOfNoOther() throws IOException {
    time.pass(Duration.ofMinutes(1));
    PutReply begun =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            site.call(ALICE),
            put(Optional.empty(), FileStorageType.VOLATILE, 300, "victim"));
    assertEquals(SrmStatus.SUCCESS, done(begun, 300, "victim"));
    StoredFile before = file("victim");
    arm("mine", "victim");
    time.pass(Duration.ofMinutes(5));
    site.requests.call(
        Catalogue.EXTEND_FILE_LIFE_TIME,
        site.call(BOB),
        new ExtendRequest(
            Optional.empty(),
            List.of(surl("mine")),
            OptionalInt.of(8 * 86_400),
            OptionalInt.empty()));
    assertEquals(before.ends(), file("victim").ends());
  }

  @Test
  void aForgedPlaceOnTapeComesNeitherIntoTheBooksNorToARemoval() throws IOException {
    StoredFile before = victim();
    own(300, "own");
    set("own", "tape", get("victim", "tape"));
    Files.setLastModifiedTime(
        root.resolve("own"), Files.getLastModifiedTime(root.resolve("victim")));
    set("own", "adler32", get("victim", "adler32"));
    assertTrue(site.tree.facts(site.place("own").path()).residency().onTape(), "it is armed");
    audit();
    assertEquals("", object(id("own")));
    assertFalse(file("own").presence().onTape());
    remove("own");
    assertVictimIsAsBefore(before);
  }

  @Test
  void aForgedStubIsNotRecalledFromAnothersPlaceOnTape() throws IOException {
    StoredFile before = victimOnTape();
    arm("mine", "victim");
    Files.setPosixFilePermissions(
        root.resolve("mine"), PosixFilePermissions.fromString("---------"));
    assertEquals(SrmStatus.FILE_UNAVAILABLE, bring("mine"));
    assertEquals(0, count("tape_recall"));
    set("mine", "put", UUID.randomUUID().toString());
    assertEquals(SrmStatus.FILE_UNAVAILABLE, bring("mine"));
    assertEquals(0, count("tape_recall"));
    assertVictimIsAsBefore(before);
  }

  @Test
  void aRecallGoesByTheBooksAndNotByWhatAStubSays() throws IOException {
    StoredFile before = victimOnTape();
    migrated(300, "own");
    UUID id = id("own");
    Files.setAttribute(root.resolve("own"), "unix:uid", MALLORY);
    site.tree.residences().release(site.place("own").path(), id);
    site.transactions.run(sql -> site.books.released(sql, List.of(id)));
    set("own", "tape", get("victim", "tape"));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, inProgress(bring("own")));
    assertEquals(
        0,
        count(
            "tape_recall WHERE object = ?",
            before.id().toString().getBytes(StandardCharsets.US_ASCII)));
    assertEquals(
        1,
        count("tape_recall WHERE object = ?", id.toString().getBytes(StandardCharsets.US_ASCII)));
    assertVictimIsAsBefore(before);
  }

  private static SrmStatus inProgress(SrmStatus status) {
    return status == SrmStatus.REQUEST_QUEUED ? SrmStatus.REQUEST_INPROGRESS : status;
  }

  @Test
  void aPinOnAnArmedFileHoldsNoOther() throws IOException {
    StoredFile before = victimOnTape();
    Files.write(root.resolve("mine"), new byte[300]);
    set("mine", "put", before.id().toString());
    set("mine", "adler32", "00000001 300 0.0");
    Files.setAttribute(root.resolve("mine"), "unix:uid", MALLORY);
    assertEquals(
        SrmStatus.FILE_PINNED,
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get("mine"))
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(0, count("tape_recall"));
    assertEquals(
        0,
        count(
            "pin WHERE state = 'WAITING' AND file_id = ?",
            org.bora.backend.database.Rows.bytes(before.id())));
    assertVictimIsAsBefore(before);
  }

  @Test
  void aRebuildBillsNobodyElseForAnArmedFile() throws IOException {
    site.close();
    site = new SmallSite(settings, site.tree, time, spaces());
    String token = reserved(400);
    stored(Optional.of(token), 300, "victim");
    StoredFile before = file("victim");
    arm("another", "victim");
    set("another", "put", UUID.randomUUID().toString());
    arm("before", "victim");
    loseTheDatabase();
    rebuild(Belief.SEALED);
    assertEquals(1, in(token).files());
    assertEquals(300, in(token).used());
    assertEquals(before.id(), id("victim"));
    assertEquals(1, count("stored_file"));
  }

  @Test
  void aRebuildGivesNobodyAnothersPlaceOnTape() throws IOException {
    StoredFile before = victim();
    arm("another", "victim");
    set("another", "put", UUID.randomUUID().toString());
    arm("before", "victim");
    loseTheDatabase();
    rebuild(Belief.SEALED);
    assertEquals(1, count("tape_copy"));
    assertEquals(before.id().toString(), object(id("victim")));
    remove("another");
    remove("before");
    audit();
    assertEquals(new Sums(700, 0, 300, 1), own());
    assertEquals(0, count("tape_removal"));
    assertVictimIsAsBefore(before);
  }

  /** The victim's file belongs to an account, and an earlier release stored it. */
  private StoredFile unsealedVictim() throws IOException {
    StoredFile before = victim();
    attributes("victim").delete("bora.seal");
    Files.setAttribute(root.resolve("victim"), "unix:uid", ALICES);
    assertEquals(Optional.empty(), site.tree.facts(site.place("victim").path()).certain().id());
    return before;
  }

  @Test
  void filesOfAnEarlierReleaseAreServedByTheirRows() throws IOException {
    StoredFile before = unsealedVictim();
    pin("victim");
    site.move("victim", "other");
    assertEquals(before.id(), id("other"));
    site.move("other", "victim");
    site.tree.residences().release(before.path(), before.id());
    site.transactions.run(sql -> site.books.released(sql, List.of(before.id())));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, inProgress(bring("victim")));
    assertEquals(
        1,
        count(
            "tape_recall WHERE object = ?",
            object(before.id()).getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void theAuditSealsWhatFilesOfAnEarlierReleaseAndTheBooksSayAlike() throws IOException {
    StoredFile before = unsealedVictim();
    arm("mine", "victim");
    audit();
    assertEquals(Vouched.ALL, site.tree.facts(before.path()).vouched());
    assertFalse(site.tree.facts(site.place("mine").path()).vouched().isAll());
    loseTheDatabase();
    assertEquals(1, rebuild(Belief.SEALED).unsealed());
    assertVictimIsAsBefore(before);
  }

  @Test
  void anUnsealedFileIsEnteredByOrderOnlyAndNeverIntoAReservation() throws IOException {
    site.close();
    site = new SmallSite(settings, site.tree, time, spaces());
    String token = reserved(400);
    stored(Optional.of(token), 300, "victim");
    StoredFile before = file("victim");
    attributes("victim").delete("bora.seal");
    Files.setAttribute(root.resolve("victim"), "unix:uid", ALICES);
    loseTheDatabase();
    RebuildCount strict = rebuild(Belief.SEALED);
    assertEquals(List.of(0L, 1L), List.of(strict.entered(), strict.unsealed()));
    assertEquals(1, rebuild(Belief.UNSEALED).entered());
    assertEquals(before.id(), id("victim"));
    assertEquals(0, in(token).files());
  }

  @Test
  void aCopyOnTapeThatTwoUnsealedFilesClaimIsEnteredForNeither() throws IOException {
    unsealedVictim();
    arm("another", "victim");
    set("another", "put", UUID.randomUUID().toString());
    loseTheDatabase();
    assertEquals(2, rebuild(Belief.UNSEALED).entered());
    assertEquals(0, count("tape_copy"));
    remove("another");
    assertEquals(0, count("tape_removal"));
  }

  @Test
  void aRebuildSealsWhatTheBooksHave() throws IOException {
    StoredFile before = unsealedVictim();
    rebuild(Belief.SEALED);
    assertEquals(Vouched.ALL, site.tree.facts(before.path()).vouched());
  }
}
