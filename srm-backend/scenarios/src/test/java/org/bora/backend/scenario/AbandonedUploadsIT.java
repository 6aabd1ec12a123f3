package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.OnSmallSite;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a door has left behind whose process is gone, and a writer who wants the same name. */
@ExtendWith(MariaDb.class)
class AbandonedUploadsIT extends OnSmallSite {
  private static final String NAME = "f";

  private static PutReply begin(SmallSite backend, String... protocols) {
    return begin(backend, OverwriteMode.ALWAYS, protocols);
  }

  private static PutReply begin(SmallSite backend, OverwriteMode overwrite, String... protocols) {
    PutRequest wish = put(overwrite, NAME);
    PutRequest asked =
        new PutRequest(
            wish.files(),
            wish.description(),
            wish.overwrite(),
            wish.storageType(),
            wish.totalRequestTime(),
            wish.pinLifetime(),
            wish.fileLifetime(),
            wish.spaceToken(),
            wish.retention(),
            List.of(protocols));
    return backend.puts.call(Catalogue.BEGIN_UPLOAD, backend.call(ALICE), asked);
  }

  private static SrmStatus status(PutReply reply) {
    return reply.files().getFirst().status().code();
  }

  /** What a door does with the hidden file. */
  private OpenFile held(PutReply begun) throws IOException {
    OpenFile open = written(begun);
    open.hold();
    return open;
  }

  /** The same of an earlier release. */
  private OpenFile written(PutReply begun) throws IOException {
    PutFileStatus file = begun.files().getFirst();
    String path = file.turl().orElseThrow();
    UUID id = UUID.fromString(path.substring(path.indexOf(Upload.PREFIX) + Upload.PREFIX.length()));
    OpenFile open = site.tree.openUpload(AreaPath.ROOT, id);
    open.write(ByteBuffer.allocateDirect(4), 0);
    return open;
  }

  private SrmStatus done(PutReply begun) {
    PutDoneRequest request = new PutDoneRequest(begun.token().orElseThrow(), List.of(surl(NAME)));
    return site.puts
        .call(Catalogue.PUT_DONE, site.call(ALICE), request)
        .files()
        .getFirst()
        .status()
        .code();
  }

  private boolean isBusy() {
    return !site.names.putsOn(List.of((Place) site.locator.locate(surl(NAME)))).isEmpty();
  }

  private boolean renew(SmallSite backend, PutReply begun) {
    ExtendRequest request =
        new ExtendRequest(
            begun.token(), List.of(surl(NAME)), OptionalInt.empty(), OptionalInt.of(7200));
    return backend
            .requests
            .call(Catalogue.EXTEND_FILE_LIFE_TIME, backend.call(ALICE), request)
            .status()
            .code()
        == SrmStatus.SUCCESS;
  }

