package org.bora.launcher.wire;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import org.bora.api.Backend;
import org.bora.api.copy.CopyCalls;
import org.bora.api.get.GetCalls;
import org.bora.api.put.PutCalls;
import org.bora.api.request.RequestCalls;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.AreaAcls;
import org.bora.backend.access.ClosingDirectories;
import org.bora.backend.access.ClosingRequests;
import org.bora.backend.access.OpeningGets;
import org.bora.backend.access.OpeningPuts;
import org.bora.backend.access.TurlGrants;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.MachineAccounts;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.life.FileEnds;
import org.bora.backend.life.StoredLives;
import org.bora.backend.listing.ListingFiles;
import org.bora.backend.listing.Listings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.bringonline.BringOnlineOperations;
import org.bora.backend.operation.copy.CopyOperations;
import org.bora.backend.operation.copy.CopyRequestFiles;
import org.bora.backend.operation.directory.DirectoryOperations;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.Mkdir;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.operation.directory.StatusOfLs;
import org.bora.backend.operation.discovery.GetTransferProtocols;
import org.bora.backend.operation.get.GetOperations;
import org.bora.backend.operation.permission.CheckPermission;
import org.bora.backend.operation.permission.GetPermission;
import org.bora.backend.operation.permission.PermissionOperations;
import org.bora.backend.operation.permission.SetPermission;
import org.bora.backend.operation.put.PutOperations;
import org.bora.backend.operation.request.NamesInUse;
import org.bora.backend.operation.request.RequestOperations;
import org.bora.backend.operation.space.SpaceOperations;
import org.bora.backend.pin.DuePins;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.serve.BackendOperations;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.space.SpaceRegister;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.sweep.SweepPart;
import org.bora.backend.turl.DoorTurls;
import org.bora.backend.turl.Turls;
import org.bora.gridftp.door.Doors;
import org.bora.launcher.config.BackendSettings;
import org.bora.launcher.config.Configuration;
import org.bora.storage.account.AccountSettings;
import org.bora.storage.account.ProcessRights;

/** A backend without its gRPC service: operations over areas, doors and database. */
final class BackendParts {
  private final BackendSettings settings;
  private final Clock clock;
  private final Locator locator;
  private final Authoriser authoriser;
  private final Entrance entrance;
  private final Turls turls;
  private final Transactions transactions;
  private final TokenSource tokens;
  private final SpaceBooks books;
  private final Accounts accounts;
  private final Mapping mapping;
  private final AreaAcls acls;
  private final AccountRights rights;
  private final TurlGrants grants;
  private final Listings listings;
  private final NameUse names;
  private final SpaceOperations spaces;

  private BackendParts(
      BackendSettings settings, Areas areas, Doors doors, Database database, Clock clock)
      throws IOException, StartFailure {
    SecureRandom random = new SecureRandom();
    this.settings = settings;
    this.clock = clock;
    this.locator = areas.locator();
    this.authoriser = areas.authoriser();
    this.entrance = new Entrance(locator, authoriser);
    this.turls = new DoorTurls(doors);
    this.transactions = new Transactions(database, Thread::sleep, random);
    this.tokens = new TokenSource(clock, random);
    this.books =
        new SpaceBooks(new SpaceSettings(settings.spaceShares(), areas.spaces()), locator, random);
    this.accounts =
        new MachineAccounts(
            new org.bora.storage.account.Accounts(AccountSettings.defaults(), clock));
    this.listings = new Listings(transactions, tokens, settings.directories().listings());
    this.mapping = mapping(settings.mapping(), accounts, clock);
    this.names = new NamesInUse(transactions, locator, books, tokens);
    this.spaces = spaces();
    this.acls = AclParts.begin(areas, accounts, settings.directories().functions().directoryMode());
    this.rights = new AccountRights(accounts, ProcessRights.ofThisProcess());
    this.grants = new TurlGrants(acls, rights, mapping, locator, transactions, tokens);
  }

  /** The same machine with other settings; all that lasts is shared. */
  private BackendParts(BackendParts running, Configuration next) throws IOException, StartFailure {
    this.settings = next.backend();
    this.clock = running.clock;
    this.locator = running.locator;
    this.authoriser = Areas.rules(next.areas());
    this.entrance = new Entrance(locator, authoriser);
    this.turls = running.turls;
    this.transactions = running.transactions;
    this.tokens = running.tokens;
    this.books = running.books;
    this.accounts = running.accounts;
    this.listings = new Listings(transactions, tokens, settings.directories().listings());
    this.mapping = mapping(settings.mapping(), accounts, clock);
    this.names = running.names;
    this.spaces = spaces();
    this.acls = running.acls;
    this.rights = running.rights;
    this.grants = new TurlGrants(acls, rights, mapping, locator, transactions, tokens);
  }

  private SpaceOperations spaces() {
    return new SpaceOperations(
        transactions, entrance, books, names, settings.requests().puts().files(), tokens);
  }

