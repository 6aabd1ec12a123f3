package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Connections;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database rolls back the transaction of an srmPutDone that has changed the disk already, and
 * before the next attempt another backend does something.
 */
@ExtendWith(MariaDb.class)
@Timeout(120)
class LostAttemptIT {
  private static final long SIZE = 100;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings settings;
  private AreaTree real;
  private SmallSite other;
  @TempDir private Path root;

  @BeforeEach
  void open(Schemas schemas) {
    settings = schemas.migrated();
    real = SmallSite.open(root);
    other = new SmallSite(settings, real, time, bounded());
  }

  @AfterEach
  void close() {
    other.close();
    real.close();
  }

  private static SpaceSettings bounded() {
    return new SpaceSettings(
        8,
        Map.of("vo", new AreaSpaceSettings(OptionalLong.of(SIZE), ReservationSettings.defaults())));
  }

  /** What happens on another backend when the first attempt is lost. */
  private interface Meanwhile {
    void happens() throws Exception;
  }

  /** Loses the attempt after so many calls of {@code method}. */
  private AreaTree losing(String method, int calls, Meanwhile meanwhile) {
    AtomicInteger left = new AtomicInteger(calls);
    return Followed.of(
        AreaTree.class,
        real,
        called -> {
          if (called.equals(method) && left.decrementAndGet() == 0) {
            Connections.kill(settings);
            meanwhile.happens();
          }
        });
  }

  private PutReply prepared(OverwriteMode overwrite, long size, String name) {
    PutReply reply =
        other.puts.call(Catalogue.PREPARE_TO_PUT, other.call(ALICE), put(overwrite, size, name));
    assertEquals(SrmStatus.SPACE_AVAILABLE, reply.files().getFirst().status().code());
    return reply;
  }

  private PutReply written(OverwriteMode overwrite, int bytes) {
    PutReply reply = prepared(overwrite, 0, "a");
    write(reply.files().getFirst().turl().orElseThrow(), "n".repeat(bytes));
    return reply;
  }

