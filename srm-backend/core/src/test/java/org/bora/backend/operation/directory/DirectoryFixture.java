package org.bora.backend.operation.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.NamedAccounts;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.authorise.SteppedClock;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.database.Transactions;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.listing.Listings;
import org.bora.backend.locate.AreaTrees;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FileTerms;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Upload;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Areas {@code /vo}, {@code /vo/tape} and {@code /top/closed} on a temporary directory, and the
 * five operations on them. Members of vo read and write the first two, nobody uses the third.
 */
final class DirectoryFixture implements AutoCloseable {

  static final Caller MEMBER = new Caller("/CN=m", "/CN=CA", List.of(Fqan.parse("/vo")), "::1");
  static final Caller READER = new Caller("/CN=reader", "/CN=CA", List.of(), "::1");
  static final Caller STRANGER = new Caller("/CN=stranger", "/CN=CA", List.of(), "::1");
  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  /** No more than 10 entries, 3 levels and 5 SURLs. */
  static final DirectorySettings SMALL =
      new DirectorySettings(10, 3, 5, 0755, Duration.ofSeconds(1));

  private static final ListingSettings IN_THEIR_CALLS =
      new ListingSettings(Duration.ofHours(1), 0, Duration.ofMinutes(10), Duration.ofMinutes(10));

  final KnownPuts puts = new KnownPuts();
  final SteppedClock clock = new SteppedClock(NOW);
  final Path root;
  final Backend operations;
  private final List<StorageArea> areas;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  DirectoryFixture(Path dir, DirectorySettings settings) throws IOException {
    this(
        dir,
        settings,
        "allow read, write, create, delete, list to vo vo",
        "allow read to dn /CN=reader");
  }

  /** With rules of the test's own for the first area. */
  DirectoryFixture(Path dir, DirectorySettings settings, String... rules) throws IOException {
    root = Files.createDirectory(dir.resolve("vo"));
    areas =
        List.of(
            AreaTrees.area("/vo", new PosixDriver().open(root)),
            AreaTrees.area(
                "/vo/tape", new PosixDriver().open(Files.createDirectory(dir.resolve("tape")))),
            AreaTrees.area(
                "/top/closed",
                new PosixDriver().open(Files.createDirectory(dir.resolve("closed")))));
    Authoriser authoriser =
        new WrittenRules()
            .area("vo", "/vo", rules)
            .area("vo-tape", "/vo/tape", "allow read, write, create, delete, list to vo vo")
            .book();
    Entrance entrance =
        new Entrance(new SurlLocator(new LocateSettings(List.of("h")), areas), authoriser);
    Lister lister = new Lister(entrance, puts, new NamedAccounts(), settings, clock, clock);
    Listings listings = listings();
    LongListings longListings = new LongListings(lister, listings, IN_THEIR_CALLS, clock, executor);
    operations =
        Functions.of(
            List.of(
                new DoorNotes(entrance).functions(),
                DirectoryOperations.of(
                    new Ls(lister, longListings, settings, clock),
                    new StatusOfLs(listings, longListings),
                    new LsInOrder(entrance, settings, clock, clock),
                    new Mkdir(
                        entrance, new ProcessMapping("bora"), puts, AreaAcls.none(), settings),
                    new Rmdir(entrance, puts, settings, clock),
                    new Rm(entrance, puts, settings),
                    new Mv(entrance, puts, TurlAccess.none()))));
  }

  /** Never asked: no listing outlives its call here. */
  private Listings listings() {
    DataSource none = new SingleConnectionDataSource();
    return new Listings(
        new Transactions(none, none, Thread::sleep, new Random(1)),
        new TokenSource(clock, new Random(1)),
        IN_THEIR_CALLS);
  }

  /** A name in the first area. */
  Place place(String path) {
    return new Place(areas.getFirst(), AreaPath.parse(path));
  }

  Path file(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  /** A file that was put on these terms. */
  void stored(String path, FileTerms terms) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    AreaTree tree = areas.getFirst().tree();
    Upload upload = new Upload(AreaPath.parse(path), UUID.randomUUID());
    tree.beginUpload(upload, Owner.PROCESS, 0600);
    tree.sealUpload(upload, Owner.PROCESS, 0644, terms.label());
    tree.publishUpload(upload, false);
  }

  static Call call(Caller caller) {
    return new Call(caller, NOW.plus(Duration.ofSeconds(30)), "trace");
  }

  static Surl surl(String sfn) {
    return new Surl("srm://h" + sfn);
  }

  LsReply ls(int levels, int offset, int count, String... sfns) {
    return ls(
        MEMBER,
        new LsRequest(
            Stream.of(sfns).map(DirectoryFixture::surl).toList(),
            true,
            false,
            OptionalInt.of(levels),
            OptionalInt.of(offset),
            OptionalInt.of(count),
            Optional.empty()));
  }

  LsReply ls(Caller caller, LsRequest request) {
    return operations.call(Catalogue.LS, call(caller), request);
  }

  /** A listing of which no page is asked for. */
  static LsRequest request(boolean full, boolean all, OptionalInt levels, String... sfns) {
    return new LsRequest(
        Stream.of(sfns).map(DirectoryFixture::surl).toList(),
        full,
        all,
        levels,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  /** Of what is below the first name. */
  static List<String> paths(LsReply reply) {
    return reply.details().getFirst().children().stream().map(PathDetail::path).toList();
  }

  PathDetail stat(String sfn) {
    return ls(0, 0, 0, sfn).details().getFirst();
  }

  SrmStatus mkdir(Caller caller, String sfn) {
    return operations
        .call(Catalogue.MKDIR, call(caller), new MkdirRequest(surl(sfn)))
        .status()
        .code();
  }

  SrmStatus rmdir(String sfn, boolean recursive) {
    return operations
        .call(Catalogue.RMDIR, call(MEMBER), new RmdirRequest(surl(sfn), recursive))
        .status()
        .code();
  }

  SrmStatus rm(String sfn) {
    RmRequest request = new RmRequest(List.of(surl(sfn)));
    return operations.call(Catalogue.RM, call(MEMBER), request).files().getFirst().status().code();
  }

  SrmStatus mv(String from, String to) {
    return mv(call(MEMBER), new MvRequest(surl(from), surl(to)));
  }

  /** As doors do it: into no directory. */
  SrmStatus mvExactly(String from, String to) {
    return mv(call(MEMBER), exactly(from, to));
  }

  static MvRequest exactly(String from, String to) {
    return MvRequest.exactly(surl(from), surl(to), Optional.empty());
  }

  SrmStatus mv(Call call, MvRequest request) {
    return operations.call(Catalogue.MV, call, request).status().code();
  }

  @Override
  public void close() {
    executor.close();
    areas.forEach(area -> area.tree().close());
  }
}