  /** Puts everything together and begins to sweep. */
  static RunningBackend start(
      BackendSettings settings,
      Areas areas,
      Doors doors,
      Database database,
      CopyParts copies,
      Threads threads,
      Running running)
      throws IOException, StartFailure {
    BackendParts parts = new BackendParts(settings, areas, doors, database, Clock.systemUTC());
    parts.openSpaces();
    running.add(
        "sweep",
        new Sweep(
            settings.sweep(),
            parts.transactions,
            parts.locator,
            parts.books,
            parts.tokens,
            parts.sweptToo(),
            threads.slow()));
    running.add(
        "deferred starts",
        new DuePins(
            settings.requests().pins(),
            parts.transactions,
            parts.locator,
            parts.tokens,
            threads.slow()));
    RunningBackend backend = new RunningBackend();
    // Copies in the making outlive a change of settings; their own side goes by those in force.
    CopyOperations.LocalCalls local = new CopyOperations.LocalCalls(backend, backend, backend);
    CopyCalls copying = copies.start(parts.around(), local, parts.copied(), threads, running);
    backend.begin(
        parts.operations(doors, copying, threads.calls()),
        next -> new BackendParts(parts, next).operations(doors, copying, threads.calls()));
    return backend;
  }

  /** Who may give files away asks the grid-mapfile to whom; who may not keeps them all. */
  private static Mapping mapping(MappingSettings settings, Accounts accounts, Clock clock)
      throws IOException, StartFailure {
    ProcessRights rights = ProcessRights.ofThisProcess();
    if (!rights.mayGiveAway()) {
      return new ProcessMapping(accounts.userName(rights.uid()));
    }
    return MappingParts.of(settings, accounts, clock);
  }

  /** Every area's own space is in the books, as the configuration says. */
  private void openSpaces() {
    for (StorageArea area : locator.areas()) {
      transactions.run(
          sql -> {
            books.open(sql, area, tokens.now());
            return area;
          });
    }
  }

  private List<SweepPart> sweptToo() {
    int batch = settings.sweep().batch();
    FileEnds ends = new FileEnds(transactions, locator, books, batch);
    return List.of(
        new SweepPart("old listings", now -> listings.forget(now, batch)),
        new SweepPart("ended files", ends::sweep),
        // also where no area opens files any more: what was open must be closed
        new SweepPart("grants", grants::sweep),
        new SweepPart("ended spaces", spaces.endedSpaces()::sweep),
        new SweepPart("changes of space", spaces.changes()::sweep));
  }

  private Backend operations(Doors doors, CopyCalls copying, Executor executor) {
    PinSettings pins = settings.requests().pins();
    SpaceLookup register = new SpaceRegister(transactions, locator, books);
    return new BackendOperations(
        new GetTransferProtocols(doors, authoriser),
        ClosingDirectories.of(directory(executor), grants),
        permissions(),
        puts(),
        gets(),
        new BringOnlineOperations(pins, transactions, locator, entrance, turls, tokens, register),
        requests(pins),
        spaces,
        copying);
  }

  private PutCalls puts() {
    return OpeningPuts.of(
        new PutOperations(
            settings.requests().puts(), transactions, books, entrance, mapping, turls, tokens),
        grants);
  }

  private GetCalls gets() {
    return OpeningGets.of(
        new GetOperations(
            settings.requests().pins(),
            transactions,
            locator,
            entrance,
            turls,
            tokens,
            new SpaceRegister(transactions, locator, books)),
        grants);
  }

  private CopyRequestFiles copied() {
    return new CopyRequestFiles(transactions, putEnding(), locator, tokens);
  }

  private PutEnding putEnding() {
    return new PutEnding(transactions, new PutTable(), locator, books);
  }

  private CopyOperations.Surroundings around() {
    return new CopyOperations.Surroundings(transactions, putEnding(), locator, tokens, clock);
  }

  private RequestCalls requests(PinSettings pins) {
    RequestOperations requests =
        new RequestOperations(
            pins,
            transactions,
            locator,
            books,
            tokens,
            new StoredLives(settings.requests().puts().files(), transactions, entrance, tokens),
            List.of(new ListingFiles(listings), copied(), spaces.requestFiles()));
    return ClosingRequests.of(requests, grants);
  }

  private PermissionOperations permissions() {
    return new PermissionOperations(
        new SetPermission(entrance, names, accounts, mapping, grants),
        new GetPermission(entrance, accounts),
        new CheckPermission(entrance, mapping, rights, acls));
  }

  private DirectoryOperations directory(Executor executor) {
    DirectorySettings limits = settings.directories().functions();
    Lister lister = new Lister(entrance, names, accounts, limits, clock);
    LongListings longListings =
        new LongListings(lister, listings, settings.directories().listings(), clock, executor);
    return new DirectoryOperations(
        new Ls(lister, longListings, limits, clock),
        new StatusOfLs(listings, longListings),
        new Mkdir(entrance, mapping, names, acls, limits),
        new Rmdir(entrance, names, limits, clock),
        new Rm(entrance, names, limits),
        new Mv(entrance, names, grants));
  }
}