  /** What is told of the first of them. */
  private static SrmStatus done(SmallSite site, PutReply reply, String... names) {
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), request(reply, names))
        .files()
        .getFirst()
        .status()
        .code();
  }

  private static PutDoneRequest request(PutReply reply, String... names) {
    return new PutDoneRequest(
        reply.token().orElseThrow(), Stream.of(names).map(SmallSite::surl).toList());
  }

  private void stored(int bytes) {
    PutReply reply = prepared(OverwriteMode.NEVER, bytes, "a");
    write(reply.files().getFirst().turl().orElseThrow(), "o".repeat(bytes));
    assertEquals(SrmStatus.SUCCESS, done(other, reply, "a"));
  }

  private Sums sums() {
    UUID own = SpaceBooks.ownSpace(other.place("a").area());
    return other.transactions.read(sql -> other.books.sums(sql, own));
  }

  private List<String> onDisk() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileThatIsInItsPlaceIsNotRefusedForWantOfSpace() throws IOException {
    stored(10);
    PutReply reply = written(OverwriteMode.ALWAYS, 60);
    AreaTree tree = losing("publishUpload", 1, () -> hasNoRoom(90));
    try (SmallSite site = new SmallSite(settings, tree, time, bounded())) {
      assertEquals(SrmStatus.SUCCESS, done(site, reply, "a"));
    }
    assertEquals("n".repeat(60), Files.readString(root.resolve("a")));
    assertEquals(new Sums(SIZE - 60, 0, 60, 1), sums(), "no byte is promised twice");
  }

  @Test
  void norWhereABackendDiedBetweenTheRenameAndTheCommit() throws IOException {
    stored(10);
    PutReply reply = written(OverwriteMode.ALWAYS, 60);
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals("publishUpload")) {
                throw new IllegalStateException("the machine goes down here");
              }
            });
    try (SmallSite mortal = new SmallSite(settings, tree, time, bounded())) {
      assertEquals("died", doneOrDied(mortal, reply));
    }
    hasNoRoom(90);
    assertEquals(SrmStatus.SUCCESS, done(other, reply, "a"));
    assertEquals(new Sums(SIZE - 60, 0, 60, 1), sums(), "no byte is promised twice");
  }

  /** No other put is granted the room that a file on disk takes already. */
  private void hasNoRoom(long bytes) {
    assertEquals(
        SrmStatus.NO_FREE_SPACE,
        other
            .puts
            .call(
                Catalogue.PREPARE_TO_PUT,
                other.call(ALICE),
                put(OverwriteMode.NEVER, bytes, "rival"))
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void whatAFileHadGrownByIsFreeAgainWhenItsPutIsAborted() {
    PutReply reply = written(OverwriteMode.ALWAYS, 60);
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            real,
            (method, _) -> {
              if (method.equals("publishUpload")) {
                throw new StorageException(Reason.IO, "the disk does not answer");
              }
            });
    try (SmallSite site = new SmallSite(settings, tree, time, bounded())) {
      assertEquals(SrmStatus.FAILURE, done(site, reply, "a"));
    }
    assertEquals(new Sums(SIZE - 60, 60, 0, 0), sums(), "it is on disk");
    other.requests.call(
        Catalogue.ABORT_REQUEST, other.call(ALICE), new AbortRequest(reply.token().orElseThrow()));
    assertEquals(new Sums(SIZE, 0, 0, 0), sums());
  }

  @Test
  void aFileThatIsStoredIsToldSoWhateverFailsAfterTheCommit() throws IOException {
    PutReply reply =
        other.puts.call(
            Catalogue.PREPARE_TO_PUT, other.call(ALICE), put(OverwriteMode.NEVER, 5, "a", "b"));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    Files.delete(SmallSite.physical(reply.files().get(1).turl().orElseThrow()));
    AtomicReference<SmallSite> site = new AtomicReference<>();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals("publishUpload")) {
                site.get().callerLeft.set(true); // the database is asked no more
              }
            });
    site.set(new SmallSite(settings, tree, time, bounded()));
    try (SmallSite failing = site.get()) {
      assertEquals(SrmStatus.SUCCESS, done(failing, reply, "a", "b"));
    }
    assertEquals("hello", Files.readString(root.resolve("a")));
  }

  @Test
  void filesOfOneCommitAreToldSoWhateverBecomesOfTheNext() {
    String[] names = IntStream.range(0, 1_001).mapToObj(n -> "f" + n).toArray(String[]::new);
    PutReply reply =
        other.puts.call(
            Catalogue.PREPARE_TO_PUT, other.call(ALICE), put(OverwriteMode.NEVER, names));
    AtomicReference<SmallSite> site = new AtomicReference<>();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            real,
            called -> {
              if (called.equals("publishUpload")) {
                site.get().callerLeft.set(true); // no transaction is begun any more
              }
            });
    site.set(new SmallSite(settings, tree, time));
    try (SmallSite failing = site.get()) {
      List<SrmStatus> told =
          failing
              .puts
              .call(Catalogue.PUT_DONE, failing.call(ALICE), request(reply, names))
              .files()
              .stream()
              .map(file -> file.status().code())
              .toList();
      assertEquals(1_000, Collections.frequency(told, SrmStatus.SUCCESS));
      assertEquals(SrmStatus.INTERNAL_ERROR, told.getLast());
    }
    assertEquals(SrmStatus.SUCCESS, done(other, reply, names[1_000]), "it can be repeated");
  }

  private static String doneOrDied(SmallSite site, PutReply reply) {
    try {
      return done(site, reply, "a").toString();
    } catch (IllegalStateException e) {
      return "died";
    }
  }

  @Test
  void aPinOnTheNewFileIsNotTakenForOneOnTheOld() throws IOException {
    PutReply reply = written(OverwriteMode.ALWAYS, 5);
    GetReply[] get = new GetReply[1];
    AreaTree tree =
        losing(
            "publishUpload",
            1,
            () ->
                get[0] =
                    other.gets.call(
                        Catalogue.PREPARE_TO_GET, other.call(ALICE), SmallSite.get("a")));
    try (SmallSite site = new SmallSite(settings, tree, time, bounded())) {
      assertEquals(SrmStatus.SUCCESS, done(site, reply, "a"));
    }
    StatusRequest question = new StatusRequest(get[0].token().orElseThrow(), List.of());
    assertEquals(
        get[0].files().getFirst().status().code(),
        other
            .gets
            .call(Catalogue.STATUS_OF_GET, other.call(ALICE), question)
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void anUploadThatIsNoLongerTheSameAndStaysActiveIsKept() throws IOException {
    stored(5);
    PutReply reply = prepared(OverwriteMode.WHEN_FILES_ARE_DIFFERENT, 5, "a");
    write(reply.files().getFirst().turl().orElseThrow(), "o".repeat(5));
    // The first look is before the checksum, the second compares.
    AreaTree losing = losing("uploadFacts", 2, () -> Files.writeString(root.resolve("a"), "other"));
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            losing,
            (method, _) -> {
              if (method.equals("publishUpload")) {
                throw new StorageException(Reason.IO, "the disk does not answer");
              }
            });
    try (SmallSite site = new SmallSite(settings, tree, time, bounded())) {
      assertNotEquals(SrmStatus.SUCCESS, done(site, reply, "a"));
    }
    assertEquals(2, onDisk().size(), () -> "the upload must be there: " + onDiskOrNothing());
    assertEquals(SrmStatus.SUCCESS, done(other, reply, "a"));
    assertEquals("o".repeat(5), Files.readString(root.resolve("a")));
  }

  private String onDiskOrNothing() {
    try {
      return onDisk().toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void aPutThatWasGivenUpStaysGivenUpThoughTheNameBecomesFree() throws IOException {
    PutReply reply = written(OverwriteMode.NEVER, 5);
    Files.writeString(root.resolve("a"), "a stranger's");
    AreaTree tree = losing("discardUpload", 1, () -> Files.delete(root.resolve("a")));
    try (SmallSite site = new SmallSite(settings, tree, time, bounded())) {
      assertEquals(SrmStatus.DUPLICATION_ERROR, done(site, reply, "a"));
    }
    assertEquals(List.of(), onDisk());
    assertEquals(new Sums(SIZE, 0, 0, 0), sums());
    prepared(OverwriteMode.NEVER, 5, "a");
  }

  @Test
  void anUploadWhoseRequestTheDatabaseRefusedAtEveryAttemptIsRemoved() throws Exception {
    order(
        "CREATE TRIGGER refuse BEFORE INSERT ON put_file FOR EACH ROW SIGNAL SQLSTATE '40001'"
            + " SET MYSQL_ERRNO = 1213");
    assertThrows(
        BackendFailure.class,
        () ->
            other.puts.call(
                Catalogue.PREPARE_TO_PUT, other.call(ALICE), put(OverwriteMode.NEVER, "a")));
    assertEquals(List.of(), onDisk());
    order("DROP TRIGGER refuse");
    prepared(OverwriteMode.NEVER, 5, "a");
  }

  private void order(String statement) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(settings.url(), settings.user(), settings.password());
        Statement order = connection.createStatement()) {
      order.execute(statement);
    }
  }

  @Test
  void theSizeOfAFileThatDoesNotFitIsStillRefused() throws IOException {
    PutReply reply = written(OverwriteMode.ALWAYS, 60);
    prepared(OverwriteMode.NEVER, 90, "rival");
    assertEquals(SrmStatus.NO_FREE_SPACE, done(other, reply, "a"));
    assertTrue(onDisk().stream().allMatch(name -> name.startsWith(".bora-put-")));
    time.pass(Duration.ofHours(1));
    assertEquals(2, other.sweep.round().overduePuts());
    assertEquals(new Sums(SIZE, 0, 0, 0), sums());
  }
}
