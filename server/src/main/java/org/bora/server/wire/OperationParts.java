package org.bora.server.wire;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import org.bora.api.Backend;
import org.bora.api.Functions;
import org.bora.backend.access.AccountRights;
import org.bora.backend.access.JustInTime;
import org.bora.backend.access.TurlGrants;
import org.bora.backend.access.UntoldRequests;
import org.bora.backend.accesskey.AccessKeyOperations;
import org.bora.backend.authorise.Accounts;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.authorise.MappingSettings;
import org.bora.backend.authorise.NotedMapping;
import org.bora.backend.authorise.ProcessMapping;
import org.bora.backend.life.StoredLives;
import org.bora.backend.listing.ListingFiles;
import org.bora.backend.listing.Listings;
import org.bora.backend.operation.bringonline.BringOnlineOperations;
import org.bora.backend.operation.copy.CopyRequestFiles;
import org.bora.backend.operation.directory.DirectoryOperations;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.DoorNotes;
import org.bora.backend.operation.directory.Lister;
import org.bora.backend.operation.directory.LongListings;
import org.bora.backend.operation.directory.Ls;
import org.bora.backend.operation.directory.LsInOrder;
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
import org.bora.backend.operation.put.AfterTape;
import org.bora.backend.operation.put.PutOperations;
import org.bora.backend.operation.put.PutStorage;
import org.bora.backend.operation.quota.QuotaQuestions;
import org.bora.backend.operation.request.RequestOperations;
import org.bora.backend.operation.space.SpaceOperations;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.space.BookedRoom;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.space.SpaceRegister;
import org.bora.backend.turl.HttpsTurls;
import org.bora.backend.turl.SignedTurls;
import org.bora.backend.turl.SiteTurls;
import org.bora.backend.turl.Turls;
import org.bora.server.config.BackendSettings;
import org.bora.server.config.Configuration;
import org.bora.storage.account.ProcessRights;

/** The operations with their current settings. A reload makes new ones over the parts that stay. */
final class OperationParts {
  private final BackendSettings settings;
  private final Ground ground;
  private final TapeParts tape;
  private final Authoriser authoriser;
  private final Entrance entrance;
  private final Turls turls;
  private final Mapping mapping;
  private final AccountRights rights;
  private final TurlGrants grants;
  private final Listings listings;
  private final SpaceOperations spaces;
  private final SpaceLookup register;

  OperationParts(Ground ground, TapeParts tape, BackendSettings settings, Authoriser authoriser)
      throws IOException, StartFailure {
    this.settings = settings;
    this.ground = ground;
    this.tape = tape;
    this.authoriser = authoriser;
    this.entrance = new Entrance(ground.locator(), authoriser);
    this.turls = new SiteTurls(ground.gridFtp(), ground.https());
    this.mapping = new NotedMapping(mapping(settings.mapping(), ground.accounts()));
    this.rights = new AccountRights(ground.accounts(), ProcessRights.ofThisProcess());
    this.grants =
        new TurlGrants(
            ground.acls(),
            rights,
            mapping,
            ground.locator(),
            ground.transactions(),
            ground.tokens());
    this.listings =
        new Listings(ground.transactions(), ground.tokens(), settings.directories().listings());
    this.spaces =
        new SpaceOperations(
            ground.transactions(),
            entrance,
            ground.books(),
            ground.names(),
            settings.requests().puts().files(),
            ground.tokens());
    this.register = new SpaceRegister(ground.transactions(), ground.locator(), ground.books());
  }

  /** The same machine with other settings. */
  OperationParts with(Configuration next) throws IOException, StartFailure {
    return new OperationParts(ground, tape, next.backend(), Areas.rules(next.areas()));
  }

  /** Who may give files away asks the grid-mapfile to whom; who may not keeps them all. */
  private Mapping mapping(MappingSettings chosen, Accounts accounts)
      throws IOException, StartFailure {
    ProcessRights process = ProcessRights.ofThisProcess();
    if (!process.mayGiveAway()) {
      return new ProcessMapping(accounts.userName(process.uid()));
    }
    return MappingParts.of(chosen, accounts, ground.clock());
  }

  Listings listings() {
    return listings;
  }