  @Test
  void theNameOfADoorThatIsGoneIsFreeAtOnce() throws IOException {
    PutReply first = begin(site);
    try (OpenFile _ = held(first)) {
      assertEquals(SrmStatus.FILE_BUSY, status(begin(site)), "the door writes");
      site.time.pass(Duration.ofSeconds(100));
      assertEquals(SrmStatus.FILE_BUSY, status(begin(site)), "or hangs, and its lease lasts");
      assertTrue(isBusy());
    }

    assertFalse(isBusy());
    PutReply second = begin(site);
    assertEquals(SrmStatus.SPACE_AVAILABLE, status(second));
    assertFalse(renew(site, first));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, done(first), "which came too late");
    held(second).close();
    assertEquals(SrmStatus.SUCCESS, done(second));
    assertEquals(4, Files.size(root.resolve(NAME)));
    assertEquals(List.of(NAME), List.of(root.toFile().list()), "and nothing else is left");
  }

  /** The door died before it had opened the file. */
  @Test
  void aDoorThatHasAnnouncedItselfHasFiveSecondsToCome() {
    begin(site, PutRequest.HELD);
    site.time.pass(Duration.ofMillis(4_900));
    assertEquals(SrmStatus.FILE_BUSY, status(begin(site, PutRequest.HELD)));
    assertTrue(isBusy());

    site.time.pass(Duration.ofMillis(200));

    assertFalse(isBusy());
    assertEquals(SrmStatus.SPACE_AVAILABLE, status(begin(site, PutRequest.HELD)));
  }

  /** SRM clients hear of a file that is being written as if it were there (GFD.129 5.5.2 t). */
  @Test
  void aDoorThatReplacesNothingWaitsForTheNameAsAnyOther() {
    begin(site, PutRequest.HELD);
    assertEquals(SrmStatus.FILE_BUSY, status(begin(site, OverwriteMode.NEVER, PutRequest.HELD)));
    assertEquals(SrmStatus.DUPLICATION_ERROR, status(begin(site, OverwriteMode.NEVER)));
  }

  /** A rolling upgrade: one that announces nothing is of an earlier release, or speaks to one. */
  @Test
  void doorsAndBackendsOfTwoReleasesStoreTheirFiles() throws IOException {
    for (boolean holds : new boolean[] {false, true}) {
      PutReply begun = begin(site);
      try (OpenFile _ = holds ? held(begun) : written(begun)) {
        site.time.pass(Duration.ofMinutes(1));
        assertEquals(SrmStatus.FILE_BUSY, status(begin(site, PutRequest.HELD)));
        assertEquals(SrmStatus.SUCCESS, done(begun));
      }
      int mode = (int) Files.getAttribute(root.resolve(NAME), "unix:mode");
      assertEquals(0, mode & Upload.HELD, "no published file has the bit");
    }
  }

  /** A GridFTP server may come again within the pin. */
  @Test
  void anUploadThatNobodyHeldEndsByItsPinAlone() throws IOException {
    begin(site);
    site.time.pass(Duration.ofMinutes(1));
    assertEquals(SrmStatus.FILE_BUSY, status(begin(site)));
    assertTrue(isBusy());
  }

  /** A backend dies in the srmPutDone of an upload, as soon as it has done this to the file. */
  private void dieBehind(String step, PutReply begun) {
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals(step)) {
                throw new IllegalStateException("dead");
              }
            });
    try (SmallSite dead = new SmallSite(settings, tree, site.time)) {
      PutDoneRequest request = new PutDoneRequest(begun.token().orElseThrow(), List.of(surl(NAME)));
      try {
        dead.puts.call(Catalogue.PUT_DONE, dead.call(ALICE), request);
      } catch (RuntimeException e) {
        assertEquals("dead", e.getMessage());
      }
    }
  }

  /** The backend has died, too; otherwise it publishes the file. */
  @Test
  void theNameIsFreeAlsoWhereTheDoorDiesOnceTheFileIsSealed() throws IOException {
    PutReply first = begin(site, PutRequest.HELD);
    try (OpenFile _ = held(first)) {
      dieBehind("sealUpload", first);
      assertEquals(SrmStatus.FILE_BUSY, status(begin(site)), "the door asks another backend");
    }

    PutReply second = begin(site, PutRequest.HELD);
    assertEquals(SrmStatus.SPACE_AVAILABLE, status(second));
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, done(first), "which came too late");
    held(second).close();
    assertEquals(SrmStatus.SUCCESS, done(second));
    assertEquals(List.of(NAME), List.of(root.toFile().list()), "and nothing else is left");
  }

  /** What a backend had renamed that died before it could say so. */
  @Test
  void anAbandonedUploadThatIsInItsPlaceIsTheFile() throws IOException {
    PutReply first = begin(site);
    held(first).close();
    dieBehind("publishUpload", first);

    assertEquals(SrmStatus.SPACE_AVAILABLE, status(begin(site)));
    assertEquals(SrmStatus.SUCCESS, done(first), "its client asks again");
  }

  /** Another writer looked at the file, and then the door came back to it. */
  @Test
  void aRenewalThatComesFirstWins() throws IOException {
    PutReply first = begin(site);
    held(first).close();
    AtomicReference<Boolean> renewed = new AtomicReference<>();
    AreaTree tree =
        Followed.of(
            AreaTree.class,
            site.tree,
            called -> {
              if (called.equals("isAbandoned") && renewed.get() == null) {
                renewed.set(renew(site, first));
              }
            });
    try (SmallSite other = new SmallSite(settings, tree, site.time)) {
      assertEquals(SrmStatus.FILE_BUSY, status(begin(other)));
    }

    assertEquals(true, renewed.get());
    assertEquals(SrmStatus.SUCCESS, done(first));
  }
}
