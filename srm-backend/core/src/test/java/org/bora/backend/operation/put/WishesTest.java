package org.bora.backend.operation.put;

import static org.bora.api.word.FileStorageType.DURABLE;
import static org.bora.api.word.FileStorageType.PERMANENT;
import static org.bora.api.word.FileStorageType.VOLATILE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.operation.put.PutTerms.Terms;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.turl.ListedServers;
import org.bora.backend.turl.SiteTurls;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.junit.jupiter.api.Test;

/** What a put may ask its files to be. Area {@code /all} offers every type, {@code /some} two. */
class WishesTest {
  private static final Caller CALLER = new Caller("/CN=a", "/CN=CA", List.of(), "::1");
  private static final RequestToken TOKEN = new RequestToken(new UUID(1, 2));
  private static final PutSettings SETTINGS = PutSettings.defaults();
  private static final int WEEK = 7 * 86_400;

  private static StorageArea area(String sfn, Set<FileStorageType> types) {
    StorageArea any = AreaTrees.area(sfn);
    return new StorageArea(
        any.name(),
        any.sfn(),
        any.tree(),
        any.keeping(),
        any.spaceToken(),
        any.spaceDescription(),
        types,
        any.ownership());
  }

  private final Locator locator =
      new SurlLocator(
          new LocateSettings(List.of("h")),
          List.of(
              area("/all", Set.of(VOLATILE, DURABLE, PERMANENT)),
              area("/some", Set.of(VOLATILE, DURABLE))));

  private static PutRequest request(
      Optional<FileStorageType> type, OptionalInt lifetime, String... sfns) {
    return new PutRequest(
        List.of(sfns).stream()
            .map(sfn -> new PutFile(Optional.of(new Surl("srm://h" + sfn)), OptionalLong.empty()))
            .toList(),
        "",
        OverwriteMode.NEVER,
        type,
        OptionalInt.empty(),
        OptionalInt.empty(),
        lifetime,
        Optional.empty(),
        Optional.empty(),
        List.of("gsiftp"));
  }

  private Wishes.Sorted sorted(PutRequest request) {
    Entrance entrance =
        new Entrance(
            locator,
            new WrittenRules()
                .area("all", "/all", "allow all to dn /CN=a")
                .area("some", "/some", "allow all to dn /CN=a")
                .book());
    return new Wishes(locator, entrance, SETTINGS).sort(CALLER, request, Optional.empty(), TOKEN);
  }

  private static SpaceLookup.Found noSpace(Caller caller, String token, Instant now) {
    return new SpaceLookup.Found.No(ReturnStatus.of(SrmStatus.INVALID_REQUEST));
  }

  private FileLife life(Optional<FileStorageType> type, OptionalInt lifetime, String sfn) {
    return sorted(request(type, lifetime, sfn)).wishes().getFirst().life();
  }

  private SrmStatus terms(Optional<FileStorageType> type, OptionalInt lifetime) {
    SiteTurls turls =
        new SiteTurls(ListedServers.healthy(new GridFtpEndpoint("door", "h", 2811, "")));
    Terms terms =
        new PutTerms(SETTINGS, WishesTest::noSpace, turls)
            .agree(CALLER, request(type, lifetime, "/all/f"), Instant.EPOCH);
    return terms instanceof Terms.Refused(ReturnStatus status) ? status.code() : SrmStatus.SUCCESS;
  }

  @Test
  void whoNamesNoTypeGetsTheMostLastingThatTheAreaHas() {
    assertEquals(FileLife.PERMANENT, life(Optional.empty(), OptionalInt.empty(), "/all/f"));
    assertEquals(
        FileLife.PERMANENT,
        life(Optional.empty(), OptionalInt.of(5), "/all/f"),
        "a lifetime alone makes no file perish");
    assertEquals(
        new FileLife(DURABLE, WEEK), life(Optional.empty(), OptionalInt.empty(), "/some/f"));
  }

  @Test
  void aVolatileFileHasTheLifeItsWriterWantsOrTheUsualOne() {
    assertEquals(
        new FileLife(VOLATILE, 60), life(Optional.of(VOLATILE), OptionalInt.of(60), "/all/f"));
    assertEquals(
        new FileLife(VOLATILE, WEEK), life(Optional.of(VOLATILE), OptionalInt.empty(), "/all/f"));
    assertEquals(
        new FileLife(VOLATILE, 365 * 86_400),
        life(Optional.of(VOLATILE), OptionalInt.of(-1), "/all/f"));
  }

  @Test
  void aTypeThatTheAreaDoesNotKeepIsRefusedForItsFilesOnly() {
    Wishes.Sorted sorted =
        sorted(request(Optional.of(PERMANENT), OptionalInt.of(-1), "/some/f", "/all/f"));
    assertEquals(1, sorted.wishes().getFirst().position());
    assertEquals(
        ReturnStatus.of(SrmStatus.NOT_SUPPORTED, "the storage area keeps no PERMANENT files"),
        sorted.refused().getFirst().why());
  }

  @Test
  void aRequestWhoseFilesAllAskForWhatIsNotThereIsNotSupportedAsAWhole() {
    List<RefusedPut> refused =
        sorted(request(Optional.of(PERMANENT), OptionalInt.empty(), "/some/f", "/some/g"))
            .refused();
    assertEquals(SrmStatus.NOT_SUPPORTED, PutReplies.status(refused).code());
    assertEquals(SrmStatus.NOT_SUPPORTED, refused.getLast().status(Instant.EPOCH).code());
  }

  @Test
  void aPermanentFileMayBeSentWithALifetimeWhichIsIgnored() {
    assertEquals(SrmStatus.SUCCESS, terms(Optional.of(PERMANENT), OptionalInt.of(60)));
    assertEquals(FileLife.PERMANENT, life(Optional.of(PERMANENT), OptionalInt.of(60), "/all/f"));
    assertEquals(SrmStatus.INVALID_REQUEST, terms(Optional.of(VOLATILE), OptionalInt.of(-2)));
    assertEquals(SrmStatus.SUCCESS, terms(Optional.of(PERMANENT), OptionalInt.of(-1)));
    assertEquals(SrmStatus.SUCCESS, terms(Optional.of(PERMANENT), OptionalInt.of(0)));
    assertEquals(SrmStatus.SUCCESS, terms(Optional.empty(), OptionalInt.of(60)));
    assertEquals(SrmStatus.SUCCESS, terms(Optional.of(VOLATILE), OptionalInt.of(60)));
  }
}
