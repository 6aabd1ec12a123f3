package org.bora.backend.scenario;

import static org.bora.api.word.FileStorageType.DURABLE;
import static org.bora.api.word.FileStorageType.PERMANENT;
import static org.bora.api.word.FileStorageType.VOLATILE;
import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.NameClaim;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;

/** How files come to their end, on whatever database a subclass names. */
abstract class LifetimeSuite extends OnSmallSite {
  private static final int DAY = 86_400;

  private PutReply prepare(FileStorageType type, int lifetime, String name) {
    PutRequest plain = SmallSite.put(OverwriteMode.ALWAYS, 5, name);
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT,
        site.call(ALICE),
        new PutRequest(
            plain.files(),
            plain.description(),
            plain.overwrite(),
            Optional.of(type),
            plain.totalRequestTime(),
            plain.pinLifetime(),
            OptionalInt.of(lifetime),
            plain.spaceToken(),
            plain.retention(),
            plain.protocols()));
  }

  private void done(PutReply reply, String name) {
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    assertEquals(
        SrmStatus.SUCCESS,
        site.puts
            .call(
                Catalogue.PUT_DONE,
                site.call(ALICE),
                new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
            .status()
            .code());
  }

  private void store(FileStorageType type, int lifetime, String name) {
    done(prepare(type, lifetime, name), name);
  }

  private GetReply get(String name) {
    return site.gets.call(Catalogue.PREPARE_TO_GET, site.call(BOB), SmallSite.get(name));
  }

  private SrmStatus read(String name) {
    return get(name).files().getFirst().status().code();
  }

  private int sweep() {
    return site.sweep.round().others();
  }

  private boolean isThere(String name) {
    return Files.exists(root.resolve(name));
  }

  private Sums used() {
    StorageArea area = site.locator.area("vo").orElseThrow();
    return site.transactions.read(sql -> site.books.sums(sql, SpaceBooks.ownSpace(area)));
  }

  private LifetimeStatus extend(String name, int seconds) {
    return site.requests
        .call(
            Catalogue.EXTEND_FILE_LIFE_TIME,
            site.call(ALICE),
            new ExtendRequest(
                Optional.empty(),
                List.of(surl(name)),
                OptionalInt.of(seconds),
                OptionalInt.empty()))
        .files()
        .getFirst();
  }

  private FileTerms label(String name) throws IOException {
    return site.tree.facts(AreaPath.parse(name)).label().flatMap(FileTerms::of).orElseThrow();
  }

  @Test
  void aVolatileFileLivesFromPutDoneToItsEndAndGivesItsBytesBack() {
    PutReply reply = prepare(VOLATILE, DAY, "v");
    assertEquals(OptionalInt.of(DAY), reply.files().getFirst().remainingFileLifetime());
    site.time.pass(Duration.ofMinutes(9));
    done(reply, "v");
    assertEquals(5, used().used());
    site.time.pass(Duration.ofSeconds(DAY - 1));
    assertEquals(0, sweep());
    assertEquals(SrmStatus.FILE_PINNED, read("v"));
    site.time.pass(Duration.ofSeconds(1));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read("v"), "before any sweep");
    site.time.pass(Duration.ofMinutes(10));
    assertEquals(1, sweep());
    assertFalse(isThere("v"));
    assertEquals(0, used().used());
    assertEquals(0, used().files());
    assertEquals(SrmStatus.INVALID_PATH, read("v"));
  }

  @Test
  void aFileThatIsReadOrOverwrittenGoesWhenThatHasEnded() {
    store(VOLATILE, DAY, "read");
    store(VOLATILE, DAY, "over");
    site.time.pass(Duration.ofSeconds(DAY - 1));
    GetReply get = get("read");
    PutReply put = prepare(VOLATILE, DAY, "over");
    site.time.pass(Duration.ofSeconds(1));
    assertEquals(0, sweep());
    assertTrue(isThere("read") && isThere("over"));
    site.requests.call(
        Catalogue.RELEASE_FILES, site.call(BOB), new ReleaseRequest(get.token(), List.of(), false));
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(put.token().orElseThrow()));
    assertEquals(2, sweep());
    assertFalse(isThere("read") || isThere("over"));
  }

  @Test
  void anOverwrittenFileHasTheLifeOfTheNewOne() {
    store(VOLATILE, DAY, "a");
    store(PERMANENT, -1, "a");
    site.time.pass(Duration.ofDays(400));
    assertEquals(0, sweep());
    assertTrue(isThere("a"));
    assertEquals(5, used().used());
  }

  @Test
  void aFileThatHasTakenTheNameIsNotRemovedForTheOldOne() throws IOException {
    store(VOLATILE, DAY, "a");
    Files.delete(root.resolve("a"));
    Files.writeString(root.resolve("a"), "an administrator's");
    site.time.pass(Duration.ofDays(1));
    assertEquals(1, sweep());
    assertTrue(isThere("a"));
    assertEquals(0, used().used());
  }

  @Test
  void aDurableFileStaysIsToldOfOnceAndCanBeCalledBack() throws IOException {
    store(DURABLE, DAY, "d");
    site.time.pass(Duration.ofDays(1));
    assertEquals(1, sweep());
    assertEquals(0, sweep(), "told once");
    assertTrue(isThere("d"));
    assertEquals(5, used().used());
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, read("d"));
    assertEquals(OptionalInt.of(DAY), extend("d", DAY).fileLifetime());
    assertEquals(SrmStatus.FILE_PINNED, read("d"));
    assertEquals(2 * DAY, label("d").lifetimeSeconds());
    site.time.pass(Duration.ofDays(1));
    assertEquals(1, sweep(), "its new end is told of too");
  }

  @Test
  void livesAreExtendedWithinBoundsAndNeverShortened() throws IOException {
    store(VOLATILE, DAY, "v");
    assertEquals(OptionalInt.of(DAY), extend("v", 60).fileLifetime());
    assertEquals(OptionalInt.of(2 * DAY), extend("v", 2 * DAY).fileLifetime());
    site.time.pass(Duration.ofDays(1));
    assertEquals(0, sweep());
    assertTrue(isThere("v"));
    assertEquals(OptionalInt.of(365 * DAY), extend("v", -1).fileLifetime());
    assertEquals(SmallSite.START.plus(Duration.ofDays(366)), label("v").ends().orElseThrow());
    assertEquals(
        site.tree.facts(AreaPath.parse("v")).adler32(),
        Optional.of("062c0215"),
        "content and checksum are as they were");
  }

  @Test
  void aVolatileFileThatEndsWhileItsExtensionWaitsIsNotExtended() throws Exception {
    store(VOLATILE, DAY, "v");
    boolean[] waited = new boolean[1];
    AreaTree slow =
        AreaTree.class.cast(
            Proxy.newProxyInstance(
                AreaTree.class.getClassLoader(),
                new Class<?>[] {AreaTree.class},
                (_, method, arguments) -> {
                  Object answer = method.invoke(site.tree, arguments);
                  if (method.getName().equals("facts") && !waited[0]) {
                    waited[0] = true;
                    site.time.pass(Duration.ofDays(1));
                    assertEquals(1, sweep());
                  }
                  return answer;
                }));
    try (SmallSite other = new SmallSite(settings, slow, site.time)) {
      LifetimeStatus told =
          other
              .requests
              .call(
                  Catalogue.EXTEND_FILE_LIFE_TIME,
                  other.call(ALICE),
                  new ExtendRequest(
                      Optional.empty(),
                      List.of(surl("v")),
                      OptionalInt.of(2 * DAY),
                      OptionalInt.empty()))
              .files()
              .getFirst();
      assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, told.status().code());
      assertEquals(OptionalInt.empty(), told.fileLifetime());
    }
  }

  @Test
  void whatHasNoEndOrIsLostIsNotExtended() throws IOException {
    store(PERMANENT, -1, "p");
    store(VOLATILE, DAY, "v");
    Files.createDirectory(root.resolve("dir"));
    site.time.pass(Duration.ofDays(1));
    assertEquals(OptionalInt.of(-1), extend("p", 60).fileLifetime());
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, extend("v", 60).status().code());
    assertEquals(SrmStatus.INVALID_PATH, extend("dir", 60).status().code());
    assertEquals(SrmStatus.INVALID_PATH, extend("missing", 60).status().code());
  }

  @Test
  void manyEndedFilesGoInBatches() {
    for (int file = 0; file < 25; file++) {
      store(VOLATILE, DAY, "f" + file);
    }
    site.time.pass(Duration.ofDays(1));
    assertEquals(25, sweep());
    assertEquals(0, used().files());
  }

  @Test
  void pinsOfOthersKeepAFileAtItsNameAndOnesOwnEndWithIt() throws Exception {
    store(PERMANENT, -1, "a");
    get("a");
    assertFalse(mayMove(ALICE));
    assertTrue(mayMove(BOB));
    site.time.pass(Duration.ofMinutes(10));
    assertTrue(mayMove(ALICE));
  }

  private boolean mayMove(String dn) throws StorageException {
    NameClaim claim =
        site.names.claim(site.place("a"), site.place("b"), false, site.call(dn).caller());
    if (claim instanceof NameClaim.Taken taken) {
      site.names.giveUp(site.place("a"), site.place("b"), taken);
      return true;
    }
    assertEquals(new NameClaim.Refused(NameClaim.Obstacle.SOURCE_READ), claim);
    return false;
  }
}