  TurlGrants grants() {
    return grants;
  }

  SpaceOperations spaces() {
    return spaces;
  }

  CopyRequestFiles copied() {
    return new CopyRequestFiles(
        ground.transactions(), ground.putEnding(), ground.locator(), ground.tokens());
  }

  /**
   * All of them.
   *
   * @param copying lasts too: copies in the making outlive a change
   */
  Backend operations(Functions copying, Executor executor) {
    Functions all =
        Functions.of(
            List.of(
                new GetTransferProtocols(
                        ground.gridFtp(),
                        ground.https().isPresent() ? HttpsTurls.PROTOCOLS : List.of(),
                        authoriser)
                    .functions(),
                directory(executor),
                new DoorNotes(entrance).functions(),
                permissions(),
                puts(),
                GetOperations.of(pinParts(executor), turls),
                ground.bearers().functions(settings.requests().pins().lifetimes().pinMaximum()),
                useTurl().functions(),
                tape.damage(),
                BringOnlineOperations.of(pinParts(executor), turls),
                requests(),
                spaces.functions(),
                accessKeys(),
                new QuotaQuestions(entrance, ground.transactions(), ground.quotas()).functions(),
                copying));
    UntoldRequests untold =
        new UntoldRequests(
            ground.transactions(), ground.locator(), ground.books(), ground.tokens());
    Backend unsigned = JustInTime.of(AfterTape.of(all.complete(), tape.waiting()), grants, untold);
    return new SignedTurls(
        unsigned, ground.locator(), ground.bearers()::today, ground.https(), ground.turls());
  }

  private UseTurl useTurl() {
    return new UseTurl(
        ground.https().isPresent(),
        ground.transactions(),
        ground.locator(),
        ground.tokens(),
        settings.requests().puts().uploadMode());
  }

  private Functions accessKeys() {
    return AccessKeyOperations.of(
        settings.accessKeys(),
        ground.transactions(),
        ground.tokens(),
        ground.vault(),
        mapping,
        authoriser,
        ground.bans()::of);
  }

  private Functions puts() {
    return PutOperations.of(
        settings.requests().puts().withDoneGrace(settings.sweep().putGrace()),
        ground.transactions(),
        new PutStorage(new BookedRoom(ground.books(), tape.buffers()), tape.recalls()),
        entrance,
        mapping,
        turls,
        ground.tokens());
  }

  private PinParts pinParts(Executor executor) {
    return new PinParts(
        pins(),
        ground.transactions(),
        ground.locator(),
        entrance,
        register,
        tape.recalls(),
        ground.tokens(),
        executor);
  }

  private PinSettings pins() {
    return settings.requests().pins();
  }

  private Functions requests() {
    return RequestOperations.of(
        pins(),
        ground.transactions(),
        ground.locator(),
        ground.books(),
        ground.tokens(),
        new StoredLives(
            settings.requests().puts().files(), ground.transactions(), entrance, ground.tokens()),
        List.of(new ListingFiles(listings), copied(), spaces.requestFiles()));
  }

  private Functions permissions() {
    return PermissionOperations.of(
        new SetPermission(entrance, ground.names(), ground.accounts(), mapping, grants),
        new GetPermission(entrance, ground.accounts()),
        new CheckPermission(entrance, mapping, rights, ground.acls()));
  }

  private Functions directory(Executor executor) {
    DirectorySettings limits = settings.directories().functions();
    Lister lister =
        new Lister(
            entrance, ground.names(), ground.accounts(), limits, ground.clock(), Clock.systemUTC());
    LongListings longListings =
        new LongListings(
            lister, listings, settings.directories().listings(), ground.clock(), executor);
    return DirectoryOperations.of(
        new Ls(lister, longListings, limits, ground.clock()),
        new StatusOfLs(listings, longListings),
        new LsInOrder(entrance, limits, ground.clock(), Clock.systemUTC()),
        new Mkdir(entrance, mapping, ground.names(), ground.acls(), limits),
        new Rmdir(entrance, ground.names(), limits, ground.clock()),
        new Rm(entrance, ground.names(), limits),
        new Mv(entrance, ground.names(), grants));
  }
}
